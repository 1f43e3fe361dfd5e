import { parsePhoneNumber } from "~db/phone-number";
import { parseContacts, parseList } from "~db/queries/leads";
import type { JobResultRow, LeadRow } from "~db/schema";
import { FIELDS, type FieldWith, PLAIN_TEXTS } from "~db/schema/lead-fields";
import { SOURCE_NAMES } from "../leads/lead";
import type { Lead } from "../leads/lead-schema";
import { emailText } from "../leads/list/lead-view.server";
import { displayDomain } from "../reading/companies/domain-key.server";
import { type Column, column } from "../spreadsheet/workbook-writer.server";

export interface SheetRow extends Omit<LeadRow, "imprint">, Pick<Lead, "tags" | "imprint"> {}

type Value = Column<SheetRow>["value"];
type Kind = Column<SheetRow>["kind"];

const field = (name: FieldWith<"sheet">, value: Value, kind?: Kind) =>
  column(FIELDS[name].label, FIELDS[name].sheet, value, kind);

const stored = (name: Exclude<FieldWith<"sheet"> & keyof LeadRow, "imprint">, kind?: Kind) =>
  field(name, (lead) => lead[name], kind);

const yesNo = (value: 0 | 1) => (value === 1 ? "ja" : "nein");
const joined = (values: readonly string[] = []) => values.join(", ") || null;
const withBlanks = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;
const shownPhone = (phone: string | null) => phone && withBlanks(parsePhoneNumber(phone).display);

/** One a line: „Name, Funktion, E-Mail, Telefon“ */
const persons = ({ contacts }: SheetRow) =>
  parseContacts(contacts)
    .map(({ name, title, email, phone }) => {
      const number = shownPhone(phone);
      return [name ?? "", title, email, number].filter((part) => part !== null).join(", ");
    })
    .join("\n") || null;

/** Widths in characters. */
export const LEAD_COLUMNS: readonly Column<SheetRow>[] = [
  stored("companyName"),
  field("domain", ({ domain }) => displayDomain(domain)),
  stored("website", "link"),
  stored("email", "email"),
  column("E-Mail-Hinweis", 16, ({ email, domain }) => emailText(email, domain)?.mark ?? null),
  column("Weitere E-Mails", 34, ({ email, emails }) =>
    joined(parseList(emails).filter((other) => other !== email)),
  ),
  column("Telefon", 20, ({ phoneDisplay }) => withBlanks(phoneDisplay)),
  stored("street"),
  stored("postalCode"),
  stored("city"),
  stored("address"),
  stored("federalState"),
  stored("contactName"),
  stored("contactTitle"),
  column("Alle Ansprechpersonen", 40, persons),
  stored("companyType"),
  field("topics", ({ topics }) => joined(parseList(topics))),
  stored("salesScore", "number"),
  stored("salesReason"),
  ...PLAIN_TEXTS.map((name) => stored(name)),
  column("Kontaktiert", 12, ({ contacted }) => yesNo(contacted)),
  column("Favorit", 9, ({ favorite }) => yesNo(favorite)),
  column("Freigegeben", 13, ({ approved }) => yesNo(approved)),
  column("Freigegeben am", 17, ({ approvedAt }) => approvedAt, "datetime"),
  field("tags", ({ tags }) => joined(tags)),
  stored("notes"),
  stored("owner"),
  stored("followUpAt", "datetime"),
  column("Suchbegriff", 20, ({ sourceTerm }) => sourceTerm),
  column("Quelle", 12, ({ sourceType }) => SOURCE_NAMES[sourceType] ?? sourceType),
  column("Gefunden am", 17, ({ createdAt }) => createdAt, "datetime"),
  column("Geändert am", 17, ({ updatedAt }) => updatedAt, "datetime"),
  field("legalForm", ({ imprint }) => imprint?.legalForm ?? null),
  column("Geschäftsführung", 30, ({ imprint }) => joined(imprint?.management)),
  field("registerNumber", ({ imprint }) => imprint?.registerNumber ?? null),
  field("vatId", ({ imprint }) => imprint?.vatId ?? null),
  field("economicId", ({ imprint }) => imprint?.economicId ?? null),
  stored("adObjection"),
];

export interface SkippedSheetRow
  extends Pick<
    JobResultRow,
    "companyName" | "domain" | "website" | "phone" | "address" | "city" | "contactName"
  > {
  /** Number of the row in the file, or of the hit. */
  number: number;
  reason: string;
}

export function skippedColumns(hasLines: boolean): readonly Column<SkippedSheetRow>[] {
  return [
    column(hasLines ? "Zeile" : "Treffer", 9, (row) => row.number, "number"),
    column("Grund", 30, (row) => row.reason),
    column("Firma", 34, (row) => row.companyName),
    column("Domain", 26, (row) => row.domain),
    column("Website", 34, (row) => row.website, "link"),
    column("Telefon", 20, (row) => shownPhone(row.phone)),
    column("Ort", 20, (row) => row.city),
    column("Adresse", 40, (row) => row.address),
    column("Ansprechperson", 24, (row) => row.contactName),
  ];
}
