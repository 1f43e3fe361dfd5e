import { z } from "zod";
import { brokenRules, type ReadAnswer } from "../../language-model/model-answer";
import { findFields } from "../../language-model/read-json";
import type { AssessmentParts } from "../../leads/assessment/assessment";
import {
  type AssessmentFacts,
  FIELDS,
  REASON_PROBLEMS,
  readPackage,
  readPassages,
  readReason,
  readScore,
  readTopics,
  readType,
} from "./answer-fields.server";
import { assessmentSchema } from "./assessment-question";
import { keepStandingPassages } from "./passages";

const NO_PASSAGE_STANDS = "Keine der Textstellen steht wörtlich auf einer der Seiten.";

const EMPTY: AssessmentParts = {
  companyType: null,
  topics: null,
  salesScore: null,
  salesReason: null,
  offerPackage: null,
  passages: null,
};

/**
 * Takes what can be used out of an answer of the model, field by field. An answer of which no passage stands on the
 * website is made up as a whole.
 *
 * @param kept what an earlier answer brought; its parts stay
 */
export function readAssessment(
  value: unknown,
  facts: AssessmentFacts,
  kept: AssessmentParts = EMPTY,
): ReadAnswer<AssessmentParts> {
  const fields = findFields(value, FIELDS) ?? {};
  const given = readPassages(fields.passages);
  const standing = keepStandingPassages(given, facts.pages);
  if (given.length > 0 && standing.length === 0) {
    const fault = brokenRules([NO_PASSAGE_STANDS]);
    const isVital = kept.passages === null;
    return kept === EMPTY ? { fault } : { answer: kept, fault: { ...fault, isVital } };
  }
  const { reason, problem } = readReason(fields.salesReason, facts);
  const answer: AssessmentParts = {
    companyType: kept.companyType ?? readType(fields.companyType),
    topics: kept.topics ?? readTopics(fields.topics, facts.record),
    salesScore: kept.salesScore ?? readScore(fields.salesScore),
    salesReason: kept.salesReason ?? reason,
    offerPackage: kept.offerPackage ?? readPackage(fields.offerPackage, facts.offer),
    passages: kept.passages ?? (standing.length === 0 ? null : standing),
  };
  const isUseless = Object.values(answer).every((part) => part === null || part.length === 0);
  const problems = {
    ...(answer.companyType === null &&
      !facts.isTypeRuled && {
        companyType: "Der Firmentyp (companyType) ist keines der erlaubten Wörter.",
      }),
    ...(answer.topics === null && {
      topics: "Die Themen (topics) fehlen: eine Liste kurzer Wörter.",
    }),
    ...(answer.salesScore === null && {
      salesScore: "Die Bewertung (salesScore) ist keine ganze Zahl von 1 bis 5.",
    }),
    ...(answer.salesReason === null && { salesReason: problem ?? REASON_PROBLEMS.missing }),
    ...(answer.passages === null && {
      passages: "Die Textstellen (passages) fehlen: wörtlich von den Seiten.",
    }),
  };
  const missing = Object.keys(problems);
  if (isUseless) return { fault: brokenRules(Object.values(problems)) };
  if (missing.length === 0) return { answer };
  const all = assessmentSchema(facts.offer);
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(all.shape).filter(([key]) => missing.includes(key))),
  );
  const { sentence, repair } = brokenRules(Object.values(problems));
  const only = `${repair} Der Rest ist gut: Nenne nur ${missing.join(", ")}.`;
  const isVital = answer.passages === null;
  return { answer, fault: { sentence, repair: only, schema, isVital } };
}
