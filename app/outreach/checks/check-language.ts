import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { fold, wordSet, wordsOf } from "./words";

/** Words that hold German sentences together; nobody writes three of them without a few of these. */
const GERMAN = new Set(
  `aber als am an auch auf aus bei beim bereits bin bis bitte da damit dann darf das dass dein dem den der des dich die dir
  doch du durch ein eine einem einen einer eines er es etwas euch euer eure für gern gerne guten haben habe hat hätten ich
  ihnen ihr ihre ihrem ihren ihrer ihres im in ist ja jede kann kein keine können könnte man mehr mein meine mich mir mit
  möchte möchten nach nicht noch nur ob oder ohne passt sein sehr sich sie sind so soll sollen um und uns unser unsere
  unserem unseren unserer vom von vor war wäre was weil wenn wer werden wie wir wird wo zu zum zur zwischen über`.split(
    /\s+/,
  ),
);
const ENGLISH = new Set(
  `and are as at be because been but by can could dear do for from has have hello hi how i if is it its like looking may me
  my of on or our please should that the their them they this through to us we what when which who with would you
  your yours`.split(/\s+/),
);
/** A shorter line is a greeting, a name or an address. */
const LINE_WORDS = 4;
const ENOUGH_WORDS = 10;
/** Ordinary texts have 30 to 50 %, brochures in headlines still 15 %. */
const LEAST_SHARE = 0.1;
const LEAST_ENGLISH = 2;
const WISHES_FOREIGN = /(?<!\p{L})(?:englisch|english|französisch|sprache|zweisprachig)/iu;

function countOf(words: readonly string[], known: ReadonlySet<string>): number {
  return words.filter((word) => known.has(word)).length;
}

/** Words that the team or the record uses itself („Software as a Service“) are no sign of English. */
function isEnglish(words: readonly string[], known: ReadonlySet<string>): boolean {
  const english = countOf(
    words.filter((word) => !known.has(word)),
    ENGLISH,
  );
  return english >= LEAST_ENGLISH && english > countOf(words, GERMAN);
}

/** Sentences in another language than German, unless the person wants one. */
export function checkLanguage({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  if (WISHES_FOREIGN.test(facts.instructions)) return [];
  const lines = [subject, ...body.split("\n")].map((line) => wordsOf(fold(line)));
  const sentences = lines.filter((words) => words.length >= LINE_WORDS);
  const words = sentences.flat();
  const known = wordSet(facts.all);
  const isForeign =
    words.length >= ENOUGH_WORDS && countOf(words, GERMAN) < LEAST_SHARE * words.length;
  return isForeign || sentences.some((line) => isEnglish(line, known))
    ? ["Der Text ist nicht durchgehend auf Deutsch."]
    : [];
}
