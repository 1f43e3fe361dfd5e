/** Node 20's `URL.canParse` refuses all umlauts after some thousand calls. */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
