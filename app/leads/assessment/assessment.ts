import type { FieldWith } from "../fields";
import { FIELD_NAMES, JUDGED_FIELDS } from "../lead";
import type { Fact } from "../lead-schema";
import type { Assessment } from "./get-assessment.server";

export type JudgedField = FieldWith<"isJudged">;

export interface Passage {
  quote: string;
  url: string;
}

/** Null for what no answer brought. */
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
  /** `problem` tells why the model did not judge, as a German sentence. */
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

export function passagesTitle({ editedFields }: Pick<Assessment, "editedFields">): string {
  const isTheirs = editedFields.includes("salesScore") || editedFields.includes("salesReason");
  return isTheirs ? "Vom Sprachmodell zitiert" : "Belegt durch";
}
