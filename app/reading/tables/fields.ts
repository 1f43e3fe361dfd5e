import { FIELDS, ofPlainTexts } from "~db/schema/lead-fields";

export const MAX_ROWS = 50_000;
/** DATEV exports 254. */
export const MAX_COLUMNS = 300;
/** Rows times columns, which is what a list takes in memory: 50,000 rows of twenty columns. */
export const MAX_CELLS = 1_000_000;
/** Limit of an unpacked workbook, and of the texts of its cells. */
export const MAX_UNPACKED_MEGABYTES = 64;
export const MAX_FILE_MEGABYTES = 20;
export const MAX_TEXT = 10_000;

/** Fields of a lead that a column can fill, with their German names; those of an export where it has the column. */
export const IMPORT_FIELDS = {
  companyName: "Firma",
  domain: "Domain",
  website: "Website",
  email: "E-Mail",
  emails: "Weitere E-Mails",
  phone: "Telefon",
  street: "Straße",
  postalCode: "PLZ",
  city: "Ort",
  address: "Adresse",
  federalState: "Bundesland",
  country: "Land",
  contactName: "Ansprechperson",
  contactTitle: "Funktion",
  contactEmail: "E-Mail Ansprechperson",
  contactPhone: "Telefon Ansprechperson",
  persons: "Alle Ansprechpersonen",
  companyType: "Firmentyp",
  topics: "Themen",
  salesScore: "Bewertung",
  salesReason: "Begründung",
  ...ofPlainTexts((name) => FIELDS[name].label),
  status: "Status",
  contacted: "Kontaktiert",
  favorite: "Favorit",
  approved: "Freigegeben",
  tags: "Tags",
  notes: "Notizen",
  owner: "Zuständig",
  followUpAt: "Wiedervorlage",
  sourceTerm: "Suchbegriff",
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;

export type Mapping = (ImportField | null)[];

/** Several columns can be one of these; they are joined when a row is read. */
export const JOINED_FIELDS: readonly ImportField[] = ["contactName", "street", "emails", "phone"];

/** The column of a file of faulty rows that says what to mend; ignored when the file comes back. */
export const FAULT_COLUMN = "Fehler";

export function isImportField(name: string): name is ImportField {
  return Object.hasOwn(IMPORT_FIELDS, name);
}

/** A record of a file; `line` is where it begins, from 1. */
export interface NumberedRecord {
  cells: string[];
  line: number;
}

/** A list as it stood in the file. All texts are trimmed; `lines` are the line or row numbers in the file, from 1. */
export interface FileTable {
  header: string[];
  rows: string[][];
  lines: number[];
  /** Titles, and the header as the last; none where the list has no header. */
  above?: NumberedRecord[];
  note?: string | undefined;
}
