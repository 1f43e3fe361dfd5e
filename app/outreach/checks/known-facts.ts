import type { EmailMaterial } from "../email-material";

/** How a lead is reached. The model does not get it, but an email may say it. */
export interface LeadContacts {
  emails: readonly string[];
  phone: string | null;
}

/** The texts an email may draw on. What is in none of them is invented. */
export interface KnownFacts {
  companyName: string;
  contactName: string;
  senderName: string;
  senderCompany: string;
  /** Every line of the sender's details. */
  sender: string;
  instructions: string;
  /** What the team itself wrote: offer, sender, instructions. */
  team: string;
  /** Domains, addresses and numbers of the lead and of the team. */
  reach: string;
  /** Everything: the record of the lead too. */
  all: string;
}

/** Gathers what an email may say from what it is written from. */
export function knownFacts(material: EmailMaterial, contacts: LeadContacts): KnownFacts {
  const { lead, sender, offer, instructions } = material;
  const textOf = (field: string) => [lead[field] ?? ""].flat().join("\n");
  const senderText = Object.values(sender).join("\n");
  const pack = offer.package === null ? "" : `${offer.package.name}\n${offer.package.description}`;
  // The name of a lead's package may be a model's word; the team's own is among its texts.
  const team = [senderText, offer.sells, offer.package?.description ?? "", instructions].join("\n");
  const reached = [...contacts.emails, contacts.phone ?? "", textOf("domain"), textOf("website")];
  return {
    companyName: textOf("companyName"),
    contactName: textOf("contactName"),
    senderName: sender.name,
    senderCompany: sender.company,
    sender: senderText,
    instructions,
    team,
    reach: [...reached, team].join("\n"),
    all: [...Object.keys(lead).map(textOf), ...reached, pack, team].join("\n"),
  };
}
