import type { Lead } from "../leads/lead";
import type { Offer, Sender } from "../settings/team-settings";
import type { Tone } from "./draft-fields";
import type { DraftInput } from "./draft-input";

const MATERIAL_FIELDS = [
  "companyName",
  "domain",
  "website",
  "city",
  "federalState",
  "contactName",
  "contactTitle",
  "companyType",
  "topics",
  "salesReason",
  "offerPackage",
] as const;
export type MaterialLead = Pick<Lead, (typeof MATERIAL_FIELDS)[number]>;

/** The data of the question: stored fields of one lead and the team's own texts, and no page of a website. */
export type EmailMaterial = {
  lead: Record<string, string | string[]>;
  sender: Sender;
  offer: { sells: string; package: Offer["packages"][number] | null };
  tone: Tone;
  instructions: string;
};

/** A place alone is nothing to write about. */
const SUBSTANCE = ["companyType", "salesReason", "contactName", "offerPackage"] as const;

function isName({ companyName, domain }: MaterialLead): boolean {
  return companyName !== null && companyName.trim().toLowerCase() !== domain.toLowerCase();
}

/** @returns a sentence that says why no email can be written and how to mend it; null when one can */
export function findMissingSubstance(lead: MaterialLead): string | null {
  const hasSubstance =
    isName(lead) || lead.topics.length > 0 || SUBSTANCE.some((field) => lead[field] !== null);
  if (hasSubstance) return null;
  return `Über ${lead.domain} ist außer der Domain nichts bekannt: Es fehlen Firmenname, Ansprechperson, Firmentyp, Themen und Begründung. Den Lead anreichern oder unter „Angaben“ Firmentyp oder Themen eintragen, dann lässt sich eine E-Mail entwerfen.`;
}

/** A package that the team no longer has keeps its name. */
function findPackage(offer: Offer, name: string | null): EmailMaterial["offer"]["package"] {
  if (name === null) return null;
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  return offer.packages.find((entry) => same(entry.name)) ?? { name, description: "" };
}

export function gatherMaterial(
  lead: MaterialLead,
  { offer, sender }: { offer: Offer; sender: Sender },
  { tone, instructions }: Pick<DraftInput, "tone" | "instructions">,
): EmailMaterial {
  const known = MATERIAL_FIELDS.flatMap((field) => {
    const value = lead[field];
    return value === null || value.length === 0 ? [] : [[field, value] as const];
  });
  return {
    lead: Object.fromEntries(known),
    sender,
    offer: { sells: offer.sells, package: findPackage(offer, lead.offerPackage) },
    tone,
    instructions,
  };
}

/** A draft may say more of a lead than the model is told. */
export type DraftedLead = MaterialLead &
  Pick<Lead, "email" | "emails" | "phone" | "address" | "notes">;

const LEGAL_FORM = /\s(?:g?GmbH|mbH|UG|AG|SE|KG|KGaA|OHG|GbR|eG|e\. ?[GKV]\.|Inc|Ltd)\b.{0,40}$/u;

/** The texts that a draft may draw on; anything else is invented. */
export function knownTexts(
  lead: DraftedLead,
  { offer, sender }: { offer: Offer; sender: Sender },
  instructions: string,
) {
  const { companyName, domain, website, salesReason, address, phone, notes } = lead;
  const emails = [...lead.emails, lead.email ?? ""];
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
  return { instructions, wishes, trustedText, recordNames, contactDetails, all };
}
export type KnownTexts = ReturnType<typeof knownTexts>;
