import { domainKey } from "../../reading/companies/domain-key.server";
import { cleanLine } from "../../text/clean-text";

export interface RecordContacts {
  domain: string;
  emails: readonly string[];
  phone: string | null;
}

const LINK = /(?:https?:\/\/|www\.)[^\s<>"')\]]+/gi;
/** Matches only at the beginning of words, to stay fast. */
const HOST = /(?<![\p{L}\p{N}.-])[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}-]{1,63})+/gu;
const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,9}\b/g;
const DIGITS = /[+(]?\d[\d ()/.–-]{4,30}\d/g;

/** „1.200.000“, „2019–2024“, „20.11.2026“ */
const COUNT = /^\d{1,3}(?:[. ]\d{3})+$/;
const YEARS = /^(?:19|20)\d\d ?[–/-] ?(?:(?:19|20)\d\d|\d\d)$/;
const DATE = /^\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d$/;

function nationalDigits(phone: string): string {
  return phone
    .replace(/\(0\)/, "")
    .replace(/^(?:\+|00)49/, "")
    .replace(/\D/g, "")
    .replace(/^0/, "");
}

function isForeignNumber(digits: string, { phone }: RecordContacts): boolean {
  if (COUNT.test(digits) || YEARS.test(digits) || DATE.test(digits)) return false;
  if (digits.replace(/\D/g, "").length < 6) return false;
  return phone === null || nationalDigits(digits) !== nationalDigits(phone);
}

function isForeignHost(link: string, { domain }: RecordContacts): boolean {
  // With a scheme, „boese.zip“ counts as a link, too.
  const key = domainKey(`http://${link.replace(/^https?:\/\//i, "")}`);
  return key.kind !== "none" && key.domain !== domain;
}

function isForeignEmail(text: string, { emails }: RecordContacts): boolean {
  const email = text.replace(/^[("„<]{1,3}|[)"“”>.,;:!?]{1,3}$/g, "").toLowerCase();
  return !emails.some((own) => own.toLowerCase() === email);
}

function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/!?\[([^[\]]{0,200})\]\(([^()]{0,300})\)/g, "$1 $2")
    .replace(/[*`_#<>]+/g, " ");
}

/** Removes markup, and contact details and bank accounts that are not the lead's. */
export function cleanModelText(text: string, record: RecordContacts) {
  const plain = cleanLine(text);
  let isForeign = false;
  const unless = (isOwn: boolean, match: string) => {
    isForeign ||= !isOwn;
    return isOwn ? match : " ";
  };
  const cleaned = withoutMarkup(plain)
    .replace(LINK, (link) => unless(!isForeignHost(link, record), link))
    .split(" ")
    .map((word) => (word.includes("@") ? unless(!isForeignEmail(word, record), word) : word))
    .join(" ")
    .replace(HOST, (host) => unless(!isForeignHost(host, record), host))
    .replace(ACCOUNT, (account) => unless(false, account))
    .replace(DIGITS, (digits) => unless(!isForeignNumber(digits, record), digits));
  return { text: cleaned.replace(/\s+/g, " ").trim(), wasCleaned: isForeign };
}
