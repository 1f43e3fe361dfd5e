const PLACEHOLDER =
  /\[[^\][]{0,40}(?:name|firma|stra(?:ß|ss)e|ort|plz|telefon|nummer|eintragen|einfügen)[^\][]{0,40}\]|beispiel:|(?:eintragen|einfügen|ergänzen)\]?$|(?<!\p{L})muster(?:mann|frau|stadt|hausen|straße|strasse|str\.|weg|firma|ort)(?!\p{L})|HR[AB] ?(?:12345|00000|XXXXX)(?!\d)|DE ?123 ?456 ?789(?!\d)|@?example\.(?:com|org|de)|0?(?:111[ /-]?1555555|123[ /-]?456789?)(?!\d)|lorem ipsum/iu;

export const isPlaceholder = (line: string) => PLACEHOLDER.test(line);

/** At least three lines hold only placeholders. */
export function isUnfilled(lines: readonly string[]): boolean {
  return lines.filter(isPlaceholder).length > 2;
}
