import type { FieldWith } from "~db/schema/lead-fields";
import { FIELD_NAMES } from "../lead";
import type { Fact } from "../lead-schema";
import type { Assessment } from "./get-assessment.server";

export type JudgedField = FieldWith<"isJudged">;

export interface Passage {
  quote: string;
  url: string;
}

/** Null for parts missing from the model's answers. */
export interface AssessmentParts {
  companyType: string | null;
  topics: string[] | null;
  salesScore: number | null;
  salesReason: string | null;
  offerPackage: string | null;
  passages: Passage[] | null;
}

export interface RuledAssessment {
  companyType: string | null;
  topics: string[];
}

export type SiteReading = {
  facts?: Fact[];
  /** A German sentence. */
  imprintProblem?: string | undefined;
} & (
  | {
      kind: "judged";
      assessment: AssessmentParts;
      /** Differing opinions about the type, as a German sentence. */
      note: string | null;
      model: string;
      isSuspicious: boolean;
    }
  /** `problem` says in a German sentence why the model did not judge. */
  | { kind: "ruled"; assessment: RuledAssessment; problem: string | null; isSuspicious: boolean }
  /** A German sentence. `isSuspicious` is null if no page was read. */
  | { kind: "problem"; problem: string; isSuspicious: boolean | null }
);

const list = new Intl.ListFormat("de", { type: "conjunction" });

export function basisText({ basis, editedFields }: Pick<Assessment, "basis" | "editedFields">) {
  const by =
    basis === "model" ? "nach der Website, vom Sprachmodell" : "nach Regeln, ohne Sprachmodell";
  const own = list.format(editedFields.map((field) => FIELD_NAMES[field]));
  return `Beurteilt ${by}.${own && ` Von Hand eingetragen: ${own}.`}`;
}

export function passagesTitle({ editedFields }: Pick<Assessment, "editedFields">): string {
  const isEdited = editedFields.includes("salesScore") || editedFields.includes("salesReason");
  return isEdited ? "Vom Sprachmodell zitiert" : "Belegt durch";
}
