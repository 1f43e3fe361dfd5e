interface AnyField {
  /** Null for parts that are never shown alone. */
  label: string | null;
  /** Findings fill it if empty and are kept as evidence; undoing an import empties it again. */
  isFound?: true;
  isJudged?: true;
  inPanel?: true;
  /** Excel's column width, in characters. */
  sheet?: number;
  inList?: true;
}

/** Searchable text without rules of its own. `header-words.json` holds the headers of other fields. */
interface PlainField extends AnyField {
  isPlain: true;
  /** Folded headers of imported lists, best first, between blanks. */
  headers: string;
}

export type Field = (AnyField & { isPlain?: never; headers?: never }) | PlainField;

/** In display order. A plain text needs only its row here and its database column. */
export const FIELDS = {
  companyName: { label: "Firma", isFound: true, inPanel: true, sheet: 34 },
  domain: { label: "Domain", inPanel: true, sheet: 26 },
  website: { label: "Website", isFound: true, inPanel: true, sheet: 34 },
  email: { label: "E-Mail", isFound: true, inPanel: true, sheet: 30 },
  emails: { label: "E-Mails" },
  phone: { label: "Telefon", isFound: true, inPanel: true },
  phones: { label: "Weitere Telefonnummern" },
  address: { label: "Adresse", isFound: true, sheet: 40 },
  street: { label: "Straße", isFound: true, inPanel: true, sheet: 26 },
  postalCode: { label: "PLZ", isFound: true, inPanel: true, sheet: 8 },
  city: { label: "Ort", isFound: true, inPanel: true, sheet: 20 },
  federalState: { label: "Bundesland", isFound: true, inPanel: true, sheet: 22 },
  country: { label: "Land", isFound: true },
  latitude: { label: null, isFound: true },
  longitude: { label: null, isFound: true },
  contacts: { label: "Ansprechpersonen", inPanel: true },
  contactName: { label: "Ansprechperson", isFound: true, sheet: 24 },
  contactTitle: { label: "Funktion", isFound: true, sheet: 22 },
  contactProfileUrl: { label: "Profil der Ansprechperson", isFound: true },
  companyType: { label: "Firmentyp", isFound: true, isJudged: true, inPanel: true, sheet: 20 },
  topics: { label: "Themen", isJudged: true, inPanel: true, sheet: 34 },
  salesScore: { label: "Bewertung", isFound: true, isJudged: true, inPanel: true, sheet: 11 },
  salesReason: { label: "Begründung", isFound: true, isJudged: true, inPanel: true, sheet: 40 },
  offerPackage: {
    ...{ label: "Angebotspaket", isPlain: true, isFound: true, isJudged: true, inPanel: true },
    sheet: 16,
    headers: "angebotspaket paket angebot offerpackage package offer",
  },
  notes: { label: "Notizen", isFound: true, sheet: 40 },
  tags: { label: "Tags", sheet: 24 },
  approved: { label: "Freigabe" },
  owner: { label: "Zuständig", inPanel: true, sheet: 18 },
  followUpAt: { label: "Wiedervorlage", inPanel: true, sheet: 17 },
  legalName: { label: "Rechtlicher Name" },
  legalForm: { label: "Rechtsform", sheet: 14 },
  management: { label: "Geschäftsführung" },
  registerCourt: { label: "Registergericht" },
  registerNumber: { label: "Registernummer", sheet: 16 },
  vatId: { label: "USt-IdNr.", sheet: 14 },
  economicId: { label: "Wirtschafts-IdNr.", sheet: 18 },
  adObjection: { label: "Widerspricht Werbung", isFound: true, sheet: 40 },
  adObjectionUrl: { label: null, isFound: true },
  // Only events have these.
  siteProblem: { label: "Hindernis" },
  subject: { label: "Betreff" },
  mergedDomain: { label: "Anderer Lead" },
} as const satisfies Record<string, Field>;

export type LeadField = keyof typeof FIELDS;
export type FieldWith<Flag extends keyof PlainField> = {
  [Name in LeadField]: Flag extends keyof (typeof FIELDS)[Name] ? Name : never;
}[LeadField];

const ROWS: [name: string, row: Field][] = Object.entries(FIELDS);

export function fieldsWith<Flag extends keyof PlainField>(flag: Flag): FieldWith<Flag>[];
export function fieldsWith(flag: keyof PlainField): string[] {
  return ROWS.flatMap(([name, row]) => (flag in row ? name : []));
}

function labels(): Record<Exclude<LeadField, "latitude" | "longitude" | "adObjectionUrl">, string>;
function labels(): Record<string, string> {
  return Object.fromEntries(ROWS.flatMap(([name, { label }]) => (label ? [[name, label]] : [])));
}

export const FIELD_NAMES = labels();
export const FILLABLE_FIELDS = fieldsWith("isFound");
export const JUDGED_FIELDS = fieldsWith("isJudged");

export type PlainText = FieldWith<"isPlain">;
export const PLAIN_TEXTS = fieldsWith("isPlain");

export function perPlainText<Value>(make: (name: PlainText) => Value): Record<PlainText, Value>;
export function perPlainText(make: (name: PlainText) => unknown): Record<string, unknown> {
  return Object.fromEntries(PLAIN_TEXTS.map((name) => [name, make(name)]));
}
