import PQueue from "p-queue";
import { isUnfilled } from "../../reading/imprint/imprint";
import { choosePages, findPage } from "./choose-pages";
import {
  type ChosenPage,
  type CompanySite,
  looksLikeImpressum,
  type SitePage,
  type SitePageKind,
  type SiteReader,
  type SiteReadingOptions,
  saysNotFound,
} from "./company-site";
import { createSiteFetcher, type SiteFetcherOptions } from "./fetch-site.server";
import { PerSiteQueue, siteOf } from "./per-site-queue";
import { vetAddress } from "./site-address";
import { SiteError, type SiteErrorReason } from "./site-error";
import { SiteVisit, type VisitedPage, type VisitParts } from "./site-visit.server";

export interface SiteReaderOptions extends SiteFetcherOptions {
  /** Divides the pauses; 1 outside tests and the demo. */
  speed?: number;
  /** Milliseconds for all pages after the first together. */
  siteLimitMs?: number;
}

/** Includes the first page and failed tries, but not the page on data protection. */
const MAX_PAGES = 6;
const MAX_UNSURE = 2;
const MAX_FRAMES = 4;
const GUESSES = ["/impressum", "/impressum.html"];
const UNFILLED = "Das Impressum der Website ist noch nicht ausgefüllt.";
const FORBIDDEN = "Das Impressum darf laut robots.txt nicht gelesen werden.";
/** Most visits wait for an answer or a pause; parsing has its own queue. */
const MAX_CONCURRENT_SITES = 16;
const SITE_LIMIT_MS = 60_000;
const PAUSE_MS = 500;
/** A longer crawl delay is capped: we read few pages. */
const MAX_CRAWL_DELAY_MS = 10_000;
const NO_ANSWER = new Set<SiteErrorReason>(["unreachable", "timeout"]);

export function createSiteReader(options: SiteReaderOptions = {}): SiteReader {
  const { speed = 1, siteLimitMs = SITE_LIMIT_MS, testNames = false } = options;
  const fetcher = createSiteFetcher(options);
  const sites = new PQueue({ concurrency: MAX_CONCURRENT_SITES });
  /** Open sites per caller; a caller with few sites goes first. */
  const wanted = new WeakMap<AbortSignal, number>();
  const closing = new AbortController();
  const parts: VisitParts = {
    fetcher,
    queue: new PerSiteQueue(PAUSE_MS / speed),
    pauseFor: (crawlDelayMs) => Math.min(crawlDelayMs, MAX_CRAWL_DELAY_MS) / speed,
  };

  async function readPages(
    starts: URL[],
    signal: AbortSignal,
    { isBrief = false, before }: SiteReadingOptions,
  ): Promise<CompanySite> {
    const visit = new SiteVisit(parts);
    if (before !== undefined) {
      const [home = { text: "" }] = before.pages;
      const { read } = furtherPages(visit, home.text, signal, siteLimitMs);
      const pages = (await Promise.all((before.unread ?? []).map((page) => read(page)))).flat();
      return { ...before, pages: uniquePages([...before.pages, ...pages]), unread: undefined };
    }
    const home = await readHome(visit, starts, signal);
    const further = furtherPages(visit, home.facts.text, signal, siteLimitMs);
    const { pages, unread } = await readOthers(home, further, isBrief);
    const site = { pages: uniquePages(pages), imprintProblem: further.found.problem };
    return unread.length === 0 ? site : { ...site, unread };
  }

  return {
    async readSite(address, signal, options = {}) {
      const starts = startsOf(address, testNames);
      const either = AbortSignal.any([signal, closing.signal]);
      const before = wanted.get(signal) ?? 0;
      wanted.set(signal, before + 1);
      try {
        const turn = { signal: either, priority: -before };
        return await sites.add(() => readPages(starts, either, options), turn);
      } finally {
        wanted.set(signal, (wanted.get(signal) ?? 1) - 1);
      }
    },
    async close() {
      closing.abort();
      await fetcher.close();
    },
  };
}

/** https before http; a bare domain also with „www“. @throws SiteError for an invalid address */
function startsOf(address: string, testNames: boolean): URL[] {
  const text = address.trim();
  const isBare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = vetAddress(isBare ? `https://${text}` : text, { testNames });
  url.hash = "";
  if (url.protocol === "http:") return [url];
  const isWithoutWww = isBare && !url.hostname.startsWith("www.");
  return (isWithoutWww ? ["", "www."] : [""]).flatMap((www) => {
    const [secure, plain] = [new URL(url), new URL(url)];
    secure.hostname = `${www}${url.hostname}`;
    plain.hostname = secure.hostname;
    plain.port = "";
    plain.protocol = "http:";
    return [secure, plain];
  });
}

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

async function orNothing<T>(reading: Promise<T>, limit?: AbortSignal): Promise<T[]> {
  try {
    return [await reading];
  } catch (error) {
    if (error instanceof SiteError || limit?.aborted) return [];
    throw error;
  }
}

async function withFrames(visit: SiteVisit, page: VisitedPage, signal: AbortSignal) {
  const { url, facts } = page;
  if (facts.text !== "") return page;
  const frames = facts.links.map((link) => new URL(link.url));
  const own = frames.filter((frame) => siteOf(frame) === siteOf(url)).slice(0, MAX_FRAMES);
  const read = own.map((frame) => orNothing(visit.readPage(frame, "site", signal)));
  const all = [page, ...(await Promise.all(read)).flat()].map((one) => one.facts);
  const text = all.flatMap((part) => part.text || []).join("\n");
  const imprint = all.find((part) => part.imprint !== null)?.imprint ?? null;
  const adObjection = all.find((part) => part.adObjection !== null)?.adObjection ?? null;
  const links = all.flatMap((part) => part.links);
  return { url, facts: { ...facts, imprint, adObjection, text, links } };
}

