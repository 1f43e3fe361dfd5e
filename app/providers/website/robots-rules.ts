import robotsParser from "robots-parser";

export interface RobotsRules {
  /** Compares path and query only, since rules hold for one host. */
  allows(page: URL): boolean;
  /** Milliseconds; 0 if the site asks for no pause. */
  crawlDelayMs: number;
}

const USER_AGENT = "Leadspeicher";
const MAX_RULE = 500;
const MAX_ADDRESS = 500;
const MAX_RULES = 5_000;
const MAX_STARRED = 20_000;
const RULE = /^\s*(?:user-agent|allow|disallow|crawl-delay)\s*:/i;

export const ALL_ALLOWED: RobotsRules = { allows: () => true, crawlDelayMs: 0 };

/** Rules beyond the limit forbid more than the site says, never less. */
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

/** RFC 9309. Invalid lines are skipped, so a misplaced HTML page allows everything. */
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
