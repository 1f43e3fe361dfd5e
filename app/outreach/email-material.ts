import type { Lead } from "../leads/lead";
import type { Offer, Sender } from "../settings/team-settings";
import type { Tone } from "./draft-fields";
import type { DraftInput } from "./draft-input";

/** What the model gets to write from: stored fields of one lead, and the team's own texts. No page of a website. */
export type EmailMaterial = {
  lead: Record<string, string | string[]>;
  sender: Sender;
  offer: { sells: string; package: Offer["packages"][number] | null };
  tone: Tone;
  instructions: string;
};

export type MaterialLead = Pick<
  Lead,
  | "companyName"
  | "domain"
  | "website"
  | "city"
  | "federalState"
  | "contactName"
  | "contactTitle"
  | "companyType"
  | "topics"
  | "salesReason"
  | "offerPackage"
>;

/** Any of these is something to write about; a place alone is not. */
const SUBSTANCE = ["companyType", "salesReason", "contactName", "offerPackage"] as const;

function isName({ companyName, domain }: MaterialLead): boolean {
  return companyName !== null && companyName.trim().toLowerCase() !== domain.toLowerCase();
}

/** Why no email can be written to a lead, as a sentence with what to do; null when one can. */
export function findMissingSubstance(lead: MaterialLead): string | null {
  const hasSubstance =
    isName(lead) || lead.topics.length > 0 || SUBSTANCE.some((field) => lead[field] !== null);
  if (hasSubstance) return null;
  return `Über ${lead.domain} ist außer der Domain nichts bekannt: Es fehlen Firmenname, Ansprechperson, Firmentyp, Themen und Begründung. Den Lead anreichern oder unter „Angaben“ Firmentyp oder Themen eintragen, dann lässt sich eine E-Mail entwerfen.`;
}

/** The lead's package with its description; one that the team no longer has keeps its name. */
function findPackage(offer: Offer, name: string | null): EmailMaterial["offer"]["package"] {
  if (name === null) return null;
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  return offer.packages.find((entry) => same(entry.name)) ?? { name, description: "" };
}

function known(lead: MaterialLead): EmailMaterial["lead"] {
  const fields = {
    companyName: lead.companyName,
    domain: lead.domain,
    website: lead.website,
    city: lead.city,
    federalState: lead.federalState,
    contactName: lead.contactName,
    contactTitle: lead.contactTitle,
    companyType: lead.companyType,
    topics: lead.topics,
    salesReason: lead.salesReason,
    offerPackage: lead.offerPackage,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value.length === 0 ? [] : [[name, value] as const],
    ),
  );
}

/** Puts together what an email to a lead is written from. */
export function gatherMaterial(
  lead: MaterialLead,
  team: { offer: Offer; sender: Sender },
  { tone, instructions }: Pick<DraftInput, "tone" | "instructions">,
): EmailMaterial {
  const { offer, sender } = team;
  return {
    lead: known(lead),
    sender,
    offer: { sells: offer.sells, package: findPackage(offer, lead.offerPackage) },
    tone,
    instructions,
  };
}

/** The fields of a lead that a draft may say, though the model gets only some of them. */
export type DraftedLead = MaterialLead & Pick<Lead, "emails" | "phone" | "address" | "notes">;

const LEGAL_FORM = /\s(?:g?GmbH|mbH|UG|AG|SE|KG|KGaA|OHG|GbR|eG|e\. ?[GKV]\.|Inc|Ltd)\b.{0,40}$/u;

/** The texts that a draft may draw on, by who wrote them: what stands in none of them is invented. */
export function knownTexts(
  lead: DraftedLead,
  { offer, sender }: { offer: Offer; sender: Sender },
  instructions: string,
) {
  const { companyName, domain, website, salesReason, address, phone, emails, notes } = lead;
  const packages = offer.packages.flatMap(({ name, description }) => [name, description]);
  const wishes = [instructions, notes ?? ""].join("\n");
  const trustedText = [...Object.values(sender), offer.sells, ...packages, wishes].join("\n");
  const names = [companyName, companyName?.replace(LEGAL_FORM, ""), lead.contactName]
    .concat([lead.contactTitle, lead.companyType, lead.city, lead.federalState, lead.offerPackage])
    .concat([...lead.topics, domain, `www.${domain}`, website, ...emails])
    .filter((name): name is string => name != null && name.trim() !== "");
  // A house number may be said with its street, and counts nothing.
  const recordNames = [...names, ...(address?.split(", ") ?? [])];
  // No address or account out of the reason: a model wrote it from a website.
  const contactDetails = [...emails, phone, domain, website, trustedText].join("\n");
  const all = [...names, salesReason, contactDetails].join("\n");
  return { companyName, instructions, wishes, trustedText, recordNames, contactDetails, all };
}
export type KnownTexts = ReturnType<typeof knownTexts>;
