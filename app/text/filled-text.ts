/** What people, table programs and exports write into a cell that they have nothing for, without case and signs. */
const NOTHING = new Set([
  ..."0|null|nil|none|nan|undefined|empty|missing|void|na|nv|ka|tbd|tba|xx|xxx|xxxx".split("|"),
  ..."keine|keiner|keines|kein|fehlt|fehlend|entfällt|entfallen".split("|"),
  ..."unbekannt|unbek|unknown|unspecified|not available|not applicable|not set|no data".split("|"),
  ..."keine angabe|keine angaben|ohne angabe|ohne angaben|keine daten|kein eintrag|kein wert".split(
    "|",
  ),
  ..."nicht angegeben|nicht bekannt|nicht verfügbar|nicht vorhanden|nicht zutreffend".split("|"),
  ..."nicht hinterlegt|nicht gepflegt|nicht ermittelbar|liegt nicht vor|n bek|n v|n a|k a|o a".split(
    "|",
  ),
]);

/**
 * A text without the white space around it; null where it only says that there is nothing: „k. A.“, „n/a“, „#NV“,
 * „–“, „unbekannt“, „(leer)“, „0“.
 */
export function filledText(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 30) return trimmed;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // Leer is a town, too, but not in brackets.
  const isLeft = words === "" || NOTHING.has(words) || /^[<([]leer/i.test(trimmed);
  return isLeft ? null : trimmed;
}
