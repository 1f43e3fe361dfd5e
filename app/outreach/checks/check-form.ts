import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { draftWithoutTexts, withoutTexts } from "./without-texts";

export const MAX_BODY_WORDS = 160;
export const MAX_SUBJECT_LENGTH = 120;

/** What has no place in a plain email, with what is said of it. */
const FORBIDDEN: readonly { pattern: RegExp; sentence: string }[] = [
  {
    pattern: /[[\]{}<>]/,
    sentence: "Der Text enthält Klammern ([ ], { } oder < >), wie sie Platzhalter und HTML haben.",
  },
  { pattern: /&(?:[a-z]{2,8}|#x?\d{1,6});/i, sentence: "Der Text enthält HTML-Zeichen." },
  {
    pattern: /\*\*|__|```|^ {0,3}(?:#{1,6} |[-=]{3})/m,
    sentence: "Der Text enthält Auszeichnungen von Markdown.",
  },
  {
    pattern: /(?<!\p{L})(?:x{3,}|muster(?:mann|frau|firma)|vorname|nachname)(?!\p{L})|\.{4,}/iu,
    sentence: "Der Text enthält einen Platzhalter.",
  },
  {
    pattern: /[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Co}/u,
    sentence: "Der Text enthält unsichtbare Zeichen.",
  },
];
const REPLY = /^\s*(?:re|aw|wg|fwd?|antw)\s*:/i;

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function checkSubject(subject: string): string[] {
  if (subject.trim() === "") return ["Der Betreff fehlt."];
  const problems: string[] = [];
  if (/\n/.test(subject)) problems.push("Der Betreff hat mehr als eine Zeile.");
  if (subject.length > MAX_SUBJECT_LENGTH) {
    problems.push(`Der Betreff hat ${subject.length} Zeichen, erlaubt sind ${MAX_SUBJECT_LENGTH}.`);
  }
  return problems;
}

function checkLength({ subject, body }: EmailDraft): string[] {
  const problems = checkSubject(subject);
  if (body.trim() === "") problems.push("Der Text fehlt.");
  const words = countWords(body);
  if (words > MAX_BODY_WORDS) {
    problems.push(`Der Text hat ${words} Wörter, erlaubt sind ${MAX_BODY_WORDS}.`);
  }
  return problems;
}

function checkSigns(email: EmailDraft, facts: KnownFacts): string[] {
  const problems: string[] = [];
  if (REPLY.test(withoutTexts(email.subject, facts.own))) {
    problems.push("Der Betreff gibt vor, eine Antwort oder Weiterleitung zu sein.");
  }
  const words = [...facts.own, facts.team].flatMap((text) => text.split(/\s+/));
  const { subject, body } = draftWithoutTexts(email, [...facts.own, ...words]);
  for (const { pattern, sentence } of FORBIDDEN) {
    if (pattern.test(`${subject}\n${body}`)) problems.push(sentence);
  }
  return problems;
}

/**
 * Length, and what plain text may not hold, unless it is a word of the record or the team's: „Bau [Nord] GmbH“ is
 * called so.
 */
export function checkForm(email: EmailDraft, facts: KnownFacts): string[] {
  return [...checkLength(email), ...checkSigns(email, facts)];
}
