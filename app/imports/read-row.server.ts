import { foldText } from "~db/fold";
import { storedPhones } from "~db/phone-number";
import { NOBODY } from "~db/queries/leads";
import type { LeadContact } from "~db/schema";
import { perPlainText } from "~db/schema/lead-fields";
import { instant } from "../leads/list/find-leads.server";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS, uniqueTags } from "../leads/tag";
import { TagSchema } from "../leads/tag-schema.server";
import { type FoundCompany, foundCompany } from "../providers/company-search";
import { type DomainKey, domainKey, emailAddress } from "../reading/companies/domain-key.server";
import { parseCountry } from "../reading/places/country";
import { parseFederalState } from "../reading/places/parse-federal-state";
import { isPerson } from "../reading/tables/column-values.server";
import {
  type FileTable,
  IMPORT_FIELDS,
  type ImportField,
  MAX_TEXT,
  type Mapping,
} from "../reading/tables/fields";
import { readHeader } from "../reading/tables/header-names";
import { parseDay, parseScore, parseStatus, parseYesNo } from "../reading/tables/value-words";
import { filledText } from "../text/filled-text";
import {
  countryOfRow,
  type ListFacts,
  NO_FACTS,
  ownDomain,
  readListFacts,
} from "./list-facts.server";
import { readPlace } from "./place-cells.server";

interface DroppedValue {
  field: ImportField | null;
  /** German, without a full stop. */
  text: string;
}

const NO_COMPANY = "Die Zeile nennt weder Firma noch Domain, Website oder E-Mail";

/** A row as a company with what was left out of it, or why it is none: a German sentence without a full stop. */
type RowReading =
  | { company: FoundCompany; key: DomainKey; dropped: DroppedValue[] }
  | { problem: string };

const MAX_TOPIC = 100;
const MAX_TOPICS = 50;
/** „info(at)firma(punkt)de“, as people write it against collectors of addresses. */
const HIDDEN_AT = / ?(?:[([{] ?(?:at|ät|@) ?[)\]}]|@| at ) ?/gi;
const HIDDEN_DOT = / ?[([{] ?(?:dot|punkt|\.) ?[)\]}] ?/gi;
/** „03521“, „+49 (0)351“ */
const AREA_CODE = /^(?:\+\d{1,3} ?)?\(?0?\)?\d{2,5}[ /-]*$/;
/** These are cut and not left out when they are too long. */
const PROSE: readonly ImportField[] = ["notes", "salesReason"];

/** Once where one of the texts holds the other: „Erika“ and „Erika Muster“. */
function joinTexts(before: string, value: string, between: string): string {
  const isIn = (part: string, whole: string) => ` ${whole} `.includes(` ${part} `);
  if (before === "" || isIn(before, value)) return value;
  return isIn(value, before) ? before : `${before}${between}${value}`;
}

const quoted = (value: string) => `‚${value.length > 60 ? `${value.slice(0, 60)}…` : value}‘`;

class RowReader {
  readonly dropped: DroppedValue[] = [];
  readonly #cells = new Map<ImportField, string>();
  readonly #surplus: readonly string[];

