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

/** A company and the values left out, or why the row is not a company: German, without a full stop. */
type RowReading =
  | { company: FoundCompany; key: DomainKey; dropped: DroppedValue[] }
  | { problem: string };

const MAX_TOPIC = 100;
const MAX_TOPICS = 50;
/** „info(at)firma(punkt)de“, as written to deter address harvesters. */
const HIDDEN_AT = / ?(?:[([{] ?(?:at|ät|@) ?[)\]}]|@| at ) ?/gi;
const HIDDEN_DOT = / ?[([{] ?(?:dot|punkt|\.) ?[)\]}] ?/gi;
/** „03521“, „+49 (0)351“ */
const AREA_CODE = /^(?:\+\d{1,3} ?)?\(?0?\)?\d{2,5}[ /-]*$/;
const streetKey = (text: string) => foldText(text).replace(/str(?:asse|\.)/g, "str");
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

const quoted = (value: string) => `‚${value.length > 60 ? `${value.slice(0, 60)}…` : value}‘`;

class RowReader {
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

/** „+41 62 822 27 32“ */
const ABROAD = /^\D{0,2}(?:\+|00)[ (]?(?!4 ?9)[1-9]/;
const parseAddress = (text: string) => (domainKey(text).kind === "none" ? null : text);
/** Parsing a number takes 0.1 ms, so obvious ones are parsed only when stored. */
const PLAIN_PHONE = /^(?:\+49 ?|0)[2-9](?:[ ()/-]{0,3}\d){8,10}$/;
const parsePhone = (text: string, country: Country) =>
  (country === "DE" && PLAIN_PHONE.test(text)) || storedPhones(text, country).length > 0
    ? text
    : null;

/** An email domain outranks the website if it shares this many times more of the name. */
const MUCH_CLOSER = 1.5;

/**
 * The domain of the first company address, or of an email address that is far closer to the name: the website may be
 * a booking page. Addresses of mailbox providers don't count.
 */
function keyOf(
  addresses: readonly (string | null)[],
  emails: readonly string[],
  name: string | null,
): DomainKey {
  const keys = addresses.flatMap((address) => (address === null ? [] : [domainKey(address)]));
  const isOwn = ({ kind }: DomainKey) => kind === "company";
  const [site, mail] = [keys.find(isOwn), emails.map((email) => domainKey(email)).find(isOwn)];
  const closeness = (key: DomainKey | undefined) =>
    key?.kind === "company" ? sharedLetters(key.domain.split(".")[0] ?? "", name ?? "") : 0;
  const usesEmail = site === undefined || closeness(mail) > MUCH_CLOSER * closeness(site);
  return (usesEmail ? mail : site) ?? keys[0] ?? { kind: "none" };
}

const SAMPLED_ROWS = 200;

export interface RowSpec {
  header: readonly string[];
  /** The mapped columns, first names before last names. */
  columns: { field: ImportField; column: number }[];
  /** Most postal codes have five digits, so four lack their leading zero. */
  isGermanList: boolean;
  /** Most persons are written „Muster, Erika“. */
  isFamilyFirst: boolean;
  facts: ListFacts;
  owners: readonly string[];
  timeZone: string;
}

export type ListContext = Pick<RowSpec, "owners" | "timeZone">;
const DEFAULT_CONTEXT: ListContext = { owners: [], timeZone: "UTC" };

export function rowSpec(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
  context = DEFAULT_CONTEXT,
): RowSpec {
  const columns = mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]));
  const isGiven = ({ column }: { column: number }) =>
    readHeader(header[column] ?? "").names.includes("givenName");
  columns.sort((left, right) => Number(isGiven(right)) - Number(isGiven(left)));
  const first = rows.slice(0, SAMPLED_ROWS);
  const mostMatch = (field: ImportField, test: (value: string) => boolean) => {
    const column = mapping.indexOf(field);
    const values = first.flatMap((row) => filledText(row[column] ?? "") ?? []);
    return values.filter(test).length > values.length / 2;
  };
  return {
    header,
    columns,
    isGermanList: mostMatch("postalCode", (code) => /^\d{5}(?:\.0)?$/.test(code)),
    isFamilyFirst: mostMatch("contactName", (name) => isPerson(FAMILY_FIRST.exec(name)?.[2] ?? "")),
    facts: NO_FACTS,
    ...context,
  };
}

export async function listSpec(
  table: FileTable,
  mapping: Mapping,
  context: ListContext,
): Promise<RowSpec> {
  return { ...rowSpec(table, mapping, context), facts: await readListFacts(table, mapping) };
}

/** Joins columns of one field. Leaves out unusable values and reports them. */
export function readRow(cells: readonly string[], spec: RowSpec): RowReading {
  const { isGermanList, owners, timeZone, facts } = spec;
  const ownerNamed = (text: string) =>
    owners.find((name) => foldText(name) === foldText(text)) ?? null;
  const timeOfDay = (text: string) => {
    const day = parseDay(text);
    return day === null ? null : instant(day, timeZone, 0);
  };
  const row = new RowReader(cells, spec);
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
  const placeCountry = place.country ?? countryOfRow(written, host);
  const phoneCountry = placeCountry === undefined ? facts.country : placeCountry;
  // Unknown states of other countries are not reported.
  const federalState =
    (phoneCountry ?? "DE") === "DE"
      ? row.parsed("federalState", parseFederalState, "ist kein deutsches Bundesland", state)
      : parseFederalState(state ?? "");
  // People read this line in place of its parts.
  const street = row.text("street");
  const isWithoutStreet =
    address !== null && street !== null && !streetKey(address).includes(streetKey(street));
  const persons = row.persons(emails, spec, phoneCountry);
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
      address: isWithoutStreet ? `${street}, ${address}` : address,
      federalState,
      payload: {},
    },
    {
      // If all addresses are persons', the lead uses them.
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

export function readRowAt(table: FileTable, index: number, spec: RowSpec): NumberedReading {
  const cells = table.rows[index] ?? [];
  return {
    cells,
    line: table.lines[index] ?? index + 2,
    reading: cells.length === 0 ? { problem: "gelöscht" } : readRow(cells, spec),
  };
}
