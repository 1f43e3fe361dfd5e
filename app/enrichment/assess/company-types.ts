/** What a company can be, from the most telling to the least. The only words that a reading of a website may give. */
export const COMPANY_TYPES = [
  "Stadtwerke",
  "Netzbetreiber",
  "Wasserversorger",
  "Entsorger",
  "Energieversorger",
  "Industriepark",
  "Industrieunternehmen",
  "Handwerksbetrieb",
  "Gesundheit",
  "Gastgewerbe",
  "IT",
  "Handel",
  "Kommune/Verwaltung",
  "Verein",
  "Bildung",
  "Immobilien",
  "Verkehr/Logistik",
  "Landwirtschaft",
  "Dienstleister",
  "Sonstiges",
] as const;

export type CompanyType = (typeof COMPANY_TYPES)[number];
