import { foldText, foldToBaseLetters } from "~db/fold";
import { displayDomain, domainKey } from "../../leads/domain-key.server";

/** Share of the domain's letters that a name must contain to be known as the one behind it. */
export const KNOWN_FROM = 0.4;

export const wordsOf = (folded: string) => folded.match(/[\p{L}\d]+/gu) ?? [];
export const lettersOf = (text: string) => wordsOf(foldText(text)).join("");

/** A URL's domain as people read it; empty where there is none. */
export function domainOf(url: string): string {
  const key = domainKey(url);
  return key.kind === "none" ? "" : displayDomain(key.domain);
}

/** The word of a domain before its suffix. */
export const labelOf = (domain: string) => domain.split(".")[0] ?? "";

/** Share of the label's letters that the words cover, longer words first; all of it by their initials. */
function coverage(found: readonly string[], label: string): number {
  if (label.length >= 3 && found.map(([initial]) => initial).join("") === label) return 1;
  let rest = label;
  for (const word of found.toSorted((a, b) => b.length - a.length)) {
    if (word.length >= 2) rest = rest.replace(word, " ");
  }
  return label === "" ? 0 : 1 - rest.replaceAll(" ", "").length / label.length;
}

/** How much of the domain's own word a text explains, from 0 to 1, in both ways of writing umlauts. */
export function likeness(text: string, label: string): number {
  const shareBy = (fold: typeof foldText) =>
    coverage(wordsOf(fold(text)), wordsOf(fold(label)).join(""));
  return Math.max(shareBy(foldText), shareBy(foldToBaseLetters));
}

/** Whether nearly all of a text stands in the domain, and nearly all of the domain in it. */
export function isTheDomain(text: string, label: string): boolean {
  const isShort = lettersOf(text).length <= lettersOf(label).length * 1.25;
  return isShort && likeness(text, label) >= 0.8;
}

/** „in Balance“ at leben-in-balance.de */
export function isInDomain(text: string, label: string): boolean {
  return lettersOf(text) !== "" && lettersOf(label).includes(lettersOf(text));
}
