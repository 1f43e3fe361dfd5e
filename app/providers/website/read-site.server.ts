import PQueue from "p-queue";
import { type ChosenPage, choosePages, findContactPage, guessImpressum } from "./choose-pages";
import {
  type CompanySite,
  looksLikeImpressum,
  type SitePage,
  type SitePageKind,
  type SiteReader,
  type SiteReadingOptions,
  saysNotFound,
} from "./company-site";
import { createDocumentReader, type DocumentReaderOptions } from "./document-reader.server";
import { createSiteFetcher, type SiteFetcherOptions } from "./fetch-site.server";
import { PerSiteQueue } from "./per-site-queue";
import { judgeAddress } from "./site-address";
import { SiteError, type SiteErrorReason } from "./site-error";
import { SiteVisit, type VisitedPage, type VisitParts } from "./site-visit.server";

export interface SiteReaderOptions extends SiteFetcherOptions, DocumentReaderOptions {
  /** Divides the pauses between requests; 1 outside tests and the demo. */
  speed?: number;
  /** For all pages after the first one together, in milliseconds. */
  siteLimitMs?: number;
  /** After so many milliseconds a site gives its place to another one. */
  slowMs?: number;
}

/** The first page included, and pages that are tried in vain. */
const MAX_PAGES = 6;
const MAX_SITES_AT_ONCE = 6;
/** A site that takes longer mostly makes us wait, so another one is read beside it. */
const SLOW_MS = 8_000;
const MAX_SLOW_SITES = 18;
const MAX_PAGE_BYTES = 1_000_000;
const PAGE_LIMIT_MS = 10_000;
const SITE_LIMIT_MS = 60_000;
const PAUSE_MS = 500;
/** A site that asks for more gets this much: its pages are few. */
const MAX_CRAWL_DELAY_MS = 10_000;
/** Nobody answered. */
const NO_ANSWER = new Set<SiteErrorReason>(["unreachable", "timeout"]);

export function createSiteReader(options: SiteReaderOptions = {}): SiteReader {
  const { speed = 1, siteLimitMs = SITE_LIMIT_MS, slowMs = SLOW_MS, testNames = false } = options;
  const { timeoutMs: pageLimitMs = PAGE_LIMIT_MS, maxBytes = MAX_PAGE_BYTES } = options;
  const fetcher = createSiteFetcher({ ...options, maxBytes });
  const reader = createDocumentReader({ worker: options.worker, timeLimitMs: options.timeLimitMs });
  const sites = new PQueue({ concurrency: MAX_SITES_AT_ONCE });
  /** Sites under way by who wants them: whoever wants few does not wait for all that another one wants. */
  const wanted = new WeakMap<AbortSignal, number>();
  const closing = new AbortController();
  const parts: VisitParts = {
    fetcher,
    reader,
    queue: new PerSiteQueue(PAUSE_MS / speed),
    pageLimitMs,
    pauseFor: (crawlDelayMs) => Math.min(crawlDelayMs, MAX_CRAWL_DELAY_MS) / speed,
  };

  async function readPages(
    starts: URL[],
    signal: AbortSignal,
    { isBrief = false, before }: SiteReadingOptions,
  ): Promise<CompanySite> {
    const visit = new SiteVisit(parts);
    if (before !== undefined) {
      const [home] = before.pages;
      const read = furtherPages(visit, home?.text ?? "", signal, siteLimitMs);
      const pages = (before.unread ?? []).map(({ url, kind }) => read({ url: new URL(url), kind }));
      return { pages: withoutTwins([...before.pages, ...(await Promise.all(pages)).flat()]) };
    }
    const home = await readHome(visit, starts, signal);
    const read = furtherPages(visit, home.facts.text, signal, siteLimitMs);
    const { pages, unread } = await readOthers(home, read, isBrief);
    const site = { pages: withoutTwins([asPage(home, "home"), ...pages]) };
    return unread.length === 0 ? site : { ...site, unread };
  }

  async function readInTurn(
    starts: URL[],
    signal: AbortSignal,
    options: SiteReadingOptions,
  ): Promise<CompanySite> {
    let more = 0;
    const timer = setTimeout(() => {
      if (sites.concurrency < MAX_SITES_AT_ONCE + MAX_SLOW_SITES) more = 1;
      sites.concurrency += more;
    }, slowMs);
    try {
      return await readPages(starts, signal, options);
    } finally {
      clearTimeout(timer);
      sites.concurrency -= more;
    }
  }

  return {
    async readSite(address, signal, options = {}) {
      const starts = startsOf(address, testNames);
      const either = AbortSignal.any([signal, closing.signal]);
      const before = wanted.get(signal) ?? 0;
      wanted.set(signal, before + 1);
      try {
        const turn = { signal: either, priority: -before };
        return await sites.add(() => readInTurn(starts, either, options), turn);
      } finally {
        wanted.set(signal, (wanted.get(signal) ?? 1) - 1);
      }
    },
    async close() {
      closing.abort();
      await Promise.all([fetcher.close(), reader.close()]);
    },
  };
}

