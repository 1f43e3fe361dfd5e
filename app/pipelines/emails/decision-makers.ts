import type { DecisionMakerCategory } from "../../providers/email-finder";

/** The functions of a company that a person can be looked for in, with their German names, the usual one first. */
const CATEGORY_NAMES: Record<DecisionMakerCategory, string> = {
  ceo: "Geschäftsführung",
  engineering: "Technik",
  finance: "Finanzen",
  hr: "Personal",
  it: "IT",
  logistics: "Logistik",
  marketing: "Marketing",
  operations: "Betrieb",
  buyer: "Einkauf",
  sales: "Vertrieb",
};

export const CATEGORY_OPTIONS = Object.entries(CATEGORY_NAMES).map(([value, label]) => ({
  value,
  label,
}));

/** The category of this name; null when there is none. */
export function readCategory(name: unknown): DecisionMakerCategory | null {
  return typeof name === "string" && isCategory(name) ? name : null;
}

function isCategory(name: string): name is DecisionMakerCategory {
  return Object.hasOwn(CATEGORY_NAMES, name);
}
