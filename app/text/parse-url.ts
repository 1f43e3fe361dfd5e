/**
 * An address, taken apart; null for a text that is none. Not by `URL.canParse`, which in Node 20 refuses every address
 * with an umlaut once it was called some thousand times.
 *
 * @param base what a relative address begins at
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
