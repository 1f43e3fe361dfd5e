import { FEDERAL_STATE_NAMES } from "../../leads/federal-states";
import cities from "../../places/german-cities.json";
import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { ORDINARY_WORDS } from "./ordinary-place-words";
import { fold, wordsOf } from "./words";

/** What people call a place: „Frankfurt am Main“ is „Frankfurt“, „Singen (Hohentwiel)“ is „Singen“. */
function shortName(name: string): string {
  const [short = name] = name.split(/[(/]| (?:am|an|auf|bei|im|in|unter|vor)(?: |$)/);
  return short.trim();
}

const PLACES: ReadonlySet<string> = new Set([
  ...FEDERAL_STATE_NAMES.map(fold),
  ...cities.states
    .flatMap((state) => state.cities.map(({ name }) => shortName(name)))
    .filter((name) => !ORDINARY_WORDS.has(name))
    .map(fold),
]);
/** „Bad Homburg“ and „Königs Wusterhausen“ are two words. */
const MAX_WORDS = 2;

/** A place as it is, in the genitive („Kölns“), or as an adjective („Kölner“). */
function placeIn(phrase: string): string | undefined {
  const folded = fold(phrase);
  const forms = [folded, folded.replace(/s$/, ""), folded.replace(/er$/, "")];
  return forms.find((form) => PLACES.has(form));
}

/** Cities and federal states that nothing the email was written from names. */
export function checkPlaces({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const words = wordsOf(`${subject}\n${body}`);
  const all = fold(facts.all);
  const unknown = new Set<string>();
  words.forEach((word, index) => {
    if (!/^\p{Lu}/u.test(word)) return;
    for (let length = 1; length <= MAX_WORDS; length += 1) {
      const place = placeIn(words.slice(index, index + length).join(" "));
      if (place !== undefined && !all.includes(place)) unknown.add(word);
    }
  });
  return [...unknown].map(
    (place) => `Der Ort „${place}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}
