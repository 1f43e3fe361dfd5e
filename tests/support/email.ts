import { checkDraft, type DraftCheckInput } from "~/outreach/check-draft";
import type { Tone } from "~/outreach/draft-input";
import { gatherMaterial, type MaterialLead } from "~/outreach/email-material";
import type { DraftedLead } from "~/outreach/known-texts";
import type { Offer, Sender } from "~/settings/team-settings";

/** An invented utility, with everything that a record can hold. */
export const LEAD: DraftedLead = {
  companyName: "Stadtwerke Kieferntal GmbH",
  domain: "stadtwerke-kieferntal.example",
  website: "https://www.stadtwerke-kieferntal.example/",
  city: "Kieferntal",
  federalState: "Thüringen",
  contactName: "Anna Groß",
  contactTitle: "Leiterin Vertrieb",
  companyType: "Stadtwerk",
  topics: ["Fernwärme", "Ladeinfrastruktur", "Kundenportal"],
  salesReason:
    "Baut bis 2030 das Fernwärmenetz für 4.500 Haushalte aus und sucht ein Kundenportal.",
  offerPackage: "Premium",
  email: "info@stadtwerke-kieferntal.example",
  emails: ["info@stadtwerke-kieferntal.example"],
  phone: "+4936412345678",
  address: "Am Werk 7, 07768 Kieferntal",
  notes: null,
};

export const SENDER: Sender = {
  name: "Jonas Übel",
  position: "Vertrieb",
  company: "Nordlicht Software GmbH",
  email: "jonas.uebel@nordlicht.example",
  phone: "030 23125 017",
  website: "https://www.nordlicht.example",
};

export const OFFER: Offer = {
  sells: "Software für Kundenportale von Versorgern. Einführung in 12 Wochen.",
  packages: [
    { name: "Basis", description: "Für kleine Betriebe." },
    { name: "Premium", description: "Für Versorger mit eigenem Kundenservice." },
  ],
};

/** What an email is written from in tests; the lead as above where nothing else is said. */
export function materialOf({
  lead = {},
  sender = SENDER,
  instructions = "",
  tone = "formell",
}: {
  lead?: Partial<MaterialLead>;
  sender?: Sender;
  instructions?: string;
  tone?: Tone;
} = {}) {
  return gatherMaterial({ ...LEAD, ...lead }, { offer: OFFER, sender }, { tone, instructions });
}

export const EMPTY_SENDER: Sender = {
  name: "",
  position: "",
  company: "",
  email: "",
  phone: "",
  website: "",
};

/** A subject and a body with the sender's name under it. */
export function emailOf(text: string, subject = "Ihr Kundenportal") {
  return {
    subject,
    body: `Guten Tag Anna Groß,\n\n${text}\n\nMit freundlichen Grüßen\nJonas Übel`,
  };
}

/** The check of a draft to that utility, with anything else in the place of what is known. */
export function check(
  email: { subject: string; body: string },
  {
    lead = {},
    ...known
  }: Partial<Omit<DraftCheckInput, "lead">> & { lead?: Partial<DraftedLead> } = {},
) {
  const input = { offer: OFFER, sender: SENDER, tone: "formell" as const, ...known, ...email };
  return checkDraft({ ...input, lead: { ...LEAD, ...lead } });
}
