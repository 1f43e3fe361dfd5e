import { z } from "zod";

const value = z.string().nullable();

/** German law requires these; null if absent. */
export const ImprintSchema = z.object({
  companyName: value,
  /** „GmbH & Co. KG“, „e.V.“ */
  legalForm: value,
  street: value,
  /** Five digits; four in Austria and Switzerland. */
  postalCode: value,
  city: value,
  /** E.164 */
  phone: value,
  email: value,
  /** Names with titles. */
  management: z.array(z.string()),
  /** „Charlottenburg“; in Austria „Landesgericht Linz“. */
  registerCourt: value,
  /** „HRB 12345 B“ */
  registerNumber: value,
  /** „DE123456789“, „ATU12345678“ */
  vatId: value,
  /** „DE123456789-00001“ */
  economicId: value,
});
export type Imprint = z.infer<typeof ImprintSchema>;

/** `personalEmail` is a person's address, kept apart from public ones. */
export const ImprintReadingSchema = ImprintSchema.extend({ personalEmail: value });
export type ImprintReading = z.infer<typeof ImprintReadingSchema>;

const PLACEHOLDER =
  /\[[^\][]{0,40}(?:name|firma|stra(?:ß|ss)e|ort|plz|telefon|nummer|eintragen|einfügen)[^\][]{0,40}\]|beispiel:|(?:eintragen|einfügen|ergänzen)\]?$|(?<!\p{L})muster(?:mann|frau|stadt|hausen|straße|strasse|str\.|weg|firma|ort)(?!\p{L})|HR[AB] ?(?:12345|00000|XXXXX)(?!\d)|DE ?123 ?456 ?789(?!\d)|@?example\.(?:com|org|de)|0?(?:111[ /-]?1555555|123[ /-]?456789?)(?!\d)|lorem ipsum/iu;

export const isPlaceholder = (line: string) => PLACEHOLDER.test(line);

/** At least three lines hold placeholders. */
export function isUnfilled(lines: readonly string[]): boolean {
  return lines.filter(isPlaceholder).length > 2;
}
