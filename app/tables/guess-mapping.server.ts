import { foldText } from "~db/fold";
import {
  FAULT_COLUMN,
  type FileTable,
  type ImportField,
  isImportField,
  type Mapping,
} from "./fields";

export function foldHeader(header: string): string {
  return foldText(header).replace(/[^a-z0-9]/g, "");
}

/** @param aliases folded names of a field, separated by spaces, the best first */
export function columnsNamed(headers: readonly string[], aliases: string): number[] {
  return aliases
    .split(" ")
    .flatMap((alias) => headers.flatMap((header, column) => (header === alias ? [column] : [])));
}

const SYNONYMS: Record<ImportField, string> = {
  companyName:
    "firma firmenname unternehmen unternehmensname company companyname organisation organization organisationname organizationname kunde kundenname betrieb name name1 account accountname",
  domain: "domain domaene domainname companydomain",
  website:
    "website webseite homepage url web internet internetadresse internetseite www websiteurl companywebsite site link",
  email:
    "email mail emailadresse mailadresse emailaddress emailaddresses emails kontaktemail contactemail primaryemail email1 hauptemail",
  emails:
    "weitereemails weitereemailadressen weiteremailadressen otheremails additionalemails furtheremails email2 emailadresse2 zweiteemail secondaryemail",
  phone:
    "telefon tel telefonnummer telnr telefonnr phone phonenumber telephone rufnummer festnetz telefon1 telefonzentrale zentrale fon",
  street:
    "strasse strassehausnr strassehausnummer strasseundhausnummer strassenr strasseundnr street streetaddress anschriftstrasse",
  postalCode: "plz postleitzahl zip zipcode postalcode postcode",
  city: "ort stadt city town gemeinde wohnort sitz",
  address: "adresse anschrift address volladresse fulladdress standort",
  federalState: "bundesland federalstate state land bland region",
  contactName:
    "ansprechperson ansprechpartner ansprechpartnerin kontakt kontaktperson kontaktname contact contactname contactperson fullname",
  contactTitle:
    "funktion position titel jobtitel jobtitle title contacttitle rolle role stellung abteilung",
  companyType:
    "firmentyp unternehmenstyp branche companytype industry typ type kategorie category sparte",
  topics: "themen thema topics leistungen schwerpunkte keywords",
  salesScore: "bewertung score salesscore punkte rating leadscore",
  salesReason: "begruendung grund reason salesreason bewertungsgrund",
  offerPackage: "angebotspaket paket angebot offerpackage package offer",
  status: "status leadstatus stand bearbeitungsstand",
  contacted: "kontaktiert contacted angeschrieben angerufen",
  favorite: "favorit favorite favourite favoriten stern starred",
  approved: "freigegeben freigabe approved",
  tags: "tags tag schlagwort schlagworte schlagwoerter stichwort stichworte labels label",
  notes:
    "notizen notiz notes note bemerkung bemerkungen kommentar kommentare comment comments anmerkung anmerkungen hinweis",
  sourceTerm: "suchbegriff sourceterm searchterm suchwort",
};

/** Columns of our own files that are nobody's to set: their contents must not be guessed at either. */
const KEPT_OUT = new Set(
  [FAULT_COLUMN, "Quelle", "Gefunden am", "Geändert am", "Freigegeben am"].map(foldHeader),
);

/** The first shape that most values of a column have decides. */
const SHAPES: readonly [ImportField, RegExp][] = [
  ["email", /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ["website", /^(?:https?:\/\/|www\.)\S+$/i],
  ["domain", /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u],
  ["postalCode", /^\d{5}$/],
  ["phone", /^(?:\+|00?|\(0)[\d\s()/.–-]{5,24}$/],
];
const SAMPLES = 200;
const MOST = 0.8;

function shapeOf(values: readonly string[]): ImportField | null {
  if (values.length === 0) return null;
  const found = SHAPES.find(
    ([, shape]) =>
      values.filter((value) => shape.test(value)).length >= Math.max(1, values.length * MOST),
  );
  return found?.[0] ?? null;
}

/**
 * Guesses which column is which field: by its header, and where that says nothing, by its values. No field stands
 * twice; the first column that fits has it.
 */
export function guessMapping(table: Pick<FileTable, "header" | "rows">): Mapping {
  const headers = table.header.map(foldHeader);
  const mapping: Mapping = headers.map(() => null);
  const named = new Set<number>();
  for (const field of Object.keys(SYNONYMS).filter(isImportField)) {
    const columns = columnsNamed(headers, SYNONYMS[field]);
    for (const column of columns) named.add(column);
    if (columns.length > 0) mapping[Math.min(...columns)] = field;
  }
  const sample = table.rows.slice(0, SAMPLES);
  for (const [column, header] of headers.entries()) {
    if (named.has(column) || KEPT_OUT.has(header)) continue;
    const field = shapeOf(sample.flatMap((row) => row[column] || []));
    if (field !== null && !mapping.includes(field)) mapping[column] = field;
  }
  return mapping;
}
