import { foldText, foldToBaseLetters } from "../fold";

/** The searchable texts of a lead. */
export interface SearchableLead {
  companyName: string | null;
  domain: string;
  email: string | null;
  emails: readonly string[];
  phone: string | null;
  /** The number as people write it at home, e.g. „030 23125101“. */
  nationalPhone: string | null;
  /** The domain as people read it, where it differs from the stored punycode. */
  unicodeDomain: string;
  address: string | null;
  contactName: string | null;
  notes: string | null;
  sourceTerm: string | null;
}

/** Separates fields, so that no search text reaches from one into the next; twice at the end, so that the last two letters stand in a trigram. */
const SEPARATOR = "\n";

function withoutSpaces(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}

/**
 * The folded text of a lead. Fields with umlauts stand in it twice, once written out (mueller) and once reduced
 * (muller), so that both ways of typing find them.
 */
export function searchDocument(lead: SearchableLead): string {
  const fields = [
    lead.companyName,
    lead.domain,
    lead.unicodeDomain,
    lead.email,
    ...lead.emails,
    lead.phone,
    lead.nationalPhone,
    lead.nationalPhone && withoutSpaces(lead.nationalPhone),
    lead.address,
    lead.contactName,
    lead.notes,
    lead.sourceTerm,
  ];
  const folded = new Set<string>();
  for (const field of fields) {
    if (!field) continue;
    folded.add(foldText(field));
    folded.add(foldToBaseLetters(field));
  }
  return [...folded, "", ""].join(SEPARATOR);
}

type MatchExpression = { kind: "index"; text: string } | { kind: "substring"; text: string };

/** Characters that may follow two others in a folded text: letters, digits and the signs of a keyboard and of print. */
const THIRD_CHARACTERS = [
  ..." abcdefghijklmnopqrstuvwxyzøłæœđ0123456789²³½.,-–—_@/\\&+()[]{}<>'’‘‚`´„“”«»\":;!?|…·•*#%=~^$€§°®™µ×\n",
];

/** A telephone number in any spelling; the documents hold it without blanks, too. */
const PHONE_NUMBER = /^\(?(?:\+[\d ()/.–-]+|0[\d ()/.–-]{5,})$/;

/** The number as the documents hold it: „+4930…“ with the country code, however that was written, else „030…“. */
function dialled(phone: string): string {
  const digits = withoutSpaces(phone).replace(/^00(?=[1-9])/, "+");
  if (!digits.startsWith("+")) return digits;
  // The zero before the area code, „+49 (0)30“, is not dialled from abroad.
  if (phone.includes("(0)")) return dialled(phone.replace("(0)", ""));
  return digits.replace(/^\+490/, "+49");
}

/** A search text as it stands in the documents it is looked for in. */
export function searchText(q: string): string {
  // A text of accents alone folds to nothing, and nothing would stand in every document.
  const text = foldText(q) || q;
  return PHONE_NUMBER.test(text) ? dialled(text) : text;
}

function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * A search text as an expression for the trigram index. The index knows nothing shorter than three characters: two
 * become all trigrams that begin with them, and one is looked for in the documents themselves.
 */
export function matchExpression(q: string): MatchExpression {
  const text = searchText(q);
  const letters = [...text];
  if (letters.length >= 3) return { kind: "index", text: phrase(text) };
  if (letters.length === 2) {
    return {
      kind: "index",
      text: THIRD_CHARACTERS.map((third) => phrase(text + third)).join(" OR "),
    };
  }
  return { kind: "substring", text };
}
