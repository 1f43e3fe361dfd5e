import { cutText } from "../../providers/website/clean-text";
import type { CompanySite, SitePage } from "../../providers/website/company-site";
import { keepText } from "../../providers/website/site-text";
import { givesOrders, removeOrders } from "./find-orders";

/** A website as it may be judged. */
export interface OrderlessSite {
  pages: SitePage[];
  /** It gave orders to language models, which are taken out. */
  isSuspicious: boolean;
}

const MAX_TITLE = 200;

/** The words of an address, in which an order may stand as well. */
function wordsOfAddress(url: string): string {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  try {
    return decodeURIComponent(path).replace(/[/_+=&?-]/g, " ");
  } catch {
    return path.replace(/[/_+=&?-]/g, " ");
  }
}

/**
 * Takes out of a website what speaks to language models, and cuts its pages to what a question holds.
 *
 * @param domain of the company
 */
export function toOrderlessSite(site: CompanySite, domain: string): OrderlessSite {
  let isSuspicious = false;
  const pages = site.pages.flatMap((page): SitePage[] => {
    const body = removeOrders(page.text, domain);
    const title = removeOrders(cutText(page.title, MAX_TITLE), domain);
    const isOrder = givesOrders(wordsOfAddress(page.url), domain);
    isSuspicious ||= body.hasOrders || title.hasOrders || isOrder;
    const text = keepText(body.text).trim();
    return isOrder || text === "" ? [] : [{ ...page, title: title.text, text }];
  });
  return { pages, isSuspicious };
}
