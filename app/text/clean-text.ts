/**
 * Invisible signs: control characters, zero-width signs, marks that turn the direction, tags and variation
 * selectors, halves of characters. They hide words from people and show them to programs.
 */
const INVISIBLE = /(?![\t\n\f\r ])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Signs of no width but the joiners within emoji: they tell words apart that look the same. */
const ZERO_WIDTH =
  /\u200d(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d)|[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

/** Text as it comes in: accents in one piece, and no signs of no width. */
export function normalizeText(text: string): string {
  return text.replace(ZERO_WIDTH, "").normalize("NFC");
}

/**
 * JSON with its texts normalized; as it is where it is nested deeper than anything that we take.
 *
 * @throws SyntaxError when it is none
 */
export function parseNormalizedJson(json: string): unknown {
  try {
    return JSON.parse(json, (_, value: unknown) =>
      typeof value === "string" ? normalizeText(value) : value,
    );
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(json);
    throw error;
  }
}

/** One line of visible characters. */
export function cleanLine(text: string): string {
  return text.replace(INVISIBLE, "").replace(/\s+/g, " ");
}

/** At most `length` UTF-16 units, and no half of a character at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** One line of foreign text, of at most `length` characters with the ellipsis. */
export function shortLine(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
