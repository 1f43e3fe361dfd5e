import type { JobResultRow, LeadRow } from "~db/schema";
import type { Flag } from "~db/schema/leads";
import { SOURCE_NAMES } from "../leads/lead";
import type { Column } from "../spreadsheet/workbook-writer.server";

/** A lead as a row of the sheet, before it is written. */
export type LeadSheetRow = Omit<LeadRow, "emails" | "topics"> & {
  emails: readonly string[];
  topics: readonly string[];
  tags: readonly string[];
};

const yesNo = (value: Flag) => (value === 1 ? "ja" : "nein");

const text = <Row = LeadSheetRow>(
  header: string,
  width: number,
  value: (row: Row) => string | null,
): Column<Row> => ({ header, width, kind: "text", value });

/** The columns of every Excel file of leads; widths in characters. */
export const LEAD_COLUMNS: readonly Column<LeadSheetRow>[] = [
  text("Firma", 34, (row) => row.companyName),
  text("Domain", 26, (row) => row.domain),
  { header: "Website", width: 34, kind: "link", value: (row) => row.website },
  { header: "E-Mail", width: 30, kind: "email", value: (row) => row.email },
  text(
    "Weitere E-Mails",
    34,
    (row) => row.emails.filter((email) => email !== row.email).join(", ") || null,
  ),
  text("Telefon", 20, (row) => row.phone),
  text("Straße", 26, (row) => row.street),
  text("PLZ", 8, (row) => row.postalCode),
  text("Ort", 20, (row) => row.city),
  text("Adresse", 40, (row) => row.address),
  text("Bundesland", 22, (row) => row.federalState),
  text("Ansprechperson", 24, (row) => row.contactName),
  text("Funktion", 22, (row) => row.contactTitle),
  text("Firmentyp", 20, (row) => row.companyType),
  text("Themen", 34, (row) => row.topics.join(", ") || null),
  { header: "Bewertung", width: 11, kind: "number", value: (row) => row.salesScore },
  text("Begründung", 40, (row) => row.salesReason),
  text("Angebotspaket", 16, (row) => row.offerPackage),
  text("Kontaktiert", 12, (row) => yesNo(row.contacted)),
  text("Favorit", 9, (row) => yesNo(row.favorite)),
  text("Freigegeben", 13, (row) => yesNo(row.approved)),
  { header: "Freigegeben am", width: 17, kind: "datetime", value: (row) => row.approvedAt },
  text("Tags", 24, (row) => row.tags.join(", ") || null),
  text("Notizen", 40, (row) => row.notes),
  text("Suchbegriff", 20, (row) => row.sourceTerm),
  text("Quelle", 12, (row) => SOURCE_NAMES[row.sourceType] ?? row.sourceType),
  { header: "Gefunden am", width: 17, kind: "datetime", value: (row) => row.createdAt },
  { header: "Geändert am", width: 17, kind: "datetime", value: (row) => row.updatedAt },
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
    text("Telefon", 20, (row) => row.phone),
    text("Ort", 20, (row) => row.city),
    text("Adresse", 40, (row) => row.address),
    text("Ansprechperson", 24, (row) => row.contactName),
  ];
}
