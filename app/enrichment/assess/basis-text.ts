import type { Assessment } from "./assessment";

/** What a website is read for, in the order in which people are told. */
export const JUDGED_FIELDS = [
  "companyType",
  "topics",
  "salesScore",
  "salesReason",
  "offerPackage",
] as const;
export type JudgedField = (typeof JUDGED_FIELDS)[number];

const NAMES: Record<JudgedField, string> = {
  companyType: "Firmentyp",
  topics: "Themen",
  salesScore: "Bewertung",
  salesReason: "Begründung",
  offerPackage: "Angebotspaket",
};

/** All that fixed rules find. */
const RULED: readonly JudgedField[] = ["companyType", "topics"];

const list = new Intl.ListFormat("de", { type: "conjunction" });

function namesOf(fields: readonly JudgedField[]): string {
  return list.format(fields.map((field) => NAMES[field]));
}

/** Reason and package go with the score, unless a person parted them. */
function shortest(fields: readonly JudgedField[]): readonly JudgedField[] {
  return fields.length === JUDGED_FIELDS.length ? ["companyType", "topics", "salesScore"] : fields;
}

/** Whose the values of a lead are: the website's, as the model or the rules read it, or a person's. */
export function basisText({ basis, editedFields }: Pick<Assessment, "basis" | "editedFields">) {
  const found = (basis === "model" ? JUDGED_FIELDS : RULED).filter(
    (field) => !editedFields.includes(field),
  );
  const by =
    basis === "model" ? "nach der Website, vom Sprachmodell" : "nach Regeln, ohne Sprachmodell";
  return [
    ...(found.length === 0 ? [] : [`${namesOf(shortest(found))} ${by}.`]),
    ...(editedFields.length === 0 ? [] : [`Von Hand eingetragen: ${namesOf(editedFields)}.`]),
  ].join(" ");
}

/** What the passages of the website are: the proof of the model's judgement, and never of a person's. */
export function passagesTitle({ editedFields }: Pick<Assessment, "editedFields">): string {
  const isTheirs = editedFields.includes("salesScore") || editedFields.includes("salesReason");
  return isTheirs ? "Vom Sprachmodell zitiert" : "Belegt durch";
}
