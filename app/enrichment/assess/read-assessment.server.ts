import { z } from "zod";
import { brokenRules, type ReadAnswer } from "../../language-model/model-answer";
import type { AssessmentParts } from "../../leads/assessment/assessment";
import {
  type AssessmentFacts,
  readPackage,
  readPassages,
  readReason,
  readTopics,
  readType,
  ScoreField,
  TextsField,
} from "./answer-fields.server";
import { assessmentSchema } from "./assessment-question";
import { keepVerbatimPassages } from "./passages";

const NO_VERBATIM_PASSAGE = "Keine der Textstellen steht wörtlich auf einer der Seiten.";
const PROBLEMS = {
  companyType: "Der Firmentyp (companyType) ist keines der erlaubten Wörter.",
  topics: "Die Themen (topics) fehlen: eine Liste kurzer Wörter.",
  salesScore: "Die Bewertung (salesScore) ist keine ganze Zahl von 1 bis 5.",
  passages: "Die Textstellen (passages) fehlen: wörtlich von den Seiten.",
};

/** An invalid field does not spoil the others. */
const AnswerSchema = z.object({
  companyType: TextsField,
  topics: z.unknown().optional(),
  salesScore: ScoreField,
  salesReason: TextsField,
  offerPackage: TextsField,
  passages: z.unknown().optional(),
});

const NO_SCORE =
  "Keine neue Bewertung: Das Sprachmodell nannte keine ganze Zahl von 1 bis 5 mit passender Begründung.";

/** A score is worth nothing without its reason. The note says that it is missing. */
export function settleScore(parts: AssessmentParts) {
  if (parts.salesScore !== null && parts.salesReason !== null) return { parts, note: null };
  return { parts: { ...parts, salesScore: null, salesReason: null }, note: NO_SCORE };
}

/** Refuses an answer whose passages are all invented. `kept` has the valid parts of an earlier answer. */
export function readAssessment(
  value: unknown,
  facts: AssessmentFacts,
  kept?: AssessmentParts,
): ReadAnswer<AssessmentParts> {
  const fields = AnswerSchema.parse(value);
  const given = readPassages(fields.passages);
  const verbatim = keepVerbatimPassages(given, facts.pages);
  if (given.length > 0 && verbatim.length === 0) {
    return {
      answer: kept,
      fault: { ...brokenRules([NO_VERBATIM_PASSAGE]), isVital: kept?.passages === null },
    };
  }
  const { reason, problem } = readReason(fields.salesReason, facts);
  const answer: AssessmentParts = {
    companyType: kept?.companyType ?? readType(fields.companyType),
    topics: kept?.topics ?? readTopics(fields.topics, facts.record),
    salesScore: kept?.salesScore ?? fields.salesScore,
    salesReason: kept?.salesReason ?? reason,
    offerPackage: kept?.offerPackage ?? readPackage(fields.offerPackage, facts.offer),
    passages: kept?.passages ?? (verbatim.length === 0 ? null : verbatim),
  };
  const problems = new Map<string, string>(
    Object.entries({ ...PROBLEMS, salesReason: problem ?? "" }),
  );
  for (const [key, part] of Object.entries(answer)) if (part !== null) problems.delete(key);
  if (facts.isTypeRuled) problems.delete("companyType");
  if (problems.size === 0) return { answer };
  const { sentence, repair } = brokenRules([...problems.values()]);
  const isUseless = Object.values(answer).every((part) => part === null || part.length === 0);
  if (isUseless) return { fault: { sentence, repair } };
  const all = assessmentSchema(facts.offer);
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(all.shape).filter(([key]) => problems.has(key))),
  );
  const only = `${repair} Der Rest ist gut: Nenne nur ${[...problems.keys()].join(", ")}.`;
  return { answer, fault: { sentence, repair: only, schema, isVital: answer.passages === null } };
}
