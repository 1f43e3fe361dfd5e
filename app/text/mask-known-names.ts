/** In any case, and with any ending of its longer words. */
function namePattern(name: string): string {
  const stems = name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const stem = word.length > 5 ? word.replace(/(?:e[nmrs]?|n|s)$/, "") : word;
      const ending = /\p{L}$/u.test(stem) ? "(?:e[nmrs]?|n|s)?" : "";
      return stem.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + ending;
    });
  return stems.join("[\\s\\u2010-\\u2015-]+");
}

/** Puts an N in the place of each known name that stands in a text as a whole. */
export function maskKnownNames(text: string, names: readonly string[]): string {
  const known = names.filter((name) => name.trim() !== "");
  if (known.length === 0) return text;
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const pattern = longestFirst.map(namePattern).join("|");
  const [before, after] = ["(?<![\\p{L}\\p{N}[{<*&])", "(?![\\p{L}\\p{N}\\]}>*])"];
  return text.replace(new RegExp(`${before}(?:${pattern})${after}`, "giu"), "N");
}
