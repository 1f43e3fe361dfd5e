import { type Fact, FIELD_NAMES } from "../lead";
import type { Assessment } from "./get-assessment.server";

export const JUDGED_FIELDS = [
  "companyType",
  "topics",
  "salesScore",
  "salesReason",
  "offerPackage",
] as const;
export type JudgedField = (typeof JUDGED_FIELDS)[number];

export interface Passage {
  quote: string;
  url: string;
}

/** What a model's answers brought; null where they brought nothing of use. */
export interface AssessmentParts {
  companyType: string | null;
  topics: string[] | null;
  salesScore: number | null;
  salesReason: string | null;
  offerPackage: string | null;
  passages: Passage[] | null;
}

export interface RuledAssessment {
  /** Null where the pages say too little. */
  companyType: string | null;
  topics: string[];
}

export type SiteReading = {
  /** What the company says of itself in its Impressum. */
  facts?: Fact[];
  /** Why that can't be read though there is one: a German sentence. */
  imprintProblem?: string | undefined;
} & (
  | {
      kind: "judged";
      assessment: AssessmentParts;
      /** How opinions about the type differ: a German sentence. */
      note: string | null;
      model: string;
      isSuspicious: boolean;
    }
  /** `problem` is the reason why a model that was asked did not judge, as a German sentence. */
  | { kind: "ruled"; assessment: RuledAssessment; problem: string | null; isSuspicious: boolean }
  /** A German sentence. `isSuspicious` is null where no page was seen. */
  | { kind: "problem"; problem: string; isSuspicious: boolean | null }
);

const RULED: readonly JudgedField[] = ["companyType", "topics"];

const list = new Intl.ListFormat("de", { type: "conjunction" });

function namesOf(fields: readonly JudgedField[]): string {
  return list.format(fields.map((field) => FIELD_NAMES[field]));
}

/** Reason and package go with the score, unless a person parted them. */
function shortest(fields: readonly JudgedField[]): readonly JudgedField[] {
  return fields.length === JUDGED_FIELDS.length ? ["companyType", "topics", "salesScore"] : fields;
}

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

/** The passages prove the model's judgement, and never a person's. */
export function passagesTitle({ editedFields }: Pick<Assessment, "editedFields">): string {
  const isTheirs = editedFields.includes("salesScore") || editedFields.includes("salesReason");
  return isTheirs ? "Vom Sprachmodell zitiert" : "Belegt durch";
}
