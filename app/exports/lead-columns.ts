import { parsePhoneNumber } from "~db/phone-number";
import type { SheetField, SheetRow } from "~db/queries/lead-list";
import { parseContacts, parseList } from "~db/queries/leads";
import type { JobResultRow } from "~db/schema";
import { displayDomain } from "../leads/domain-key.server";
import { SOURCE_NAMES } from "../leads/lead";
import type { Column } from "../spreadsheet/workbook-writer.server";

type Value = string | number | null;

/** Fields of a lead that a sheet says, each in one column as it is or as that words it. */
export const SHEET_FIELDS: SheetField[] = [];

function field(
  header: string,
  width: number,
  name: SheetField,
  show: (value: Value) => Value = (value) => value,
  kind: Column<SheetRow>["kind"] = "text",
): Column<SheetRow> {
  const at = SHEET_FIELDS.push(name) - 1;
  return { header, width, kind, value: (row) => show(row[at] ?? null) };
}

const yesNo = (value: Value) => (value === 1 ? "ja" : "nein");

/** A list as one text, without the entry that stands behind it. */
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

/** One to a line: „Name, Funktion, E-Mail, Telefon“, without what is not known. */
const persons = (json: Value) =>
  parseContacts(String(json))
    .map(({ name, title, email, phone }) => {
      const number = shownPhone(phone);
      return [name ?? "", title, email, number].filter((part) => part !== null).join(", ");
    })
    .join("\n") || null;

/** The columns of every Excel file of leads; widths in characters. */
export const LEAD_COLUMNS: readonly Column<SheetRow>[] = [
  field("Firma", 34, "companyName"),
  field("Domain", 26, "domain", (domain) => displayDomain(String(domain))),
  field("Website", 34, "website", undefined, "link"),
  field("E-Mail", 30, "email", undefined, "email"),
  field("Weitere E-Mails", 34, "otherEmails", listed),
  field("Telefon", 20, "phoneDisplay", withBlanks),
  field("Straße", 26, "street"),
  field("PLZ", 8, "postalCode"),
  field("Ort", 20, "city"),
  field("Adresse", 40, "address"),
  field("Bundesland", 22, "federalState"),
  field("Ansprechperson", 24, "contactName"),
  field("Funktion", 22, "contactTitle"),
  field("Alle Ansprechpersonen", 40, "contacts", persons),
  field("Firmentyp", 20, "companyType"),
  field("Themen", 34, "topics", listed),
  field("Bewertung", 11, "salesScore", undefined, "number"),
  field("Begründung", 40, "salesReason"),
  field("Angebotspaket", 16, "offerPackage"),
  field("Kontaktiert", 12, "contacted", yesNo),
  field("Favorit", 9, "favorite", yesNo),
  field("Freigegeben", 13, "approved", yesNo),
  field("Freigegeben am", 17, "approvedAt", undefined, "datetime"),
  field("Tags", 24, "tags"),
  field("Notizen", 40, "notes"),
  field("Zuständig", 18, "owner"),
  field("Wiedervorlage", 17, "followUpAt", undefined, "datetime"),
  field("Suchbegriff", 20, "sourceTerm"),
  field("Quelle", 12, "sourceType", (type) => SOURCE_NAMES[String(type)] ?? type),
  field("Gefunden am", 17, "createdAt", undefined, "datetime"),
  field("Geändert am", 17, "updatedAt", undefined, "datetime"),
  field("Rechtsform", 14, "legalForm"),
  field("Geschäftsführung", 30, "management"),
  field("Registernummer", 16, "registerNumber"),
  field("USt-IdNr.", 14, "vatId"),
];

/** What a job found and left out, as a row of the sheet. */
export interface SkippedSheetRow
  extends Pick<
    JobResultRow,
    "companyName" | "domain" | "website" | "phone" | "address" | "city" | "contactName"
  > {
  /** Of the row in the file or of the hit. */
  number: number;
  reason: string;
}

const text = (
  header: string,
  width: number,
  value: (row: SkippedSheetRow) => string | null,
): Column<SkippedSheetRow> => ({ header, width, kind: "text", value });

/** The columns of every Excel file of what a job left out. */
export function skippedColumns(hasLines: boolean): readonly Column<SkippedSheetRow>[] {
  return [
    {
      header: hasLines ? "Zeile" : "Treffer",
      width: 9,
      kind: "number",
      value: (row) => row.number,
    },
    text("Grund", 30, (row) => row.reason),
    text("Firma", 34, (row) => row.companyName),
    text("Domain", 26, (row) => row.domain),
    { header: "Website", width: 34, kind: "link", value: (row) => row.website },
    text("Telefon", 20, (row) => shownPhone(row.phone)),
    text("Ort", 20, (row) => row.city),
    text("Adresse", 40, (row) => row.address),
    text("Ansprechperson", 24, (row) => row.contactName),
  ];
}
