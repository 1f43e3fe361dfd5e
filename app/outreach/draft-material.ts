import { MANAGEMENT } from "../leads/lead";
import type { Lead } from "../leads/lead-schema";
import type { Offer, Sender } from "../settings/team-settings.server";
import type { DraftInput } from "./draft-schema";

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

const SUBSTANCE = ["companyType", "salesReason", "contactName", "offerPackage"] as const;

/** @returns why no email can be written and how to fix it, or null */
export function findMissingSubstance(lead: MaterialLead): string | null {
  const name = lead.companyName?.trim().toLowerCase() ?? "";
  const isNamed = name !== "" && name !== lead.domain.toLowerCase();
  const isKnown = lead.topics.length > 0 || SUBSTANCE.some((field) => lead[field] !== null);
  if (isNamed || isKnown) return null;
  return `Über ${lead.domain} ist außer der Domain nichts bekannt: Es fehlen Firmenname, Ansprechperson, Firmentyp, Themen und Begründung. Den Lead anreichern oder unter „Bewertung“ Firmentyp oder Themen eintragen, dann lässt sich eine E-Mail entwerfen.`;
}

/** Without a contact, an email greets whom the Impressum names. */
export function withManager<L extends Pick<Lead, "contactName" | "contactTitle" | "imprint">>(
  lead: L,
): L {
  const [manager] = lead.contactName === null ? (lead.imprint?.management ?? []) : [];
  if (manager === undefined) return lead;
  return { ...lead, contactName: manager, contactTitle: MANAGEMENT };
}

export function gatherMaterial(
  lead: MaterialLead,
  { offer, sender }: { offer: Offer; sender: Sender },
  { tone, instructions }: Pick<DraftInput, "tone" | "instructions">,
) {
  const known = MATERIAL_FIELDS.flatMap((field) => {
    const value = lead[field];
    return value === null || value.length === 0 ? [] : [[field, value] as const];
  });
  const name = lead.offerPackage;
  const own = offer.packages.find((entry) => entry.name.toLowerCase() === name?.toLowerCase());
  const gone = name === null ? null : { name, description: "" };
  return {
    lead: Object.fromEntries(known),
    sender,
    offer: { sells: offer.sells, package: own ?? gone },
    tone,
    instructions,
  };
}
