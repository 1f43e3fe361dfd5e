/** These characters hide words from people but not from programs. */
const INVISIBLE = /(?![\t\n\f\r ])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const ZERO_WIDTH =
  /\u200d(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d)|[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

export function normalizeText(text: string): string {
  return text.replace(ZERO_WIDTH, "").normalize("NFC");
}

/** The bytes from 0x80 on, which Node 20 reads as control characters. */
const WINDOWS_CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** @param text a file in Windows-1252, read as Latin-1 */
export function withWindowsCharacters(text: string): string {
  return text.replace(
    /[\u0080-\u009f]/g,
    (sign) => WINDOWS_CHARACTERS[sign.charCodeAt(0) - 0x80] ?? sign,
  );
}

/** Very deep JSON stays as it is. */
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

/** Browsers send CR LF; SQLite cannot store half a surrogate pair. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

export function cleanLine(text: string): string {
  return text.replace(INVISIBLE, "").replace(/\s+/g, " ");
}

/** Counts UTF-16 code units and never splits a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? length - 1 : length);
}

export function shortLine(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
