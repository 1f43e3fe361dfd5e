import { displayDomain } from "../../leads/domain-key.server";
import { parseUrl } from "../../text/parse-url";

const PAIRS = [/„([^„“”"]{0,300})[“”]/g, /“([^„“”"]{0,300})”/g, /"([^„“”"]{0,300})"/g] as const;

/** A text that stands between „ and “: its own quotes become inner ones, ‚ and ‘. */
export function quoteInside(text: string): string {
  return PAIRS.reduce((rest, pair) => rest.replace(pair, "‚$1‘"), text);
}

/** „müller-bäder.de/impressum“: the page as people read it, without the scheme, a query or a bare slash at the end. */
export function pageName(address: string): string {
  const url = parseUrl(address);
  if (url === null) return address;
  return `${displayDomain(url.hostname)}${url.pathname.replace(/\/$/, "")}`;
}
