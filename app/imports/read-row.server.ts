import { foldText } from "~db/fold";
import { findPhoneNumbers } from "~db/phone-number";
import { NOBODY } from "~db/queries/leads";
import type { LeadContact } from "~db/schema";
import { type DomainKey, domainKey, emailAddress } from "../leads/domain-key.server";
import { instant } from "../leads/list/find-leads.server";
import { parseFederalState } from "../leads/parse-federal-state";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS, uniqueTags } from "../leads/tag";
import { TagSchema } from "../leads/tag-schema.server";
import { type FoundCompany, foundCompany } from "../providers/company-search";
import {
  type FileTable,
  IMPORT_FIELDS,
  type ImportField,
  MAX_TEXT,
  type Mapping,
} from "../tables/fields";
import { readHeader } from "../tables/header-names";
import { parseDay, parseScore, parseStatus, parseYesNo } from "../tables/value-words";
import { parseCountry } from "../text/country";
import { filledText } from "../text/filled-text";
import { splitPlace } from "./place-cells.server";

/** A value of a row that could not be used. */
interface DroppedValue {
  field: ImportField | null;
  /** German, without a full stop. */
  text: string;
}

/** A row as a company with what was left out of it, or why it is none: a German sentence without a full stop. */
type RowReading =
  | { company: FoundCompany; key: DomainKey; dropped: DroppedValue[] }
  | { problem: string };

const MAX_TOPIC = 100;
const MAX_TOPICS = 50;
/** „info(at)firma(punkt)de“, as people write it against collectors of addresses. */
const HIDDEN_AT = / ?(?:[([{] ?(?:at|ät|@) ?[)\]}]|@| at ) ?/gi;
const HIDDEN_DOT = / ?[([{] ?(?:dot|punkt|\.) ?[)\]}] ?/gi;
/** These are cut and not left out when they are too long. */
const PROSE: readonly ImportField[] = ["notes", "salesReason"];

const quoted = (value: string) => `‚${value.length > 60 ? `${value.slice(0, 60)}…` : value}‘`;

class RowReader {
  readonly dropped: DroppedValue[] = [];
  readonly #cells = new Map<ImportField, string>();

