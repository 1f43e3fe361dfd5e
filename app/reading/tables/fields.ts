import { FIELD_NAMES, PLAIN_TEXTS } from "~db/schema/lead-fields";

export const MAX_ROWS = 50_000;
/** DATEV exports 254. */
export const MAX_COLUMNS = 300;
/** Rows times columns, to bound memory: 50,000 rows of 20 columns. */
export const MAX_CELLS = 1_000_000;
/** Limits the unpacked workbook and the total text of its cells. */
export const MAX_UNPACKED_MEGABYTES = 64;
export const MAX_FILE_MEGABYTES = 20;
export const MAX_TEXT = 10_000;

function named<Name extends keyof typeof FIELD_NAMES>(...names: Name[]): Record<Name, string>;
function named(...names: (keyof typeof FIELD_NAMES)[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, FIELD_NAMES[name]]));
}

/** Lead fields that a column can fill, with German labels; the export uses the same labels. */
export const IMPORT_FIELDS = {
  ...named("companyName", "domain", "website", "email"),
  emails: "Weitere E-Mails",
  ...named("phone", "street", "postalCode", "city", "address", "federalState", "country"),
  ...named("contactName", "contactTitle"),
  contactEmail: "E-Mail Ansprechperson",
  contactPhone: "Telefon Ansprechperson",
  persons: "Alle Ansprechpersonen",
  ...named("companyType", "topics", "salesScore", "salesReason", ...PLAIN_TEXTS),
  status: "Status",
  contacted: "Kontaktiert",
  favorite: "Favorit",
  approved: "Freigegeben",
  ...named("tags", "notes", "owner", "followUpAt"),
  sourceTerm: "Suchbegriff",
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;

export type Mapping = (ImportField | null)[];

/** Several columns may map to one of these fields; reading a row joins them. */
export const JOINED_FIELDS: readonly ImportField[] = [
  "contactName",
  "street",
  "city",
  "emails",
  "phone",
];

/** Column that explains the error in a file of faulty rows; ignored when the file is uploaded again. */
export const FAULT_COLUMN = "Fehler";

export function isImportField(name: string): name is ImportField {
  return Object.hasOwn(IMPORT_FIELDS, name);
}

/** `line` is where the record begins in the file, from 1. */
export interface NumberedRecord {
  cells: string[];
  line: number;
}

/** All texts are trimmed; `lines` holds line or row numbers in the file, from 1. */
export interface FileTable {
  header: string[];
  rows: string[][];
  lines: number[];
  /** Titles, then the header; empty if the list has no header. */
  above?: NumberedRecord[];
  note?: string | undefined;
  /** Only in workbooks with several tables. */
  sheet?: Sheet | undefined;
  others?: FileTable[] | undefined;
}

interface Sheet {
  name: string;
  /** In the workbook, from 1. */
  position: number;
}
