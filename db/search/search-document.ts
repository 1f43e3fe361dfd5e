import { domainToUnicode } from "node:url";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { LRUCache } from "lru-cache";
import { PLAIN_TEXTS } from "../schema/lead-fields";
import { searchWords, spaced, toBaseLetters, withStreets, writtenOut } from "./search-text";
import spellings from "./spellings.json";

type Text = string | null | undefined;

/** The values that a lead is found by; what is absent or empty is left out. */
interface SearchableLead extends Partial<Record<(typeof TEXT_FIELDS)[number], Text>> {
  domain?: Text;
  phone?: Text;
  phoneDisplay?: Text;
  phones?: readonly Text[];
  federalState?: Text;
  emails?: readonly Text[];
  topics?: readonly Text[];
  /** The first of them is the one of the columns. */
  contacts?: readonly { name: Text; title: Text; email: Text; phone: Text }[];
  tags?: readonly Text[];
  /** The search terms that it was found under. */
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
  ] satisfies (keyof SearchableLead)[]),
]);

export function isSearched(column: string): boolean {
  return SEARCHED.has(column);
}

const STATE_NAMES: Record<string, string[]> = spellings["Bundesländer, wie man sie auch nennt"];

/** Stands around the digits of a telephone number. */
export const PHONE = "~";
/** Marks a word without its hyphens, so that it is never taken for a whole field. */
const JOINED = "-";
/** Ends each field, so that no search text reaches from one into the next; twice at the end, so that the last two letters stand in a trigram. */
export const FIELD_END = "\n";

/** The digits that are dialled in Germany, from the area code on; with „+“ for a number abroad. */
export function dialledDigits(phone: string): string {
  const digits = phone
    .replaceAll("(0)", "")
    .replace(/[^\d+]/g, "")
    .replace(/^00(?=[1-9])/, "+");
  return digits.replace(/(?!^)\+/g, "").replace(/^\+490?/, "0");
}

/** A number as it is written at home, so that its groups can be told: as people read it, where that is known. */
function nationalNumber(phone: string, shown: Text): string {
  if (shown && /^0\d+\u00a0/.test(shown) && /^\+49 ?[1-9][\d -]*$/.test(phone))
    return shown.replace("-", "");
  const number = parsePhoneNumberFromString(phone, "DE");
  return number?.country === "DE" ? number.formatNational() : phone;
}

/** Words with hyphens without them, and „E.ON“ without its dot. */
function joinedWords(words: string): string[] {
  if (!/[-.]/.test(words)) return [];
  return words.split(" ").flatMap((word) => {
    const hasInitial = /(?<![\p{L}\p{N}])\p{L}\.\p{L}/u.test(word) && !word.includes("@");
    const joined = word.replace(hasInitial ? /[-.]/g : /-/g, "");
    return joined === word || !/\p{L}/u.test(word) ? [] : JOINED + joined;
  });
}

/** As long as this, a text may be that of many leads: a town, a search term. */
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
 * The folded text of a lead, a field a line. Fields with umlauts stand in it twice, once written out (mueller) and
 * once reduced (muller), so that both ways of typing find them; words with hyphens also without.
 */
export function searchDocument(lead: SearchableLead): string {
  const { domain, federalState, emails = [], topics = [], tags = [], terms = [] } = lead;
  const { contacts = [] } = lead;
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
    federalState,
    ...(STATE_NAMES[federalState ?? ""] ?? []),
  ];
  // The longest first: an address holds its parts.
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
