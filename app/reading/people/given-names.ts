import { foldText } from "~db/fold";
import list from "./given-names.json";

const namesOf = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(" ")));
const WOMEN = namesOf(list.women);
const MEN = namesOf(list.men);

/** Folded. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set([
  ...WOMEN,
  ...MEN,
  ...namesOf(list.either),
]);

/** „Anna“, „Anna-Lena“ */
export const isGivenName = (word: string) => GIVEN_NAMES.has(foldText(word).replace(/-.*/, ""));

/** @returns null for a name that is unknown or borne by women and men */
export function genderOf(givenName: string): "Frau" | "Herr" | null {
  const parts = foldText(givenName).split("-");
  const isWoman = parts.some((part) => WOMEN.has(part));
  const isMan = parts.some((part) => MEN.has(part));
  if (isWoman === isMan) return null;
  return isWoman ? "Frau" : "Herr";
}
