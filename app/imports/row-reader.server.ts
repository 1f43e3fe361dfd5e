import { foldText } from "~db/fold";
import { storedPhones } from "~db/phone-number";
import { NOBODY } from "~db/queries/leads";
import type { LeadContact } from "~db/schema";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS, uniqueTags } from "../leads/tag";
import { TagSchema } from "../leads/tag-schema.server";
import { domainKey, emailAddress } from "../reading/companies/domain-key.server";
import { IMPORT_FIELDS, type ImportField, MAX_TEXT } from "../reading/tables/fields";
import { parseYesNo } from "../reading/tables/value-words";
import { filledText } from "../text/filled-text";
import { ownDomain } from "./list-facts.server";
import { FAMILY_FIRST, type RowSpec } from "./row-spec.server";

export interface DroppedValue {
  field: ImportField | null;
  /** German, without a full stop. */
  text: string;
}

export type Country = string | null;
const MAX_TOPIC = 100;
const MAX_TOPICS = 50;
/** „info(at)firma(punkt)de“, as written to deter address harvesters. */
const HIDDEN_AT = / ?(?:[([{] ?(?:at|ät|@) ?[)\]}]|@| at ) ?/gi;
const HIDDEN_DOT = / ?[([{] ?(?:dot|punkt|\.) ?[)\]}] ?/gi;
/** „03521“, „+49 (0)351“ */
const AREA_CODE = /^(?:\+\d{1,3} ?)?\(?0?\)?\d{2,5}[ /-]*$/;
/** „Erika Muster (Einkauf)“ */
const BRACKETS_BEHIND = /^(\p{L}[^()]{2,}?) ?\((\p{L}[^()@]{2,})\)$/u;
const SALUTATION = /^(?:herrn?|hr\.|frau|fr\.|mr|mrs|ms|miss|mme|sra?)\.? (?=\p{L})/iu;
/** Cut when too long, instead of left out. */
const PROSE: readonly ImportField[] = ["notes", "salesReason"];

/**
 * Keeps only the longer text if it contains the other: „Erika“ and „Erika Muster“.
 *
 * @param between null to keep the first of two different texts
 */
function joinTexts(before: string, value: string, between: string | null): string {
  const isPart = (part: string, whole: string) => ` ${whole} `.includes(` ${part} `);
  if (before === "" || isPart(before, value)) return value;
  return between === null || isPart(value, before) ? before : `${before}${between}${value}`;
}

export const quoted = (value: string) =>
  `‚${value.length > 60 ? `${value.slice(0, 60)}…` : value}‘`;

export class RowReader {
  readonly dropped: DroppedValue[] = [];
  readonly #cells = new Map<ImportField, string>();
  readonly #surplus: readonly string[];

  constructor(cells: readonly string[], { columns, header }: RowSpec) {
    for (const { field, column } of columns) {
      const value = filledText(cells[column] ?? "");
      if (value === null) continue;
      const before = this.#cells.get(field);
      const isList = field === "emails" || (field === "phone" && !AREA_CODE.test(before ?? ""));
      const between = field === "city" ? null : isList ? "; " : " ";
      this.#cells.set(field, joinTexts(before ?? "", value, between));
    }
    this.#surplus = cells.slice(header.length).flatMap((cell) => filledText(cell) ?? []);
    if (this.#surplus.length > 0) {
      this.drop(null, `Hinter der letzten Spalte steht noch ${quoted(this.#surplus.join("; "))}`);
    }
  }

  drop(field: ImportField | null, text: string): void {
    this.dropped.push({ field, text });
  }

  text(field: ImportField): string | null {
    const text = this.#cells.get(field);
    if (text === undefined || text.length <= MAX_TEXT) return text ?? null;
    const limit = `${IMPORT_FIELDS[field]} hat mehr als ${MAX_TEXT.toLocaleString("de-DE")} Zeichen`;
    const isCut = PROSE.includes(field);
    this.drop(field, isCut ? `${limit} und ist gekürzt` : limit);
    return isCut ? text.slice(0, MAX_TEXT) : null;
  }

  /** Drops the value if `make` returns null. */
  parsed<T>(
    field: ImportField,
    make: (text: string) => T | null,
    fault: string,
    text = this.text(field),
  ): T | null {
    if (text === null) return null;
    const value = make(text);
    if (value === null) this.drop(field, `${IMPORT_FIELDS[field]} ${quoted(text)} ${fault}`);
    return value;
  }

