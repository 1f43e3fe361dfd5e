import { domainToUnicode } from "node:url";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { LRUCache } from "lru-cache";
import { PLAIN_TEXTS } from "../schema/lead-fields";
import { searchWords, spaced, toBaseLetters, withStreets, writtenOut } from "./search-text";
import spellings from "./spellings.json";

type Text = string | null | undefined;

/** Values that a lead is found by. Absent and empty ones are left out. */
interface SearchableLead extends Partial<Record<(typeof TEXT_FIELDS)[number], Text>> {
  domain?: Text;
  phone?: Text;
  phoneDisplay?: Text;
  phones?: readonly Text[];
  federalState?: Text;
  emails?: readonly Text[];
  topics?: readonly Text[];
  /** The first one repeats the contact columns. */
  contacts?: readonly { name: Text; title: Text; email: Text; phone: Text }[];
  imprint?: {
    registerCourt?: Text;
    registerNumber?: Text;
    vatId?: Text;
    economicId?: Text;
    management?: readonly Text[];
  } | null;
  tags?: readonly Text[];
  /** Search terms that found the lead. */
  terms?: readonly Text[];
}

const TEXT_FIELDS = [
  "companyName",
  "email",
  "address",
  "street",
  "postalCode",
  "city",
  "companyType",
  ...PLAIN_TEXTS,
  "contactName",
  "contactTitle",
  "notes",
  "sourceTerm",
] as const;

const SEARCHED = new Set<string>([
  ...TEXT_FIELDS,
  ...([
    "domain",
    "phone",
    "phones",
    "federalState",
    "emails",
    "topics",
    "contacts",
    "imprint",
  ] satisfies (keyof SearchableLead)[]),
]);

export function isSearched(column: string): boolean {
  return SEARCHED.has(column);
}

const STATE_NAMES: Record<string, string[]> = spellings["Bundesländer, wie man sie auch nennt"];

/** Encloses the digits of a telephone number. */
export const PHONE = "~";
/** Precedes a word joined without its hyphens, so it never matches as a whole field. */
const JOINED = "-";
/** Ends each field, so no match spans two fields. Doubled at the end, so a trigram holds the last two letters. */
export const FIELD_END = "\n";

/** Digits as dialled within Germany, with the area code; foreign numbers begin with „+“. */
export function dialledDigits(phone: string): string {
  const digits = phone
    .replaceAll("(0)", "")
    .replace(/[^\d+]/g, "")
    .replace(/^00(?=[1-9])/, "+");
  return digits.replace(/(?!^)\+/g, "").replace(/^\+490?/, "0");
}

/** The national form, in which blanks separate the groups; the display form if it is known. */
function nationalNumber(phone: string, shown: Text): string {
  if (shown && /^0\d+\u00a0/.test(shown) && /^\+49 ?[1-9][\d -]*$/.test(phone))
    return shown.replace("-", "");
  const number = parsePhoneNumberFromString(phone, "DE");
  return number?.country === "DE" ? number.formatNational() : phone;
}

/** Words with hyphens joined, and „E.ON“ without its dot. */
function joinedWords(words: string): string[] {
  if (!/[-.]/.test(words)) return [];
  return words.split(" ").flatMap((word) => {
    const hasInitial = /(?<![\p{L}\p{N}])\p{L}\.\p{L}/u.test(word) && !word.includes("@");
    const joined = word.replace(hasInitial ? /[-.]/g : /-/g, "");
    return joined === word || !/\p{L}/u.test(word) ? [] : JOINED + joined;
  });
}

/** Texts up to this length may recur in many leads, such as towns and search terms. */
const SHORT_TEXT = 40;
const FOLDED = new LRUCache<string, readonly string[]>({ max: 2_000 });

function foldedLines(text: string): readonly string[] {
  const known = FOLDED.get(text);
  if (known !== undefined) return known;
  const words = withStreets(searchWords(text));
  const ways = [...new Set([writtenOut(words), toBaseLetters(words)])];
  const lines = ways.flatMap((folded) => [spaced(folded), ...joinedWords(folded)]);
  if (text.length <= SHORT_TEXT) FOLDED.set(text, lines);
  return lines;
}

/**
 * The folded text of a lead, one field per line. Fields with umlauts appear twice, written out (mueller) and reduced
 * (muller), so both spellings find them. Words with hyphens also appear joined.
 */
export function searchDocument(lead: SearchableLead): string {
  const { domain, federalState, emails = [], topics = [], tags = [], terms = [] } = lead;
  const { contacts = [], imprint } = lead;
  const lines: string[] = [];
  let known = "";
  const add = (line: string) => {
    if (line === "" || known.includes(` ${line} `)) return;
    lines.push(line);
    known += ` ${line} \n`;
  };
  const addText = (text: Text) => {
    if (!text) return;
    foldedLines(text).forEach(add);
  };
  if (domain) new Set([domain, domainToUnicode(domain)]).forEach(addText);
  const all = [
    ...TEXT_FIELDS.map((field) => lead[field]),
    ...emails,
    ...contacts.flatMap(({ name, title, email }) => [name, title, email]),
    ...topics,
    ...terms,
    ...tags,
    ...[imprint?.registerCourt, imprint?.registerNumber, imprint?.vatId, imprint?.economicId],
    ...(imprint?.management ?? []),
    // „HRB12345“
    imprint?.registerNumber?.replaceAll(" ", ""),
    federalState,
    ...(STATE_NAMES[federalState ?? ""] ?? []),
  ];
  // Longest first, so an address covers its parts.
  const byLength = [...new Set(all)].sort(
    (one, other) => (other?.length ?? 0) - (one?.length ?? 0),
  );
  byLength.forEach(addText);
  const phones = [lead.phone, ...(lead.phones ?? []), ...contacts.map(({ phone }) => phone)];
  for (const phone of new Set(phones)) {
    if (!phone) continue;
    addText(nationalNumber(phone, phone === lead.phone ? lead.phoneDisplay : null));
    const digits = dialledDigits(phone);
    if (digits !== "") add(PHONE + digits + PHONE);
  }
  return ["", ...lines, "", ""].join(FIELD_END);
}
