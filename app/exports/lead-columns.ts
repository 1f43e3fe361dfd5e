import { parsePhoneNumber } from "~db/phone-number";
import type { SheetField, SheetRow } from "~db/queries/lead-list";
import { parseContacts, parseList } from "~db/queries/leads";
import type { JobResultRow } from "~db/schema";
import { FIELDS, type FieldWith, PLAIN_TEXTS } from "~db/schema/lead-fields";
import { SOURCE_NAMES } from "../leads/lead";
import { displayDomain } from "../reading/companies/domain-key.server";
import type { Column } from "../spreadsheet/workbook-writer.server";

type Value = string | number | null;

export const SHEET_FIELDS: SheetField[] = [];

function column(
  header: string,
  width: number,
  name: SheetField,
  show: (value: Value) => Value = (value) => value,
  kind: Column<SheetRow>["kind"] = "text",
): Column<SheetRow> {
  const at = SHEET_FIELDS.push(name) - 1;
  return { header, width, kind, value: (row) => show(row[at] ?? null) };
}

const field = (
  name: FieldWith<"sheet"> & SheetField,
  show?: (value: Value) => Value,
  kind?: Column<SheetRow>["kind"],
) => column(FIELDS[name].label, FIELDS[name].sheet, name, show, kind);

const yesNo = (value: Value) => (value === 1 ? "ja" : "nein");

/** The value behind the list is left out of it. */
function listed(text: Value): string | null {
  const [list = "[]", ...rest] = String(text).split("\n");
  if (list === "[]") return null;
  const without = rest.join("\n");
  return (
    parseList(list)
      .filter((entry) => entry !== without)
      .join(", ") || null
  );
}

const withBlanks = (text: Value) => text && String(text).replaceAll("\u00a0", " ");
const shownPhone = (phone: string | null) =>
  phone && parsePhoneNumber(phone).display.replaceAll("\u00a0", " ");

/** One a line: „Name, Funktion, E-Mail, Telefon“ */
const persons = (json: Value) =>
  parseContacts(String(json))
    .map(({ name, title, email, phone }) => {
      const number = shownPhone(phone);
      return [name ?? "", title, email, number].filter((part) => part !== null).join(", ");
    })
    .join("\n") || null;

/** Widths in characters. */
export const LEAD_COLUMNS: readonly Column<SheetRow>[] = [
  field("companyName"),
  field("domain", (domain) => displayDomain(String(domain))),
  field("website", undefined, "link"),
  field("email", undefined, "email"),
  column("Weitere E-Mails", 34, "otherEmails", listed),
  column("Telefon", 20, "phoneDisplay", withBlanks),
  field("street"),
  field("postalCode"),
  field("city"),
  field("address"),
  field("federalState"),
  field("contactName"),
  field("contactTitle"),
  column("Alle Ansprechpersonen", 40, "contacts", persons),
  field("companyType"),
  field("topics", listed),
  field("salesScore", undefined, "number"),
  field("salesReason"),
  ...PLAIN_TEXTS.map((name) => field(name)),
  column("Kontaktiert", 12, "contacted", yesNo),
  column("Favorit", 9, "favorite", yesNo),
  column("Freigegeben", 13, "approved", yesNo),
  column("Freigegeben am", 17, "approvedAt", undefined, "datetime"),
  field("tags"),
  field("notes"),
  field("owner"),
  field("followUpAt", undefined, "datetime"),
  column("Suchbegriff", 20, "sourceTerm"),
  column("Quelle", 12, "sourceType", (type) => SOURCE_NAMES[String(type)] ?? type),
  column("Gefunden am", 17, "createdAt", undefined, "datetime"),
  column("Geändert am", 17, "updatedAt", undefined, "datetime"),
  field("legalForm"),
  column("Geschäftsführung", 30, "management"),
  field("registerNumber"),
  field("vatId"),
];

export interface SkippedSheetRow
  extends Pick<
    JobResultRow,
    "companyName" | "domain" | "website" | "phone" | "address" | "city" | "contactName"
  > {
  /** Row in the file, or hit. */
  number: number;
  reason: string;
}

const skipped = (
  header: string,
  width: number,
  value: Column<SkippedSheetRow>["value"],
  kind: Column<SkippedSheetRow>["kind"] = "text",
): Column<SkippedSheetRow> => ({ header, width, kind, value });

export function skippedColumns(hasLines: boolean): readonly Column<SkippedSheetRow>[] {
  return [
    skipped(hasLines ? "Zeile" : "Treffer", 9, (row) => row.number, "number"),
    skipped("Grund", 30, (row) => row.reason),
    skipped("Firma", 34, (row) => row.companyName),
    skipped("Domain", 26, (row) => row.domain),
    skipped("Website", 34, (row) => row.website, "link"),
    skipped("Telefon", 20, (row) => shownPhone(row.phone)),
    skipped("Ort", 20, (row) => row.city),
    skipped("Adresse", 40, (row) => row.address),
    skipped("Ansprechperson", 24, (row) => row.contactName),
  ];
}
