import { domainToASCII } from "node:url";
import { type DomainKey, domainKey } from "../leads/domain-key.server";
import { parseFederalState } from "../leads/federal-states";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS, TagSchema, uniqueTags } from "../leads/tag";
import { type FoundCompany, foundCompany } from "../providers/company-search";
import {
  type FileTable,
  IMPORT_FIELDS,
  type ImportField,
  MAX_TEXT,
  type Mapping,
} from "../tables/fields";
import { parseScore, parseStatus, parseYesNo } from "../tables/value-words";

type RowReading = { faults: null; company: FoundCompany; key: DomainKey } | { faults: string[] };

const MAX_TOPIC = 100;
const MAX_TOPICS = 50;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

function quoted(value: string): string {
  return `‚${value.length > 60 ? `${value.slice(0, 60)}…` : value}‘`;
}

class RowReader {
  readonly faults: string[] = [];
  readonly #cells: Map<ImportField, string>;

  constructor(cells: Map<ImportField, string>) {
    this.#cells = cells;
    for (const [field, value] of cells) {
      if (value.length > MAX_TEXT) {
        const limit = MAX_TEXT.toLocaleString("de-DE");
        this.faults.push(`${IMPORT_FIELDS[field]} hat mehr als ${limit} Zeichen`);
      }
    }
  }

  text(field: ImportField): string | null {
    return this.#cells.get(field) || null;
  }

  /** A value that is made from the text; what `make` answers null for is a fault. */
  parsed<T>(field: ImportField, make: (text: string) => T | null, fault: string): T | null {
    const text = this.text(field);
    if (text === null || text.length > MAX_TEXT) return null;
    const value = make(text);
    if (value === null) this.faults.push(`${IMPORT_FIELDS[field]} ${quoted(text)} ${fault}`);
    return value;
  }

  flag(field: ImportField): boolean {
    return this.parsed(field, parseYesNo, "ist weder ja noch nein") ?? false;
  }

  emails(field: "email" | "emails"): string[] {
    const parts = (this.text(field) ?? "").split(/[\s,;]+/).filter((part) => part !== "");
    return parts.flatMap((part) => {
      const email = part.replace(/^mailto:/i, "");
      const address = EMAIL.test(email) ? withAsciiDomain(email) : null;
      if (address === null) this.faults.push(`E-Mail ${quoted(part)} ist keine Adresse`);
      return address ?? [];
    });
  }

  topics(): string[] {
    const parts = (this.text("topics") ?? "").split(/[,;\n]/).map((topic) => topic.trim());
    const kept = parts.filter((topic) => topic !== "" && topic.length <= MAX_TOPIC);
    return [...new Set(kept)].slice(0, MAX_TOPICS);
  }

  tags(): string[] {
    const text = this.text("tags") ?? "";
    const parts = text.split(/[;\n]/.test(text) ? /[;\n]/ : ",");
    const tags = parts.flatMap((part) => {
      if (part.trim() === "") return [];
      const parsed = TagSchema.safeParse(part);
      if (parsed.success) return parsed.data;
      this.faults.push(`Tag ${quoted(part.trim())}: ${parsed.error.issues[0]?.message ?? ""}`);
      return [];
    });
    const all = [
      ...tags,
      ...(this.flag("contacted") ? [CONTACTED_TAG] : []),
      ...(this.flag("favorite") ? [FAVORITE_TAG] : []),
    ];
    const unique = uniqueTags(all);
    if (unique.length > MAX_TAGS) this.faults.push(`Mehr als ${MAX_TAGS} Tags`);
    return unique;
  }
}

/** Umlaut domains are stored in punycode; null where the domain can't be one. */
function withAsciiDomain(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  // Only umlauts need it, and it would lower the case of what people wrote.
  if (/^[!-~]+$/.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii === "" ? null : `${email.slice(0, at)}@${ascii}`;
}

function parseAddress(text: string): string | null {
  return domainKey(text).kind === "none" ? null : text;
}

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

/**
 * Reads one row of a list by its mapping. Without a field for it a value stays in the record that is kept with the
 * lead's source.
 */
export function readRow(
  header: readonly string[],
  cells: readonly string[],
  mapping: Mapping,
): RowReading {
  if (cells.length !== header.length) {
    const count = cells.length === 1 ? "1 Feld" : `${cells.length} Felder`;
    return { faults: [`Die Zeile hat ${count}, die Kopfzeile ${header.length}`] };
  }
  const byField = new Map(
    mapping.flatMap((field, column): [ImportField, string][] =>
      field === null ? [] : [[field, cells[column] ?? ""]],
    ),
  );
  const row = new RowReader(byField);
  const website = row.parsed("website", parseAddress, "ist keine Internetadresse");
  const domain = row.parsed("domain", parseAddress, "ist keine Domain");
  const emails = [...new Set([...row.emails("email"), ...row.emails("emails")])];
  const key = keyOf([domain, website], emails);
  const company = foundCompany(
    {
      name: row.text("companyName"),
      website,
      domain: key.kind === "none" ? null : key.domain,
      phone: row.text("phone"),
      address: row.text("address"),
      street: row.text("street"),
      postalCode: row.text("postalCode"),
      city: row.text("city"),
      federalState: row.parsed("federalState", parseFederalState, "ist kein deutsches Bundesland"),
      payload: Object.fromEntries(
        header.flatMap((name, column) => (cells[column] ? [[name, cells[column]]] : [])),
      ),
    },
    {
      emails,
      contactName: row.text("contactName"),
      contactTitle: row.text("contactTitle"),
      companyType: row.text("companyType"),
      topics: row.topics(),
      salesScore: row.parsed("salesScore", parseScore, "ist keine ganze Zahl von 1 bis 5"),
      salesReason: row.text("salesReason"),
      offerPackage: row.text("offerPackage"),
      notes: row.text("notes"),
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
  return row.faults.length > 0 ? { faults: row.faults } : { faults: null, company, key };
}

export interface NumberedReading {
  cells: readonly string[];
  /** Line or row number in the file, from 1. */
  line: number;
  reading: RowReading;
}

export function readRows(
  table: FileTable,
  mapping: Mapping,
  start = 0,
  end = table.rows.length,
): NumberedReading[] {
  return table.rows.slice(start, end).map((cells, offset) => ({
    cells,
    line: table.lines[start + offset] ?? start + offset + 2,
    reading: readRow(table.header, cells, mapping),
  }));
}
