import { z } from "zod";
import { createApi, fail, isWrong } from "../errors";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  readBody,
} from "../provider";
import type { Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { fillPattern, foldWords } from "../world/folded-text";
import { parseSearchText } from "../world/search-text";
import { createRandom, hashText, positionOf } from "../world/seeded-random";

/** The search engine cuts longer titles between two words. */
const LONGEST_TITLE = 66;

/** Titles and paths of pages: {N} the name, {L} the trade, {C} the town. */
const PAGES = {
  start: [
    ["{N} – {L} in {C}", ""],
    ["Startseite - {N}", ""],
    ["{N} | Startseite", ""],
    ["{L} {C} | {N}", ""],
    ["{N}: Alles aus einer Hand", ""],
    ["Herzlich willkommen | {N}", ""],
    ["Ihr {L} in {C} » {N}", ""],
    ["{N} · Home", ""],
    ["{N}", ""],
    ["Unsere Leistungen • {N}", "leistungen/"],
  ],
  sub: [
    ["Impressum - {N}", "impressum/"],
    ["Kontakt | {N}", "kontakt.html"],
    ["Karriere – {N}", "karriere"],
    ["Über uns » {N}", "ueber-uns?lang=de"],
  ],
} as const;

function pageOf({ placeId, name, trade, seat }: Company, kind: keyof typeof PAGES) {
  const [pattern, path] = createRandom(`title/${kind}/${placeId}`).pick<readonly [string, string]>(
    PAGES[kind],
  );
  const title = fillPattern(pattern, { N: name, L: trade.label, C: seat.locality });
  if (title.length <= LONGEST_TITLE) return { title, path };
  return { title: `${title.slice(0, LONGEST_TITLE).replace(/(?<!\s)\s+\S*$/, "")} ...`, path };
}

/** A search engine also lists companies farther away: this share of the number nearby. */
const FAR_SHARE = 0.6;
/** The most hits of a search. */
const LONGEST_LIST = 280;
/** One page of a portal per this many hits. */
const PORTAL_EVERY = 6;
/** Share of companies listed again with another page, and how many hits farther down. */
const LISTED_TWICE = 0.12;
const SECOND_AFTER = 13;

/** The entries of `organic` without their positions, best hit first; the same for the same query. */
function resultList(query: string) {
  const near = findPages(query);
  const { trade } = parseSearchText(query);
  if (near.length === 0 || trade === undefined) return [];
  const far = findPages(trade.synonyms[0] ?? "").filter((company) => !near.includes(company));
  const all = [...near, ...far.slice(0, Math.ceil(near.length * FAR_SHARE))];
  const portals = portalHits(query, trade.label);
  return withSecondPages(all)
    .flatMap((hit, index) => {
      const isBehindPortal = index % PORTAL_EVERY === 1;
      const portal = isBehindPortal ? portals[Math.floor(index / PORTAL_EVERY)] : undefined;
      return portal === undefined ? [hit] : [portal, hit];
    })
    .slice(0, LONGEST_LIST);
}

/** Companies with their own page or one on a network, in another order than on the map. */
function findPages(query: string): Company[] {
  return findCompanies(query)
    .filter(({ website, branch, status }) => website && !branch && status !== "CLOSED_PERMANENTLY")
    .sort((a, b) => positionOf(`web/${a.placeId}`) - positionOf(`web/${b.placeId}`));
}

function withSecondPages(companies: readonly Company[]) {
  return companies.flatMap((company, index) => {
    const earlier = companies[index - SECOND_AFTER];
    const isTwice = earlier?.domain && positionOf(`twice/${earlier.placeId}`) < LISTED_TWICE;
    return [hitOf(company, "start"), ...(isTwice ? [hitOf(earlier, "sub")] : [])];
  });
}

function hitOf(company: Company, kind: "start" | "sub") {
  const { website = "", domain, name, seat, rating, ratingCount } = company;
  const snippet = snippetOf(company);
  // A network or portal has a single page for a company.
  if (domain === undefined) {
    return { title: `${name} | ${seat.locality}`, link: website, snippet, rating, ratingCount };
  }
  const { title, path } = pageOf(company, kind);
  // Search engines return absolute URLs.
  return { title, link: `${new URL(website).origin}/${path}`, snippet };
}

function snippetOf({ name, street, houseNumber, seat, phone, ...company }: Company): string {
  const telephone = phone === undefined ? "" : ` Telefon ${phone.national}.`;
  const where = company.serviceAreaOnly
    ? `in ${seat.locality} und Umgebung`
    : `${street} ${houseNumber}, ${seat.postalCode} ${seat.locality}`;
  return `${name}, ${where}.${telephone} Inhaltlich verantwortlich: ${company.manager.firstName} ${company.manager.lastName} ...`;
}

function portalHits(query: string, label: string) {
  const slug = foldWords(query).replaceAll(" ", "-");
  const entries: [title: string, link: string][] = [
    [`${query} | Gelbe Seiten`, `https://www.gelbeseiten.de/suche/${slug}`],
    [`${label} – Wikipedia`, `https://de.wikipedia.org/wiki/${encodeURIComponent(label)}`],
    [`${query}: Firmen im Vergleich | wlw`, `https://www.wlw.de/de/suche?q=${slug}`],
    [`Jobs: ${query} | Indeed`, `https://de.indeed.com/q-${slug}-jobs.html`],
    [`Arbeitgeber im Überblick: ${query} | kununu`, `https://www.kununu.com/de/${slug}`],
    [`${query} | Facebook`, `https://www.facebook.com/groups/${hashText(query)}/`],
  ];
  const snippet = "Adressen, Telefonnummern und Bewertungen auf einen Blick ...";
  return entries.map(([title, link]) => ({ title, link, snippet }));
}

const NAME = "serper";
/** More hits on one page cost twice as much. */
const CHEAP_PAGE = 10;

const searchRequestSchema = z.object({
  q: z.string().trim().min(1),
  gl: z.string().default("us"),
  hl: z.string().default("en"),
  num: z.int().min(1).max(100).default(10),
  page: z.int().min(1).default(1),
  autocorrect: z.boolean().default(true),
});

/** Serper. Source: https://serper.dev/playground */
export function createSerper(): DemoProvider {
  let credits = 2500;
  function search(request: DemoRequest): DemoReply {
    // Used-up credit is a 400 here, not a 402.
    if (credits <= 0) return fail(NAME, 400, { message: "Not enough credits" });
    const { input, wrong } = readBody(searchRequestSchema, request);
    if (input === undefined) {
      return fail(NAME, 400, wrong ? { message: `Invalid parameter: ${wrong}` } : {});
    }
    const { q, num, page } = input;
    const price = num > CHEAP_PAGE ? 2 : 1;
    credits -= price;
    const hits = resultList(q).slice((page - 1) * num, page * num);
    const found = {
      searchParameters: { ...input, type: "search", engine: "google" },
      organic: hits.map((hit, index) => ({ ...hit, position: index + 1 })),
      credits: price,
    };
    // Real pages take 0.7 to 1.2 seconds; the same page always takes the same time here.
    return jsonReply(200, found, { delayMs: 700 + (hashText(request.body) % 501) });
  }

  const account = () => jsonReply(200, { balance: credits, rateLimit: 5 }, { delayMs: 150 });
  return createApi(
    NAME,
    (request) => headerText(request, "x-api-key"),
    { "GET /account": account, "POST /search": search },
    (key) => (isWrong(key) ? fail(NAME, 403) : undefined),
  );
}
