import robotsParser from "robots-parser";

/** The permissions of a site's robots.txt. */
export interface RobotsRules {
  /** The page may be fetched. The rules hold for one host, so only path and query count. */
  allows(page: URL): boolean;
  /** Between two requests, in milliseconds; 0 where the site asks for none. */
  crawlDelayMs: number;
}

/** The name by which a site's rules mean us; the first word of what every request says. */
const USER_AGENT = "Leadspeicher";
const MAX_RULE = 500;
const MAX_ADDRESS = 500;
const MAX_RULES = 5_000;
/** A rule with stars is compared with an address again and again: so many signs of such rules are done at once. */
const MAX_STARRED = 20_000;
const RULE = /^\s*(?:user-agent|allow|disallow|crawl-delay)\s*:/i;

export const ALL_ALLOWED: RobotsRules = { allows: () => true, crawlDelayMs: 0 };

/** The rules with no more stars than can be compared at once: beyond that they forbid more than they say, never less. */
function withFewStars(rules: readonly string[]): string[] {
  let left = MAX_STARRED;
  return rules.flatMap((rule) => {
    const star = /^\s*(?:dis)?allow\s*:/i.test(rule) ? rule.indexOf("*") : -1;
    if (star === -1) return [rule];
    left -= rule.length;
    if (left >= 0) return [rule];
    return /^\s*allow/i.test(rule) ? [] : [rule.slice(0, star)];
  });
}

/**
 * The rules of a robots.txt (RFC 9309). What is no rule is passed over, so a page that stands there by mistake allows
 * everything.
 *
 * @param origin of the host that the file is for
 */
export function readRobots(origin: string, text: string): RobotsRules {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => RULE.test(line.slice(0, 200)));
  const rules = lines.filter((line) => line.length <= MAX_RULE).slice(0, MAX_RULES);
  const address = new URL("/robots.txt", origin).href;
  const robots = robotsParser(address, withFewStars(rules).join("\n"));
  const delay = robots.getCrawlDelay(USER_AGENT) ?? 0;
  return {
    allows({ pathname, search }) {
      if (pathname.length + search.length > MAX_ADDRESS) return false;
      const page = new URL(address);
      page.pathname = pathname;
      page.search = search;
      return robots.isAllowed(page.href, USER_AGENT) === true;
    },
    crawlDelayMs: delay > 0 ? delay * 1_000 : 0,
  };
}
