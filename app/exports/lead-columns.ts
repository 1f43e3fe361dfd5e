import type { LeadRow } from "~db/schema";
import type { Flag } from "~db/schema/leads";
import { SOURCE_NAMES, STATUS_NAMES } from "../leads/lead";
import type { Column } from "../spreadsheet/workbook-writer.server";

/** A lead as a row of the sheet, before it is written. */
export type LeadSheetRow = Omit<LeadRow, "emails"> & {
  emails: readonly string[];
  tags: readonly string[];
};

const yesNo = (value: Flag) => (value === 1 ? "ja" : "nein");

/** The columns of every Excel file of leads; widths in characters. */
export const LEAD_COLUMNS: readonly Column<LeadSheetRow>[] = [
  { header: "Firma", width: 34, kind: "text", value: (row) => row.companyName },
  { header: "Domain", width: 26, kind: "text", value: (row) => row.domain },
  { header: "Website", width: 34, kind: "link", value: (row) => row.website },
  { header: "E-Mail", width: 30, kind: "email", value: (row) => row.email },
  {
    header: "Weitere E-Mails",
    width: 34,
    kind: "text",
    value: (row) => row.emails.filter((email) => email !== row.email).join(", ") || null,
  },
  { header: "Telefon", width: 20, kind: "text", value: (row) => row.phone },
  { header: "Straße", width: 26, kind: "text", value: (row) => row.street },
  { header: "PLZ", width: 8, kind: "text", value: (row) => row.postalCode },
  { header: "Ort", width: 20, kind: "text", value: (row) => row.city },
  { header: "Adresse", width: 40, kind: "text", value: (row) => row.address },
  { header: "Bundesland", width: 22, kind: "text", value: (row) => row.federalState },
  { header: "Ansprechperson", width: 24, kind: "text", value: (row) => row.contactName },
  { header: "Funktion", width: 22, kind: "text", value: (row) => row.contactTitle },
  { header: "Firmentyp", width: 20, kind: "text", value: (row) => row.companyType },
  { header: "Bewertung", width: 11, kind: "number", value: (row) => row.salesScore },
  { header: "Begründung", width: 40, kind: "text", value: (row) => row.salesReason },
  { header: "Angebotspaket", width: 16, kind: "text", value: (row) => row.offerPackage },
  {
    header: "Status",
    width: 15,
    kind: "text",
    value: (row) => STATUS_NAMES[row.status] ?? row.status,
  },
  { header: "Kontaktiert", width: 12, kind: "text", value: (row) => yesNo(row.contacted) },
  { header: "Favorit", width: 9, kind: "text", value: (row) => yesNo(row.favorite) },
  { header: "Freigegeben", width: 13, kind: "text", value: (row) => yesNo(row.approved) },
  { header: "Freigegeben am", width: 17, kind: "datetime", value: (row) => row.approvedAt },
  { header: "Tags", width: 24, kind: "text", value: (row) => row.tags.join(", ") || null },
  { header: "Notizen", width: 40, kind: "text", value: (row) => row.notes },
  { header: "Suchbegriff", width: 20, kind: "text", value: (row) => row.sourceTerm },
  {
    header: "Quelle",
    width: 12,
    kind: "text",
    value: (row) => SOURCE_NAMES[row.sourceType] ?? row.sourceType,
  },
  { header: "Gefunden am", width: 17, kind: "datetime", value: (row) => row.createdAt },
  { header: "Geändert am", width: 17, kind: "datetime", value: (row) => row.updatedAt },
];
