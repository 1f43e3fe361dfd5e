import { type CompanySite, keepText, type SitePage } from "../providers/website/company-site";
import { cutText } from "../text/clean-text";
import { looksLikeInjection, removeInjections } from "./prompt-injection";

export interface SanitizedSite {
  pages: SitePage[];
  /** The site speaks to language models; those lines are taken out, so that none of them can be quoted. */
  isSuspicious: boolean;
}

const MAX_TITLE = 200;

/** The path and query of an address as words. */
function wordsOfAddress(url: string): string {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  try {
    return decodeURIComponent(path).replace(/[/_+=&?-]/g, " ");
  } catch {
    return path.replace(/[/_+=&?-]/g, " ");
  }
}

/** Takes out of a website what speaks to language models, and cuts its pages to the size of a question. */
export function sanitizeSite({ pages }: CompanySite): SanitizedSite {
  let isSuspicious = false;
  const sanitize = (text: string) => {
    const rest = removeInjections(text);
    isSuspicious ||= rest !== text;
    return rest;
  };
  const kept = pages.flatMap((page): SitePage[] => {
    const isInAddress = looksLikeInjection(wordsOfAddress(page.url));
    isSuspicious ||= isInAddress;
    const title = sanitize(cutText(page.title, MAX_TITLE));
    const text = keepText(sanitize(page.text)).trim();
    return isInAddress || text === "" ? [] : [{ ...page, title, text }];
  });
  return { pages: kept, isSuspicious };
}
