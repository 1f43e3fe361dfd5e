import { foldText } from "~db/fold";
import type { ChosenPage } from "./company-site";
import type { DocumentLink } from "./document-reader.server";
import pageWords from "./page-words.json";
import { siteOf } from "./per-site-queue";

/** „*“ stands for the rest of a word. */
const IMPRESSUM = new RegExp(patternOf(pageWords.impressum));
const PRIVACY = new RegExp(patternOf(pageWords.privacy));
const WORDS = {
  contact: new RegExp(patternOf(pageWords.contact)),
  about: new RegExp(patternOf(pageWords.about)),
  services: new RegExp(patternOf(pageWords.services)),
};
const UNWANTED = new RegExp(patternOf(pageWords.unwanted));
const PAGE_PATH = /(?:\/|\/[^./]*|\.(?:s?html?|php\d?|aspx?|jspx?|cfm|do))$/i;
const TRACKING = /^(?:utm_.*|gclid|fbclid|mc_.*|phpsessid|sid)$/i;
const FOREIGN_PART = /^\/(?:en|fr|it|es|pl|nl|tr|ru|cz|da)(?:\/|$)/i;
/** Longer texts are teasers, not menu entries. */
const MENU_WORDS = 50;
const KIND_ORDER = ["impressum", "services", "about", "services", "about", "services"] as const;

function patternOf(words: readonly string[]): string {
  const beginnings = words.map((word) => foldWords(word) + (word.endsWith("*") ? "" : "\\b"));
  return `\\b(?:${beginnings.join("|")})`;
}

/** „Über uns“ and `/ueber-uns.html` both become „ueber uns“. */
export function foldWords(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function plainUrl(url: URL): URL {
  const plain = new URL(url);
  plain.hash = "";
  for (const name of [...plain.searchParams.keys()]) {
    if (TRACKING.test(name)) plain.searchParams.delete(name);
  }
  return plain;
}

function pageKey(url: URL): string {
  const { hostname, pathname, search } = plainUrl(url);
  const path = pathname.replace(/\/(?:index|start|home|default)\.\w{2,5}$/i, "/");
  return `${hostname.replace(/^www\./, "")}${path.replace(/\/$/, "")}${search}`;
}

function pathWords({ pathname, search }: URL): string {
  try {
    return foldWords(decodeURIComponent(`${pathname}${search}`));
  } catch {
    return foldWords(`${pathname}${search}`);
  }
}

interface Candidate extends ChosenPage {
  rank: number;
}

/** @returns 0 for a match in the link text, 1 in its address; null for no match */
function rankOf(words: RegExp, label: string, path: string): number | null {
  if (label.length <= MENU_WORDS && words.test(label)) return 0;
  return words.test(path) ? 1 : null;
}

function judge(url: URL, text: string): Candidate | null {
  const label = foldWords(text);
  const path = pathWords(url);
  const imprint = rankOf(IMPRESSUM, label, path);
  if (imprint !== null) return { url, kind: "impressum", rank: imprint };
  const privacy = rankOf(PRIVACY, label, path);
  if (privacy !== null) return { url, kind: "privacy", rank: privacy };
  if (UNWANTED.test(label) || UNWANTED.test(path)) return null;
  for (const kind of ["contact", "services", "about"] as const) {
    const rank = rankOf(WORDS[kind], label, path);
    if (rank === null) continue;
    const depth = Math.max(0, url.pathname.split("/").filter(Boolean).length - 1);
    return { url, kind, rank: rank + depth / 2 + (FOREIGN_PART.test(url.pathname) ? 3 : 0) };
  }
  return null;
}

function candidatesOf(home: URL, links: readonly DocumentLink[]): Candidate[] {
  const known = new Set([pageKey(home), pageKey(new URL("/", home))]);
  const candidates: Candidate[] = [];
  for (const link of links) {
    const url = plainUrl(new URL(link.url));
    if (siteOf(url) !== siteOf(home) || !PAGE_PATH.test(url.pathname)) continue;
    // The first page's protocol works for this host.
    if (url.hostname === home.hostname) url.protocol = home.protocol;
    const candidate = known.has(pageKey(url)) ? null : judge(url, link.text);
    if (candidate === null) continue;
    known.add(pageKey(url));
    candidates.push(candidate);
  }
  return candidates.toSorted((a, b) => a.rank - b.rank);
}

export function choosePages(
  home: URL,
  links: readonly DocumentLink[],
  count: number,
): ChosenPage[] {
  const candidates = candidatesOf(home, links);
  const chosen = KIND_ORDER.flatMap((kind) => {
    const at = candidates.findIndex((candidate) => candidate.kind === kind);
    return at === -1 ? [] : candidates.splice(at, 1);
  });
  return chosen.slice(0, count).map(({ url, kind }) => ({ url, kind }));
}

export function findPage(kind: ChosenPage["kind"], home: URL, links: readonly DocumentLink[]) {
  return candidatesOf(home, links).find((candidate) => candidate.kind === kind) ?? null;
}