async function readFirst(visit: SiteVisit, url: URL, signal: AbortSignal): Promise<VisitedPage> {
  const page = await visit.readPage(url, "anywhere", signal);
  if (page.facts.needsScripts) throw SiteError.because("scripts");
  const whole = await withFrames(visit, page, signal);
  if (whole.facts.text === "") throw SiteError.because("empty");
  return whole;
}

async function readHome(visit: SiteVisit, starts: URL[], signal: AbortSignal) {
  const start = await findStart(visit, starts, signal);
  try {
    return await readFirst(visit, start, signal);
  } catch (error) {
    const root = new URL("/", start);
    if (!(error instanceof SiteError) || error.reason === "scripts") throw error;
    if (root.href === start.href) throw error;
    return readFirst(visit, root, signal);
  }
}

function furtherPages(visit: SiteVisit, homeText: string, signal: AbortSignal, limitMs: number) {
  const limit = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, limit]);
  const tried = new Set<string>();
  const found: { links: VisitedPage["facts"]["links"]; problem?: string } = { links: [] };
  async function visitPage({ url, kind }: ChosenPage, isGuess: boolean) {
    const { allows } = await visit.rulesFor(url, either);
    const isLinked = kind === "impressum" && !isGuess;
    if (isLinked && !allows(url)) found.problem = FORBIDDEN;
    const page = await visit.readPage(url, "site", either, isLinked);
    found.links.push(...page.facts.links);
    if (isLinked && isUnfilled(page.facts.text.split("\n"))) found.problem = UNFILLED;
    return isUseful(page, homeText, isGuess) ? [toPage(page, kind)] : [];
  }
  /** @param isGuess requires the page to look like an Impressum */
  async function read(page: ChosenPage, isGuess = false): Promise<SitePage[]> {
    const most = page.kind === "privacy" ? MAX_PAGES + 1 : MAX_PAGES;
    if (tried.size >= most || tried.has(page.url.href)) return [];
    tried.add(page.url.href);
    return (await orNothing(visitPage(page, isGuess), limit)).flat();
  }
  return { read, found };
}

type FurtherPages = ReturnType<typeof furtherPages>;

async function readOthers(home: VisitedPage, { read, found }: FurtherPages, isBrief: boolean) {
  const { url, facts } = home;
  const { links } = facts;
  const first = toPage(home, "home");
  const chosen = choosePages(url, links, MAX_PAGES - 1);
  const isLinked = [first, ...chosen].some(({ kind }) => kind === "impressum");
  // A provider may give a deep page, which links less than the first one.
  const isDeep = url.pathname !== "/";
  const linked = isLinked ? chosen : chosen.slice(0, isDeep ? MAX_UNSURE - 1 : MAX_UNSURE);
  const isRead = ({ kind }: ChosenPage) => !isBrief || kind === "impressum";
  const wanted = linked.filter(isRead).map((page) => read(page));
  const pages = [first, ...(await Promise.all(wanted)).flat()];
  const isFound = () =>
    found.problem !== undefined || pages.some(({ kind }) => kind === "impressum");
  const isSought = () => !isFound() && findPage("impressum", url, found.links) === null;
  if (isDeep && isSought()) pages.push(...(await read({ url: new URL("/", url), kind: "home" })));
  const isKnown = pages.some((page) => page.imprint?.email && page.imprint.phone);
  const contact = isKnown ? null : findPage("contact", url, [...links, ...found.links]);
  if (contact !== null) pages.push(...(await read(contact)));
  if (isSought()) await read({ url: new URL("/sitemap.xml", url), kind: "about" });
  const other = findPage("impressum", url, found.links)?.url;
  for (const target of [other ?? [], GUESSES.map((path) => new URL(path, url))].flat()) {
    if (!isFound())
      pages.push(...(await read({ url: target, kind: "impressum" }, target !== other)));
  }
  const privacy = findPage("privacy", url, [...links, ...found.links]);
  const isObjection = pages.some(({ adObjection }) => adObjection !== undefined);
  if (privacy !== null && !isObjection) pages.push(...(await read(privacy)));
  return { pages, unread: linked.filter((page) => !isRead(page)) };
}

function isUseful({ facts }: VisitedPage, homeText: string, isGuess: boolean): boolean {
  if (facts.text === "" || facts.text === homeText || saysNotFound(facts)) return false;
  return !isGuess || looksLikeImpressum(facts);
}

function toPage({ url, facts }: VisitedPage, wanted: SitePageKind): SitePage {
  const { title, text, imprint, adObjection, holdsImpressum } = facts;
  const isWhole = wanted === "home" && holdsImpressum && imprint !== null;
  const kind = isWhole ? "impressum" : wanted;
  const isLegal = kind === "privacy" || kind === "impressum" || imprint !== null;
  return {
    ...{ url: url.href, kind, title, text },
    ...(imprint === null || kind === "privacy" ? {} : { imprint }),
    ...(adObjection === null || !isLegal ? {} : { adObjection }),
  };
}

/** Some sites answer every address with the same page. */
function uniquePages(pages: readonly SitePage[]): SitePage[] {
  const seen = new Set<string>();
  return pages.filter(({ text }) => !seen.has(text) && seen.add(text));
}