  constructor(cells: readonly string[], { columns, header }: RowForm) {
    for (const { field, column } of columns) {
      const value = filledText(cells[column] ?? "");
      if (value === null) continue;
      const before = this.#cells.get(field);
      const isList = field === "emails" || (field === "phone" && !AREA_CODE.test(before ?? ""));
      this.#cells.set(field, joinTexts(before ?? "", value, isList ? "; " : " "));
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

  /** A value that is made from the text; what `make` answers null for is left out. */
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

  /** Takes a web address that slipped into another column, or behind the last one. */
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
      const said = emails.length === 0 && words.length > 0 ? [part.trim()] : wrong;
      for (const text of said) this.drop(field, `E-Mail ${quoted(text)} ist keine Adresse`);
      return emails;
    });
  }

  /** @param emails of the row; one of them may be the person's own */
  persons(emails: readonly string[], { facts, isFamilyFirst }: RowForm, country: Country) {
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

type Country = string | null;

/** „Erika Muster (Einkauf)“ */
const BRACKETS_BEHIND = /^(\p{L}[^()]{2,}?) ?\((\p{L}[^()@]{2,})\)$/u;
const SALUTATION = /^(?:herrn?|hr\.|frau|fr\.|mr|mrs|ms|miss|mme|sra?)\.? (?=\p{L})/iu;
/** „Muster, Erika“ */
const FAMILY_FIRST = /^(\p{L}[\p{L}' -]*), ?(\p{L}[\p{L}. -]*)$/u;
function sharedLetters(text: string, name: string): number {
  const folded = foldText(text);
  return foldText(name)
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2 && folded.includes(word))
    .reduce((sum, word) => sum + word.length, 0);
}

/** A person in one line as an export has it: „Name, Funktion, E-Mail, Telefon“, without what is not known. */
function readPerson(line: string, country: Country): LeadContact {
  const [name = "", ...parts] = line.split(",").map((part) => part.trim());
  const last = parts.at(-1) ?? "";
  const isPhone = /\d{3}/.test(last) && !last.includes("@");
  const [phone = null] = isPhone ? storedPhones(last, country) : [];
  if (phone !== null) parts.pop();
  const email = parts.at(-1)?.includes("@") ? emailAddress(parts.pop() ?? "") : null;
  return { ...NOBODY, name: name || null, title: parts.join(", ") || null, email, phone };
}

/** „+41 62 822 27 32“ */
const ABROAD = /^\D{0,2}(?:\+|00)[ (]?(?!4 ?9)[1-9]/;
const parseAddress = (text: string) => (domainKey(text).kind === "none" ? null : text);
/** Reading a number takes a tenth of a millisecond; what is plainly one is read only when it is stored. */
const PLAIN_PHONE = /^(?:\+49 ?|0)[2-9](?:[ ()/-]{0,3}\d){8,10}$/;
const parsePhone = (text: string, country: Country) =>
  (country === "DE" && PLAIN_PHONE.test(text)) || storedPhones(text, country).length > 0
    ? text
    : null;

/** So many times as much of a company's name as in its website makes an email address the better key. */
const FAR_LIKER = 1.5;

/**
 * The company's own domain by the first address that has one, or by an email address that has far more of its name:
 * the website may be a page for bookings. A mailbox at a provider says nothing of a company.
 */
function keyOf(
  addresses: readonly (string | null)[],
  emails: readonly string[],
  name: string | null,
): DomainKey {
  const keys = addresses.flatMap((address) => (address === null ? [] : [domainKey(address)]));
  const isOwn = ({ kind }: DomainKey) => kind === "company";
  const [site, mail] = [keys.find(isOwn), emails.map((email) => domainKey(email)).find(isOwn)];
  const likeness = (key: DomainKey | undefined) =>
    key?.kind === "company" ? sharedLetters(key.domain.split(".")[0] ?? "", name ?? "") : 0;
  const isMails = site === undefined || likeness(mail) > FAR_LIKER * likeness(site);
  return (isMails ? mail : site) ?? keys[0] ?? { kind: "none" };
}

const ROWS_LOOKED_AT = 200;

export interface RowForm {
  header: readonly string[];
  /** The columns that have a field, first names before last names. */
  columns: { field: ImportField; column: number }[];
  /** Most postal codes have five digits, so four lack their nought. */
  isGermanList: boolean;
  /** Most persons stand as „Muster, Erika“. */
  isFamilyFirst: boolean;
  facts: ListFacts;
  owners: readonly string[];
  timeZone: string;
}

export type Surroundings = Pick<RowForm, "owners" | "timeZone">;
const NOWHERE: Surroundings = { owners: [], timeZone: "UTC" };

export function rowForm(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
  around = NOWHERE,
): RowForm {
  const columns = mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]));
  const isGiven = ({ column }: { column: number }) =>
    readHeader(header[column] ?? "").names.includes("givenName");
  columns.sort((left, right) => Number(isGiven(right)) - Number(isGiven(left)));
  const first = rows.slice(0, ROWS_LOOKED_AT);
  const isMost = (field: ImportField, test: (value: string) => boolean) => {
    const column = mapping.indexOf(field);
    const values = first.flatMap((row) => filledText(row[column] ?? "") ?? []);
    return values.filter(test).length > values.length / 2;
  };
  return {
    header,
    columns,
    isGermanList: isMost("postalCode", (code) => /^\d{5}(?:\.0)?$/.test(code)),
    isFamilyFirst: isMost("contactName", (name) => isPerson(FAMILY_FIRST.exec(name)?.[2] ?? "")),
    facts: NO_FACTS,
    ...around,
  };
}

export async function listForm(
  table: FileTable,
  mapping: Mapping,
  around: Surroundings,
): Promise<RowForm> {
  return { ...rowForm(table, mapping, around), facts: await readListFacts(table, mapping) };
}

