import { LRUCache } from "lru-cache";
import { cutText } from "../../text/clean-text";
import { type CompanySite, MAX_PAGE_TEXT, type SiteReader } from "./company-site";
import { SiteError } from "./site-error";

const KEPT_MS = 86_400_000;
/** About 20 MB; more sites than an hour's searches find. */
const MAX_KEPT = 1_000;
/** Cleaning removes some of the text. */
const KEPT_TEXT = 2 * MAX_PAGE_TEXT;

type Kept = { site: CompanySite | SiteError; isBrief: boolean };

const keyOf = (address: string) =>
  address.trim().replace(/^(?:https?:\/\/)?(?:www\.)?|(?<!\/)\/+$/gi, "");

const shortened = ({ pages, ...site }: CompanySite): CompanySite => ({
  ...site,
  pages: pages.map((page) => ({ ...page, text: cutText(page.text, KEPT_TEXT) })),
});

/** Keeps readings for a day, so that no site is fetched twice; a second full reading starts anew. */
export function keepSites(sites: SiteReader): SiteReader {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT, ttl: KEPT_MS });
  return {
    async readSite(address, signal, { isBrief = false } = {}) {
      const key = keyOf(address);
      const keep = (site: Kept["site"]) => kept.set(key, { site, isBrief });
      const known = kept.get(key);
      const before = isBrief || known?.isBrief ? known?.site : undefined;
      if (before instanceof SiteError) {
        if (!isBrief) keep(before);
        throw before;
      }
      if (before !== undefined && isBrief) return before;
      try {
        const site = await sites.readSite(address, signal, { isBrief, ...(before && { before }) });
        keep(shortened(site));
        return site;
      } catch (error) {
        if (error instanceof SiteError && !signal.aborted) keep(error);
        throw error;
      }
    },
    close: () => sites.close(),
  };
}
