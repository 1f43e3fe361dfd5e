/** What the fields of a lead are called on the page. */
export const FIELD_NAMES = {
  status: "Status",
  priority: "Priorität",
  tags: "Tags",
  notes: "Notizen",
  companyType: "Firmentyp",
  topics: "Themen",
  salesScore: "Bewertung",
  salesReason: "Begründung",
  offerPackage: "Angebotspaket",
  approved: "Freigabe",
  companyName: "Firma",
  website: "Website",
  email: "E-Mail",
  emails: "E-Mails",
  phone: "Telefon",
  address: "Adresse",
  street: "Straße",
  postalCode: "PLZ",
  city: "Ort",
  federalState: "Bundesland",
  country: "Land",
  contactName: "Ansprechperson",
  contactTitle: "Funktion",
  contactProfileUrl: "Profil der Ansprechperson",
};

export const PRIORITY_NAMES: Record<string, string> = {
  niedrig: "niedrig",
  mittel: "mittel",
  hoch: "hoch",
};
