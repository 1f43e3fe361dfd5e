import { parse } from "tldts";
import { foldText } from "~db/fold";
import { domainKey } from "../leads/domain-key.server";

const EMAIL = /[^\s<>()[\]„“”"',;:/@]{1,64}@[^\s<>()[\]„“”"',;:/@]{1,253}/gu;
const URL_LIKE = /(?:[a-z]{2,12}:\/\/|www\.)[^\s<>()[\]„“”"']+/giu;
/** Ends in lower case: „geschrieben.Wir“ is two sentences. */
const HOST = /(?<![\p{L}\d.@-])(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{Ll}{2,}(?![\p{L}\d@])/gu;
const PHONE = /(?<![\p{L}\d])(?:\+|\(?0)\d?(?:[\s()/.–-]{0,2}\d){5,}(?!\d)/gu;

function isHost(host: string): boolean {
  const { isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return isIcann === true || isPrivate === true || publicSuffix === "example";
}

/** The email addresses, links and phone numbers of a text, each with its normal form, and the text without them. */
export function findContactDetails(text: string) {
  const found: { shown: string; key: string }[] = [];
  const take = (match: string, keyOf: (detail: string) => string) => {
    const shown = match.replace(/[.,;:!?]{1,9}$/, "").trim();
    found.push({ shown, key: keyOf(shown) });
    return " ";
  };
  const siteOf = (link: string) => {
    const key = domainKey(link);
    return key.kind === "none" ? foldText(link) : key.domain;
  };
  const phoneOf = (phone: string) =>
    phone
      .replace(/^(?:\+|00)49/, "")
      .replace(/\D/g, "")
      .replace(/^0+/, "");
  const rest = text
    .replace(EMAIL, (email) => take(email, foldText))
    .replace(URL_LIKE, (link) => take(link, siteOf))
    .replace(HOST, (host) => (isHost(host) ? take(host, siteOf) : host))
    .replace(PHONE, (phone) => take(phone, phoneOf));
  return { found, rest };
}
