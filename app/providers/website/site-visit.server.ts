import { type DocumentFacts, readDocument } from "./document-reader.server";
import type { FetchCall, SiteDocument, SiteFetcher } from "./fetch-site.server";
import { withinTime } from "./guarded-agent.server";
import { type PerSiteQueue, siteOf } from "./per-site-queue";
import { ALL_ALLOWED, type RobotsRules, readRobots } from "./robots-rules";
import { SiteError, type SiteErrorReason } from "./site-error";

export interface VisitParts {
  fetcher: SiteFetcher;
  queue: PerSiteQueue;
  pauseFor(crawlDelayMs: number): number;
}

export interface VisitedPage {
  url: URL;
  facts: DocumentFacts;
}

type Reach = "anywhere" | "site";

/** The minimum that crawlers must read (RFC 9309, 2.5). */
const MAX_ROBOTS_BYTES = 500_000;
const MAX_MOVES = 3;
/** These failures count as a missing robots.txt, which allows everything. */
const NO_ROBOTS = new Set<SiteErrorReason>(["redirects", "content_type"]);
const UNKNOWN_ROBOTS = new Set<SiteErrorReason>(["too_large", "encoding", "unreadable"]);
const TOO_MANY_REQUESTS = 429;

function isSuccess({ status }: SiteDocument): boolean {
  return status >= 200 && status <= 299;
}

export class SiteVisit {
  /** By host; http and https share their rules. */
  readonly #rules = new Map<string, Promise<RobotsRules>>();

  constructor(private readonly parts: VisitParts) {}

  /**
   * @param reach allows the first page to redirect to another site
   * @throws SiteError, or the signal's reason once it is aborted
   */
  async readPage(url: URL, reach: Reach, signal: AbortSignal, isImpressum = false) {
    const document = await this.#fetchAllowed(url, reach, signal);
    if (!isSuccess(document)) throw SiteError.answered(document.status);
    const facts = await withinTime(readDocument({ ...document, isImpressum }), signal);
    return { url: new URL(document.url), facts };
  }

  async #fetchAllowed(url: URL, reach: Reach, signal: AbortSignal): Promise<SiteDocument> {
    let target = url;
    for (let move = 0; move <= MAX_MOVES; move += 1) {
      const rules = await this.rulesFor(target, signal);
      if (!rules.allows(target)) throw SiteError.because("robots");
      const { host } = target;
      const within = (next: URL) => next.host === host && rules.allows(next);
      const document = await this.#fetch(target, signal, { within });
      if (document.redirectsTo === undefined) return document;
      const next = new URL(document.redirectsTo);
      if (reach === "site" && siteOf(next) !== siteOf(url)) break;
      target = next;
    }
    throw SiteError.because("redirects");
  }

  #fetch(url: URL, signal: AbortSignal, call: FetchCall): Promise<SiteDocument> {
    const { fetcher, queue } = this.parts;
    return queue.run(url, () => fetcher.fetchDocument(url.href, signal, call), signal);
  }

  /** Also shows that the host answers. @throws SiteError */
  rulesFor(url: URL, signal: AbortSignal): Promise<RobotsRules> {
    const known = this.#rules.get(url.host);
    if (known !== undefined) return known;
    const rules = this.#readRules(url, signal);
    this.#rules.set(url.host, rules);
    // A failed host may be asked again by the other protocol.
    rules.catch(() => this.#rules.delete(url.host));
    return rules;
  }

  async #readRules(url: URL, signal: AbortSignal): Promise<RobotsRules> {
    const { origin } = url;
    let document: SiteDocument;
    try {
      // Redirects may lead to any host (RFC 9309).
      const call = { anyType: true, maxBytes: MAX_ROBOTS_BYTES };
      document = await this.#fetch(new URL("/robots.txt", origin), signal, call);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (NO_ROBOTS.has(error.reason)) return ALL_ALLOWED;
      throw UNKNOWN_ROBOTS.has(error.reason) ? SiteError.because("robots", error) : error;
    }
    const { status, bytes } = document;
    // An unreachable robots.txt allows nothing (RFC 9309, 2.3.1.4).
    if (status >= 500 || status === TOO_MANY_REQUESTS) throw SiteError.answered(status);
    if (!isSuccess(document)) return ALL_ALLOWED;
    const rules = readRobots(origin, new TextDecoder().decode(bytes));
    this.parts.queue.slowDown(url, this.parts.pauseFor(rules.crawlDelayMs));
    // „firma.de“ mostly redirects to „www.firma.de“, which then shares its rules.
    const { host, pathname } = new URL(document.url);
    const isShared = pathname === "/robots.txt" && !this.#rules.has(host);
    if (isShared) this.#rules.set(host, Promise.resolve(rules));
    return rules;
  }
}
