import { parse } from "tldts";
import { foldText } from "~db/fold";
import type { Lead } from "../leads/lead-schema";
import { domainKey } from "../reading/companies/domain-key.server";
import { withoutLegalForms } from "../reading/companies/legal-forms";
import type { Offer, Sender } from "../settings/team-settings.server";
import type { MaterialLead } from "./draft-material";

export const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
export const wordSet = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(foldText(text)).flatMap((word) => [word, ...word.split("-")]));

const segmenter = new Intl.Segmenter("de", { granularity: "sentence" });
export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/** Drafts may use more than the model is told. */
export type DraftedLead = MaterialLead &
  Pick<Lead, "email" | "emails" | "phone" | "address" | "notes"> &
  Partial<Pick<Lead, "contacts">>;

/** Anything else in a draft is invented. */
export function knownTexts(
  lead: DraftedLead,
  { offer, sender }: { offer: Offer; sender: Sender },
  instructions: string,
) {
  const { companyName, domain, website, salesReason, address, phone, notes } = lead;
  const emails = [...lead.emails, lead.email ?? ""];
  const packages = offer.packages.flatMap(({ name, description }) => [name, description]);
  const wishes = [instructions, notes ?? ""].join("\n");
  const trustedText = [...Object.values(sender), offer.sells, ...packages, wishes].join("\n");
  const names = [companyName, companyName && withoutLegalForms(companyName), lead.contactName]
    .concat([lead.contactTitle, lead.companyType, lead.city, lead.federalState, lead.offerPackage])
    .concat((lead.contacts ?? []).flatMap(({ name, email }) => [name, email]))
    .concat([...lead.topics, domain, `www.${domain}`, website, ...emails])
    .filter((name): name is string => name != null && name.trim() !== "");
  const recordNames = [...names, ...(address?.split(", ") ?? [])];
  // The reason is left out: a model wrote it from a website.
  const contactDetails = [...emails, phone, domain, website, trustedText].join("\n");
  const all = [...names, salesReason, contactDetails].join("\n");
  const companies = [companyName ?? "", sender.company];
  const words = wordSet([all, ...recordNames].join("\n"));
  const known = { instructions, wishes, trustedText, recordNames, contactDetails, all };
  return { ...known, companies, words };
}
export type KnownTexts = ReturnType<typeof knownTexts>;

/** Replaces each whole known name with „N“. */
export function maskKnownNames(text: string, names: readonly string[]): string {
  const known = names.filter((name) => name.trim() !== "");
  if (known.length === 0) return text;
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const patternOf = (name: string) =>
    name
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\s+/g, "\\s+");
  const [before, after] = ["(?<![\\p{L}\\p{N}[{<*&])", "(?![\\p{L}\\p{N}\\]}>*])"];
  const pattern = `${before}(?:${longestFirst.map(patternOf).join("|")})${after}`;
  return text.replace(new RegExp(pattern, "giu"), "N");
}

const EMAIL = /[^\s<>()[\]„“”"',;:/@]{1,64}@[^\s<>()[\]„“”"',;:/@]{1,253}/gu;
const URL_LIKE = /(?:[a-z]{2,12}:\/\/|www\.)[^\s<>()[\]„“”"']+/giu;
/** „geschrieben.Wir“ is two sentences. */
const HOST = /(?<![\p{L}\d.@-])(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{Ll}{2,}(?![\p{L}\d@])/gu;
const PHONE = /(?<![\p{L}\d])(?:\+|\(?0)\d?(?:[\s()/.–-]{0,2}\d){5,}(?!\d)/gu;

function isHost(host: string): boolean {
  const { isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return isIcann === true || isPrivate === true || publicSuffix === "example";
}

/** @returns details with their normal forms, and the text without them */
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