/** Columns of one field are joined. A value that can't be used is left out and said; the row is read without it. */
export function readRow(cells: readonly string[], form: RowForm): RowReading {
  const { isGermanList, owners, timeZone, facts } = form;
  const ownerNamed = (text: string) =>
    owners.find((name) => foldText(name) === foldText(text)) ?? null;
  const timeOfDay = (text: string) => {
    const day = parseDay(text);
    return day === null ? null : instant(day, timeZone, 0);
  };
  const row = new RowReader(cells, form);
  const emails = [...new Set([...row.emails("email"), ...row.emails("emails")])];
  const isBare = emails.length === 0 && row.text("domain") === null;
  const site = row.text("website") ?? (isBare ? row.takeStray() : null);
  const mail = site?.includes("@") ? emailAddress(site) : null;
  if (mail !== null) emails.push(mail);
  const isAtPortal = (text: string) => facts.portals.size > 0 && facts.portals.has(ownDomain(text));
  const parseOwn = (text: string) => (isAtPortal(text) ? null : text);
  const fault = "gehört einem Portal, an dem keine Firma zu erkennen ist";
  const page =
    mail === null ? row.parsed("website", parseAddress, "ist keine Internetadresse", site) : null;
  const website = row.parsed("website", parseOwn, fault, page);
  const name = row.text("companyName");
  const ownHost = row.parsed("domain", parseAddress, "ist keine Domain");
  const domain = row.parsed("domain", parseOwn, fault, ownHost);
  const key = keyOf(
    [domain, website],
    emails.filter((email) => !isAtPortal(email)),
    name,
  );
  if (name === null && key.kind === "none" && emails.length === 0) {
    const why = row.dropped.map(({ text }) => text);
    return { problem: [NO_COMPANY, ...why].join("; ") };
  }
  const host = key.kind === "none" ? "" : key.domain;
  const written = row.text("country");
  const named = row.parsed("country", parseCountry, "ist kein Land", written);
  const phone = row.text("phone");
  const address = row.text("address");
  const state = row.text("federalState");
  const isGerman = written === null && !ABROAD.test(phone ?? "");
  const { unusable, ...place } = readPlace(
    {
      address,
      street: row.text("street"),
      postalCode: row.text("postalCode"),
      city: row.text("city"),
      country: named,
    },
    {
      federalState: parseFederalState(state ?? ""),
      listCountry: countryOfRow(written, host) ?? facts.country,
      isGermanList: isGerman && (isGermanList || host.endsWith(".de")),
    },
  );
  for (const { field, text } of unusable) {
    const fault = field === "city" ? "kein Ort" : "keine Postleitzahl";
    row.drop(field, `${IMPORT_FIELDS[field]} ${quoted(text)} ist ${fault}`);
  }
  const said = place.country ?? countryOfRow(written, host);
  const phoneCountry = said === undefined ? facts.country : said;
  // States of other countries are none that a lead has.
  const federalState =
    (phoneCountry ?? "DE") === "DE"
      ? row.parsed("federalState", parseFederalState, "ist kein deutsches Bundesland", state)
      : parseFederalState(state ?? "");
  const persons = row.persons(emails, form, phoneCountry);
  const others = emails.filter((email) => persons.every((one) => one.email !== email));
  const company = foundCompany(
    {
      ...place,
      name,
      website,
      domain: key.kind === "none" ? null : key.domain,
      phone: row.parsed(
        "phone",
        (text) => parsePhone(text, phoneCountry),
        "ist keine Telefonnummer",
        phone,
      ),
      phoneCountry,
      address,
      federalState,
      payload: {},
    },
    {
      // A lead whose only address is a person's is written to there.
      emails: others.length > 0 ? others : emails,
      persons,
      companyType: row.text("companyType"),
      topics: row.topics(),
      salesScore: row.parsed("salesScore", parseScore, "ist keine ganze Zahl von 1 bis 5"),
      salesReason: row.text("salesReason"),
      texts: perPlainText((name) => row.text(name)),
      notes: row.text("notes"),
      owner: row.parsed("owner", ownerNamed, "heißt kein Benutzer"),
      followUpAt: row.parsed("followUpAt", timeOfDay, "ist kein Tag"),
      status: row.parsed(
        "status",
        parseStatus,
        "ist nicht neu, in Bearbeitung, qualifiziert oder abgelehnt",
      ),
      isApproved: row.flag("approved"),
      tags: row.tags(),
      sourceTerm: row.text("sourceTerm"),
    },
  );
  return { company, key, dropped: row.dropped };
}

export interface NumberedReading {
  cells: readonly string[];
  /** Line or row number in the file, from 1. */
  line: number;
  reading: RowReading;
}

export function readRowAt(table: FileTable, index: number, form: RowForm): NumberedReading {
  const cells = table.rows[index] ?? [];
  return {
    cells,
    line: table.lines[index] ?? index + 2,
    reading: cells.length === 0 ? { problem: "gelöscht" } : readRow(cells, form),
  };
}