/**
 * The addresses at which a site may answer, the most likely one first: https before http, and for a bare domain also
 * with „www“. Only an address that is given with http is asked that way alone.
 *
 * @throws SiteError for an address that is none of a website
 */
function startsOf(address: string, testNames: boolean): URL[] {
  const text = address.trim();
  const isBare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const judged = judgeAddress(isBare ? `https://${text}` : text, { testNames });
  if ("refusal" in judged) throw SiteError.refused(judged.refusal);
  const { url } = judged;
  url.hash = "";
  if (url.protocol === "http:") return [url];
  const starts = [url, withProtocol(url, "http:")];
  if (!isBare || url.hostname.startsWith("www.")) return starts;
  const www = new URL(url);
  www.hostname = `www.${url.hostname}`;
  return [...starts, www, withProtocol(www, "http:")];
}

function withProtocol(url: URL, protocol: string): URL {
  const other = new URL(url);
  // A port of one is none of the other.
  other.port = "";
  other.protocol = protocol;
  return other;
}

/** The first address whose host answers at all. @throws SiteError of the first one where none does */
async function findStart(visit: SiteVisit, starts: URL[], signal: AbortSignal): Promise<URL> {
  let failure: SiteError | null = null;
  for (const start of starts) {
    try {
      await visit.rulesFor(start, signal);
      return start;
    } catch (error) {
      if (!(error instanceof SiteError) || !NO_ANSWER.has(error.reason)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? SiteError.because("unreachable");
}

async function readFirst(visit: SiteVisit, url: URL, signal: AbortSignal): Promise<VisitedPage> {
  const page = await visit.readPage(url, "anywhere", signal);
  if (page.facts.text === "") throw SiteError.because("empty");
  return page;
}

/** The page that the lead names; where there is none any more, the site's first one. */
async function readHome(visit: SiteVisit, starts: URL[], signal: AbortSignal) {
  const start = await findStart(visit, starts, signal);
  try {
    return await readFirst(visit, start, signal);
  } catch (error) {
    const root = new URL("/", start);
    if (!(error instanceof SiteError) || root.href === start.href) throw error;
    return readFirst(visit, root, signal);
  }
}

type Read = (page: Pick<SitePage, "kind"> & { url: URL }, isGuess?: boolean) => Promise<SitePage[]>;

/** Reads pages after the first one, as far as they can be had in time. */
function furtherPages(
  visit: SiteVisit,
  homeText: string,
  signal: AbortSignal,
  limitMs: number,
): Read {
  const limit = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, limit]);
  return async ({ url, kind }, isGuess = false) => {
    try {
      const page = await visit.readPage(url, "site", either);
      return isWorthIt(page, homeText, isGuess) ? [asPage(page, kind)] : [];
    } catch (error) {
      if (error instanceof SiteError || limit.aborted) return [];
      throw error;
    }
  };
}

/** The pages after the first one. Where nothing leads to an Impressum, it is guessed. */
async function readOthers({ url, facts: { links } }: VisitedPage, read: Read, isBrief: boolean) {
  const guess = async (guesses: URL[]): Promise<SitePage[]> => {
    for (const guessed of guesses) {
      const found = await read({ url: guessed, kind: "impressum" }, true);
      if (found.length > 0) return found;
    }
    return [];
  };
  const chosen = choosePages(url, links, MAX_PAGES - 1);
  const isLinked = chosen.some(({ kind }) => kind === "impressum");
  const guesses = isLinked ? [] : guessImpressum(url);
  const linked = chosen.slice(0, MAX_PAGES - 1 - guesses.length);
  const isRead = ({ kind }: ChosenPage) => !isBrief || kind === "impressum";
  const wanted = linked.filter(isRead).map((page) => read(page));
  const pages = (await Promise.all([guess(guesses), ...wanted])).flat();
  const isKnown = pages.some(({ imprint }) => imprint?.email && imprint.phone);
  const contact = isKnown ? null : findContactPage(url, links);
  if (contact !== null) pages.push(...(await read(contact)));
  const left = linked.filter((page) => !isRead(page));
  return { pages, unread: left.map((page) => ({ url: page.url.href, kind: page.kind })) };
}

function isWorthIt({ facts }: VisitedPage, homeText: string, isGuess: boolean): boolean {
  if (facts.text === "" || facts.text === homeText || saysNotFound(facts)) return false;
  return !isGuess || looksLikeImpressum(facts);
}

function asPage({ url, facts }: VisitedPage, kind: SitePageKind): SitePage {
  const { title, text, imprint } = facts;
  return { url: url.href, kind, title, text, ...(imprint === null ? {} : { imprint }) };
}

/** A site that answers every address with the same page has that page once. */
function withoutTwins(pages: readonly SitePage[]): SitePage[] {
  const seen = new Set<string>();
  return pages.filter(({ text }) => !seen.has(text) && seen.add(text));
}