  constructor(cells: readonly string[], { columns, header }: RowForm) {
    for (const { field, column } of columns) {
      const value = filledText(cells[column] ?? "");
      if (value === null) continue;
      const before = this.#cells.get(field);
      const isEmail = field === "email" || field === "emails";
      const joint = before === undefined ? "" : `${before}${isEmail ? "; " : " "}`;
      this.#cells.set(field, `${joint}${value}`);
    }
    const surplus = cells.slice(header.length).flatMap((cell) => filledText(cell) ?? []);
    if (surplus.length > 0) {
      this.drop(null, `Hinter der letzten Spalte steht noch ${quoted(surplus.join("; "))}`);
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
      // Names and labels around an address say nothing.
      const wrong = words.filter((word, index) => found[index] === null && word.includes("@"));
      const said = emails.length === 0 && words.length > 0 ? [part.trim()] : wrong;
      for (const text of said) this.drop(field, `E-Mail ${quoted(text)} ist keine Adresse`);
      return emails;
    });
  }

  persons(): LeadContact[] {
    const [email = null] = this.emails("contactEmail");
    const phone = this.parsed("contactPhone", storedPhone, "ist keine Telefonnummer");
    const [name, title] = [this.text("contactName"), this.text("contactTitle")];
    const others = (this.text("persons") ?? "").split("\n").map(readPerson);
    return [{ ...NOBODY, name, title, email, phone }, ...others].filter((one) =>
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

const storedPhone = (text: string) => findPhoneNumbers(text)[0]?.stored ?? null;

/** A person in one line as an export has it: „Name, Funktion, E-Mail, Telefon“, without what is not known. */
function readPerson(line: string): LeadContact {
  const [name = "", ...parts] = line.split(",").map((part) => part.trim());
  const last = parts.at(-1) ?? "";
  const phone = /\d{3}/.test(last) && !last.includes("@") ? storedPhone(last) : null;
  if (phone !== null) parts.pop();
  const email = parts.at(-1)?.includes("@") ? emailAddress(parts.pop() ?? "") : null;
  return { ...NOBODY, name: name || null, title: parts.join(", ") || null, email, phone };
}

const parseAddress = (text: string) => (domainKey(text).kind === "none" ? null : text);
/** Reading a number takes a tenth of a millisecond; what is plainly one is read only when it is stored. */
const PLAIN_PHONE = /^(?:\+|0)[1-9][\d ()/-]{5,16}\d$/;
const parsePhone = (text: string) =>
  PLAIN_PHONE.test(text) || findPhoneNumbers(text).length > 0 ? text : null;

/** The company's own domain by the first address that has one; a mailbox at a provider says nothing of a company. */
function keyOf(addresses: readonly (string | null)[], emails: readonly string[]): DomainKey {
  const keys = addresses.flatMap((address) => (address === null ? [] : [domainKey(address)]));
  const isOwn = ({ kind }: DomainKey) => kind === "company";
  return (
    keys.find(isOwn) ??
    emails.map((email) => domainKey(email)).find(isOwn) ??
    keys[0] ?? { kind: "none" }
  );
}

const CODES_LOOKED_AT = 200;

/** How the rows of a list are read. */
interface RowForm {
  header: readonly string[];
  /** The columns that have a field, first names before last names. */
  columns: { field: ImportField; column: number }[];
  /** Whether four digits are a German postal code without its nought, since most of the others have five. */
  isGermanList: boolean;
  /** Users by their names, who can look after a lead. */
  owners: readonly string[];
  timeZone: string;
  /** Nothing of the row is stored: the record of all its cells is left out, which takes as much as the list itself. */
  isPreview?: boolean;
}

export type Surroundings = Pick<RowForm, "owners" | "timeZone" | "isPreview">;
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
  const coded = mapping.indexOf("postalCode");
  const codes = rows.slice(0, CODES_LOOKED_AT).flatMap((row) => filledText(row[coded] ?? "") ?? []);
  const german = codes.filter((code) => /^\d{5}(?:\.0)?$/.test(code));
  return {
    header,
    columns,
    isGermanList: german.length > codes.length / 2,
    ...around,
  };
}

/**
 * Reads one row of a list. Columns of one field are joined. A value that can't be used is left out and said; the row
 * is read as far as its cells go. Without a field for it a value stays in the record that is kept with the lead's
 * source.
 */
export function readRow(cells: readonly string[], form: RowForm): RowReading {
  const { header, isGermanList, owners, timeZone, isPreview } = form;
  const ownerNamed = (text: string) =>
    owners.find((name) => foldText(name) === foldText(text)) ?? null;
  const timeOfDay = (text: string) => {
    const day = parseDay(text);
    return day === null ? null : instant(day, timeZone, 0);
  };
  const row = new RowReader(cells, form);
  const emails = [...new Set([...row.emails("email"), ...row.emails("emails")])];
  // Some write their address where the website belongs.
  const site = row.text("website");
  const mail = site?.includes("@") ? emailAddress(site) : null;
  if (mail !== null) emails.push(mail);
  const website =
    mail === null ? row.parsed("website", parseAddress, "ist keine Internetadresse", site) : null;
  const domain = row.parsed("domain", parseAddress, "ist keine Domain");
  const key = keyOf([domain, website], emails);
  const name = row.text("companyName");
  if (name === null && key.kind === "none" && emails.length === 0) {
    return { problem: noCompany(row.dropped) };
  }
  const address = key.kind === "none" ? "" : key.domain;
  const country = row.parsed("country", parseCountry, "ist kein Land");
  const federalState = row.parsed(
    "federalState",
    parseFederalState,
    "ist kein deutsches Bundesland",
  );
  const place = splitPlace(
    { postalCode: row.text("postalCode"), city: row.text("city") },
    {
      federalState,
      country,
      isGermanList: isGermanList || (country === null && address.endsWith(".de")),
    },
  );
  for (const { field, text } of place.unusable) {
    row.drop(
      field,
      `${IMPORT_FIELDS[field]} ${quoted(text)} ist ${field === "city" ? "kein Ort" : "keine Postleitzahl"}`,
    );
  }
  const company = foundCompany(
    {
      name,
      website,
      domain: key.kind === "none" ? null : key.domain,
      phone: row.parsed("phone", parsePhone, "ist keine Telefonnummer"),
      address: row.text("address"),
      street: row.text("street"),
      postalCode: place.postalCode,
      city: place.city,
      federalState,
      country,
      payload: isPreview
        ? {}
        : Object.fromEntries(
            header.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : [])),
          ),
    },
    {
      emails,
      persons: row.persons(),
      companyType: row.text("companyType"),
      topics: row.topics(),
      salesScore: row.parsed("salesScore", parseScore, "ist keine ganze Zahl von 1 bis 5"),
      salesReason: row.text("salesReason"),
      offerPackage: row.text("offerPackage"),
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

function noCompany(dropped: readonly DroppedValue[]): string {
  const why = dropped.map(({ text }) => text);
  return ["Die Zeile nennt weder Firma noch Domain, Website oder E-Mail", ...why].join("; ");
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

export function readRows(
  table: FileTable,
  mapping: Mapping,
  start = 0,
  end = table.rows.length,
  around = NOWHERE,
): NumberedReading[] {
  const form = rowForm(table, mapping, around);
  const count = Math.max(0, Math.min(end, table.rows.length) - start);
  return Array.from({ length: count }, (_, offset) => readRowAt(table, start + offset, form));
}