  /** Takes a web address from a wrong column, or from after the last one. */
  takeStray(): string | null {
    const isAddress = (cell: string) =>
      /^\S+$/.test(cell) &&
      domainKey(cell).kind === "company" &&
      (!cell.includes("@") || emailAddress(cell) !== null);
    for (const [field, cell] of this.#cells) {
      if (PROSE.includes(field) || !isAddress(cell)) continue;
      if (field !== "companyName") this.#cells.delete(field);
      return cell;
    }
    return this.#surplus.find(isAddress) ?? null;
  }

  flag(field: ImportField): boolean {
    return this.parsed(field, parseYesNo, "ist weder ja noch nein") ?? false;
  }

  emails(field: "email" | "emails" | "contactEmail"): string[] {
    const written = (this.text(field) ?? "").replace(/[^\S\n]+/g, " ");
    const text = written.replace(HIDDEN_AT, "@").replace(HIDDEN_DOT, ".");
    return text.split(/[,;|\n]|\s\/\s/).flatMap((part) => {
      const words = part.split(/[\s<>()[\]"]+/).filter((word) => word !== "");
      const found = words.map((word) => emailAddress(word));
      const emails = found.flatMap((email) => email ?? []);
      const wrong = words.filter((word, index) => found[index] === null && word.includes("@"));
      const invalid = emails.length === 0 && words.length > 0 ? [part.trim()] : wrong;
      for (const text of invalid) this.drop(field, `E-Mail ${quoted(text)} ist keine Adresse`);
      return emails;
    });
  }

  /** @param emails the row's; one may be the person's own */
  persons(emails: readonly string[], { facts, isFamilyFirst }: RowSpec, country: Country) {
    const [written = null] = this.emails("contactEmail");
    const stored = (text: string) => storedPhones(text, country)[0] ?? null;
    const phone = this.parsed("contactPhone", stored, "ist keine Telefonnummer");
    const text = (this.text("contactName") ?? "").replace(SALUTATION, "");
    const [, whole = text, inBrackets = null] = BRACKETS_BEHIND.exec(text) ?? [];
    const title = this.text("contactTitle") ?? inBrackets;
    const name = (isFamilyFirst ? whole.replace(FAMILY_FIRST, "$2 $1") : whole) || null;
    const isOwn = (email: string) => facts.crowded.has(ownDomain(email));
    const own =
      name &&
      (emails.find((one) => sharedLetters(one.replace(/@.*/, ""), name) > 0) ?? emails.find(isOwn));
    const email = written ?? (own || null);
    const lines = (this.text("persons") ?? "").split("\n");
    const persons = lines.map((line) => readPerson(line, country));
    return [{ ...NOBODY, name, title, email, phone }, ...persons].filter((one) =>
      Object.values(one).some((part) => part !== null),
    );
  }

  topics(): string[] {
    const parts = (this.text("topics") ?? "").split(/[,;\n]/).map((topic) => topic.trim());
    const kept = parts.filter((topic) => topic !== "" && topic.length <= MAX_TOPIC);
    return [...new Set(kept)].slice(0, MAX_TOPICS);
  }

  tags(): string[] {
    const text = this.text("tags") ?? "";
    const tags = text.split(/[;,\n]/).flatMap((part) => {
      if (part.trim() === "") return [];
      const parsed = TagSchema.safeParse(part);
      if (parsed.success) return parsed.data;
      this.drop("tags", `Tag ${quoted(part.trim())}: ${parsed.error.issues[0]?.message ?? ""}`);
      return [];
    });
    const all = [
      ...(this.flag("contacted") ? [CONTACTED_TAG] : []),
      ...(this.flag("favorite") ? [FAVORITE_TAG] : []),
      ...tags,
    ];
    const unique = uniqueTags(all);
    if (unique.length > MAX_TAGS) this.drop("tags", `Mehr als ${MAX_TAGS} Tags`);
    return unique.slice(0, MAX_TAGS);
  }
}

export function sharedLetters(text: string, name: string): number {
  const folded = foldText(text);
  return foldText(name)
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2 && folded.includes(word))
    .reduce((sum, word) => sum + word.length, 0);
}

/** A line of an export: „Name, Funktion, E-Mail, Telefon“, without unknown parts. */
function readPerson(line: string, country: Country): LeadContact {
  const [name = "", ...parts] = line.split(",").map((part) => part.trim());
  const last = parts.at(-1) ?? "";
  const isPhone = /\d{3}/.test(last) && !last.includes("@");
  const [phone = null] = isPhone ? storedPhones(last, country) : [];
  if (phone !== null) parts.pop();
  const email = parts.at(-1)?.includes("@") ? emailAddress(parts.pop() ?? "") : null;
  return { ...NOBODY, name: name || null, title: parts.join(", ") || null, email, phone };
}
