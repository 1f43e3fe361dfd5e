import type { EmailMaterial } from "../email-material";

/** What the record holds besides. The model does not get it, but an email may say it. */
export interface LeadContacts {
  emails: readonly string[];
  phone: string | null;
  notes: string | null;
}

const SHORT_FIELDS = [
  "contactTitle",
  "companyType",
  "topics",
  "city",
  "federalState",
  "offerPackage",
  "domain",
  "website",
];

/** The texts an email may draw on. What is in none of them is invented. */
export interface KnownFacts {
  companyName: string;
  contactName: string;
  senderName: string;
  senderCompany: string;
  /** Every line of the sender's details. */
  sender: string;
  instructions: string;
  /** The short texts of the record: names, topics, addresses. Nothing that a website wrote in sentences. */
  own: readonly string[];
  /** What the team itself wrote: offer, sender, instructions. */
  team: string;
  /** What the team wrote, with the notes on the lead: what has happened between the two stands here or nowhere. */
  told: string;
  wishesAndNotes: string;
  /** Domains, addresses and numbers of the lead and of the team. */
  reach: string;
  /** Everything: the record of the lead too. */
  all: string;
}

/** The name as people say it: „Kranz GmbH & Co. KG“ is „Kranz“. */
function withoutLegalForm(name: string): string {
  return name.replace(
    /\s(?:g?GmbH|mbH|UG|AG|SE|KG|KGaA|OHG|GbR|eG|e\. ?[GKV]\.|Inc|Ltd)\b.{0,40}$/u,
    "",
  );
}

/** Gathers what an email may say from what it is written from. */
export function knownFacts(material: EmailMaterial, contacts: LeadContacts): KnownFacts {
  const { lead, sender, offer, instructions } = material;
  const textOf = (field: string) => [lead[field] ?? ""].flat().join("\n");
  const senderText = Object.values(sender).join("\n");
  const pack = offer.package === null ? "" : `${offer.package.name}\n${offer.package.description}`;
  // The name of a lead's package may be a model's word; the team's own is among its texts.
  const team = [senderText, offer.sells, offer.package?.description ?? "", instructions].join("\n");
  const notes = contacts.notes ?? "";
  const companyName = textOf("companyName");
  const contactName = textOf("contactName");
  const reached = [...contacts.emails, contacts.phone ?? "", textOf("domain"), textOf("website")];
  return {
    companyName,
    contactName,
    senderName: sender.name,
    senderCompany: sender.company,
    sender: senderText,
    instructions,
    own: [
      companyName,
      withoutLegalForm(companyName),
      contactName,
      ...SHORT_FIELDS.flatMap((field) => lead[field] ?? []),
      `www.${textOf("domain")}`,
      ...contacts.emails,
    ],
    team,
    told: [team, notes].join("\n"),
    wishesAndNotes: [instructions, notes].join("\n"),
    reach: [...reached, team].join("\n"),
    all: [...Object.keys(lead).map(textOf), ...reached, pack, team, notes].join("\n"),
  };
}
