import {
  type CompanySite,
  MAX_PAGE_TEXT,
  type SiteReader,
} from "../providers/website/company-site";
import { SiteError } from "../providers/website/site-error";
import { cutText } from "../text/clean-text";

/** A reading is kept for a day. */
const KEPT_MS = 86_400_000;
/** More sites than the searches of an hour find; some 20 MB. */
const MAX_KEPT = 1_000;
/** Twice the judged length, since cleaning removes some of it. */
const KEPT_TEXT = 2 * MAX_PAGE_TEXT;

type Kept = { site: CompanySite | SiteError; isBrief: boolean; readAt: number };

const keyOf = (address: string) =>
  address.trim().replace(/^(?:https?:\/\/)?(?:www\.)?|(?<!\/)\/+$/gi, "");

const shortened = ({ pages, ...site }: CompanySite): CompanySite => ({
  ...site,
  pages: pages.map((page) => ({ ...page, text: cutText(page.text, KEPT_TEXT) })),
});

/**
 * Reads websites, and keeps each reading for a day, so that no site is fetched twice. A brief reading takes any kept one,
 * a whole reading goes on where a brief one ended, and a second whole one reads anew. A failure is handed on once.
 */
export function keepSites(sites: SiteReader): SiteReader {
  const kept = new Map<string, Kept>();
  return {
    async readSite(address, signal, { isBrief = false } = {}) {
      const key = keyOf(address);
      const keep = (site: Kept["site"]) => {
        kept.delete(key);
        kept.set(key, { site, isBrief, readAt: Date.now() });
        const [oldest] = kept.keys();
        if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      };
      const known = kept.get(key);
      const isFresh = known !== undefined && known.readAt > Date.now() - KEPT_MS;
      const before = isFresh && (isBrief || known.isBrief) ? known.site : undefined;
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
