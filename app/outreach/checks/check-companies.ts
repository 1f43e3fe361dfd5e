import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { fold, isCapitalized } from "./words";

const LEGAL_FORM =
  /^(?:g?gmbh|mbh|ag|kg|kgaa|ohg|ug|gbr|se|eg|ev|inc|ltd|llc|plc|corp|sa|bv|sarl)$/i;
/** Between the words of a name. */
const JOINT = /^(?:&|\+|und|von|der|des|für|co\.?|e\.)$/i;
/** Begin a sentence or a phrase, not a name. */
const LEADING = new Set(
  "die der das den dem des ein eine einer eines bei für mit von als wir sie ihr ihre ihren ihrer unsere unser auch und im in am an aus zu zur zum über seit nach".split(
    " ",
  ),
);
const QUOTES = /[„“”"»«‚‘]/;
const MAX_QUOTED = 80;

/** For comparing names: no signs, no case. */
function plain(name: string): string {
  return fold(name)
    .replace(/[.,;:!?()]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function tokensOf(text: string): string[] {
  return text
    .replace(/\be\.\s?([VGK])\./g, "e$1")
    .split(/[\s,;:!?()„“”"]+/)
    .map((token) => token.replace(/\.$/, ""))
    .filter((token) => token !== "");
}

/** The words before a legal form that belong to the name, as far as capitals and joints reach. */
function nameBefore(tokens: readonly string[], index: number): string[] {
  let start = index;
  while (start > 0) {
    const token = tokens[start - 1] ?? "";
    if (!isCapitalized(token) && !JOINT.test(token) && !/^\d/.test(token)) break;
    start -= 1;
  }
  const name = tokens.slice(start, index);
  while (
    name.length > 0 &&
    (LEADING.has((name[0] ?? "").toLowerCase()) || JOINT.test(name[0] ?? ""))
  )
    name.shift();
  return name;
}

/** What stands between two quotes of a line. */
function quotedIn(line: string): string[] {
  const pieces = line.split(QUOTES);
  const quoted: string[] = [];
  for (let index = 1; index < pieces.length - 1; index += 1) {
    const piece = pieces[index] ?? "";
    if (piece.length < 2 || piece.length > MAX_QUOTED) continue;
    quoted.push(piece);
    // The second quote ends this name and begins no other.
    index += 1;
  }
  return quoted;
}

function companiesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const tokens = tokensOf(line);
    return tokens.flatMap((token, index) => {
      if (!LEGAL_FORM.test(token) || !isLegalForm(token)) return [];
      const name = nameBefore(tokens, index);
      return name.length === 0 ? [] : [[...name, token].join(" ")];
    });
  });
}

/** „ag“ or „se“ in lower case are parts of other words or languages. */
function isLegalForm(token: string): boolean {
  return token !== token.toLowerCase() || /^(?:gmbh|mbh)$/.test(token);
}

/** Whether a name is a known one, a part of one, or one with words before it. */
function isKnown(name: string, known: readonly string[]): boolean {
  const folded = plain(name);
  return known.some(
    (text) => text !== "" && (` ${text} `.includes(` ${folded} `) || folded.endsWith(` ${text}`)),
  );
}

/** Firms by their legal form, and anything in quotes, that are neither the lead's, the sender's nor the team's. */
export function checkCompanies({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const text = `${subject}\n${body}`;
  const lines = [...facts.own, facts.senderCompany, ...facts.told.split("\n")];
  // „Meier GmbH & Co. KG“ is a „Meier GmbH“, too.
  const known = [...lines, ...lines.flatMap(companiesIn)].map((line) =>
    tokensOf(line).map(plain).join(" "),
  );
  const companies = companiesIn(text).filter((name) => !isKnown(name, known));
  const all = fold(facts.all);
  const quoted = text
    .split("\n")
    .flatMap(quotedIn)
    .filter((name) => !all.includes(fold(name).replace(/[.,!?]$/, "")));
  return [
    ...companies.map((name) => `Die Firma „${name}“ ist weder der Lead noch der Absender.`),
    ...quoted.map((name) => `„${name}“ steht weder beim Lead noch in den Texten des Teams.`),
  ];
}
