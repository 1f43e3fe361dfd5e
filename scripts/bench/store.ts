import SqliteDatabase from "better-sqlite3";
import { LEAD_SORTS } from "../../app/leads/list/filters";
import { findLeads } from "../../app/leads/list/find-leads.server";
import { getLeadStats } from "../../app/leads/list/lead-stats.server";
import { parsePageQuery } from "../../app/leads/list/parse-query.server";
import { loadStorePage } from "../../app/leads/list/store-page.server";
import { type Db, openDatabase } from "../../db/client";
import { findKnownDomains } from "../../db/queries/imports";
import { findSimilarLeads } from "../../db/queries/lead-similar";
import { findSearchTerms } from "../../db/queries/leads";
import { createRandom } from "../demo-providers/world/seeded-random";
import { cpuOf, number, printTable, quantile } from "./measure";

const TIME_ZONE = "Europe/Berlin";
const REQUESTS = 300;
/** CPU milliseconds of a list at p95 and at most, by the size of the store. */
const GOALS = [
  { leads: 250_000, p95: 30, worst: 80 },
  { leads: Number.POSITIVE_INFINITY, p95: 150, worst: 500 },
] as const;
/** A slower list is measured three times, and its lowest cost counts. */
const SHORT_MS = 5;
const SLOWEST = 10;
const DAY_MS = 86_400_000;

/** „term1“ is the search term of most leads, „day30“ the day 30 days ago. */
const FILTERS = `
  contacted=true contacted=false favorite=true favorite=false approvedOnly=true hasEmail=true hasEmail=false
  hasPhone=true hasPhone=false tag=messe tag=newsletter tag=eil companyType=Energieversorger companyType=Entsorger
  companyType=Handel&companyType=IT&companyType=Verein federalState=NW federalState=SL
  federalState=BY&federalState=BW&federalState=HB sourceType=maps sourceType=profiles minScore=3 minScore=5
  term=term1 term=term1900 term=term21&term=term22&term=term23 createdFrom=day0 createdFrom=day6 createdFrom=day30
  createdTo=day200 createdFrom=day100&createdTo=day100 near=Kassel&radiusKm=30 near=Berlin&radiusKm=100 postalCode=34
  offerPackage=Basis not.tag=messe not.companyType=Handel without=website without=salesScore`
  .trim()
  .split(/\s+/);
const TEXTS =
  "zahnarzt krämer+vogt gmbh hauptstraße zimmermann müller+zahnarzt köln kg e 0173 gibtesnicht".split(
    " ",
  );
const MISTYPED = ["Beker", "Zimermann", "Mülelr Elektro Hamburk", "gibtesnicht", "Schmitt Dachbau"];
const PARTS = ["Seite 1", "Seite 1", "Seite 1", "Seite 10", "Mitte", "nach Mitte", "Ende"] as const;

/** Up to three filters, sometimes a text, and a random order and part of the list. */
function inventRequest(random: ReturnType<typeof createRandom>, terms: readonly string[]) {
  const filters = Array.from({ length: random.integer(0, 3) }, () => random.pick(FILTERS));
  if (random.chance(0.25)) filters.push(`q=${random.pick(TEXTS)}`);
  const named = filters
    .join("&")
    .replace(/\bterm(\d+)/g, (_, rank) => encodeURIComponent(terms[rank - 1] ?? ""))
    .replace(/\bday(\d+)/g, (_, ago) =>
      new Date(Date.now() - Number(ago) * DAY_MS).toISOString().slice(0, 10),
    );
  const dir = random.pick(["asc", "desc"]);
  const address = `${named}&sort=${random.pick(LEAD_SORTS)}&dir=${dir}`;
  return { address, part: random.pick(PARTS) };
}

type Request = ReturnType<typeof inventRequest>;

async function queryOf(db: Db, { address, part }: Request) {
  const { query } = parsePageQuery(new URLSearchParams(address));
  if (part === "Seite 1") return query;
  if (part === "Seite 10") return { ...query, page: 10 };
  const { pageCount } = await findLeads(db, query, TIME_ZONE);
  const page = part === "Ende" ? pageCount : Math.ceil(pageCount / 2);
  if (part !== "nach Mitte") return { ...query, page };
  const { nextCursor } = await findLeads(db, { ...query, page }, TIME_ZONE);
  return { ...query, cursor: nextCursor ?? undefined };
}

export async function benchStore(path: string): Promise<void> {
  const db = await openDatabase(path);
  const raw = new SqliteDatabase(path, { readonly: true });
  const count = raw.prepare<[], number>("SELECT count(*) FROM leads").pluck().get() ?? 0;
  const terms = (await findSearchTerms(db)).map(({ term }) => term);
  const random = createRandom("store");
  const measured: (Request & { ms: number })[] = [];
  for (let round = 0; round < REQUESTS; round += 1) {
    const request = inventRequest(random, terms);
    const query = await queryOf(db, request);
    const costs: number[] = [];
    do costs.push(await cpuOf(() => findLeads(db, query, TIME_ZONE)));
    while (costs.length < 3 && costs.every((ms) => ms > SHORT_MS));
    measured.push({ ...request, ms: Math.min(...costs) });
  }
  const goal = GOALS.find(({ leads }) => count <= leads) ?? GOALS[1];
  printTable(
    `Zufällige Listen, ${number(count)} Leads. Ziel: p95 ${goal.p95} ms CPU, höchstens ${goal.worst} ms`,
    ["Teil", "Zahl", "p50", "p95", "max"],
    ["alle", ...new Set(PARTS)].map((name) => {
      const costs = measured.flatMap(({ part, ms }) =>
        name === "alle" || part === name ? ms : [],
      );
      const shares = [0.5, 0.95, 1].map((share) => number(quantile(costs, share)));
      return [name, number(costs.length), ...shares];
    }),
  );
  console.log("\nDie langsamsten");
  for (const { ms, address, part } of measured.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`${number(ms)} ms  ${decodeURIComponent(address)} (${part})`);

  const domains = raw
    .prepare<[number], string>("SELECT domain FROM leads WHERE seq % ? = 0 LIMIT 500")
    .pluck()
    .all(Math.max(1, Math.floor(count / 500)));
  domains.push(...domains.map((domain) => `un-${domain}`));
  const services = { db, timeZone: TIME_ZONE };
  const others: [string, () => Promise<unknown>][] = [
    ...MISTYPED.map((q): [string, () => Promise<unknown>] => [
      `Ähnliche zu „${q}“`,
      () => findSimilarLeads(db, { q }),
    ]),
    ["Zahlen der Übersicht", () => getLeadStats(db, TIME_ZONE, Date.now())],
    ["Suchbegriffe mit Anzahl", () => findSearchTerms(db)],
    ["1.000 Domains, halb bekannt", () => findKnownDomains(db, domains)],
    [
      "alles für die Seite, 50 Zeilen",
      () => loadStorePage(services, new URLSearchParams(), "lokal"),
    ],
  ];
  const rowsOfOthers: string[][] = [];
  for (const [name, run] of others) {
    const costs: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) costs.push(await cpuOf(run));
    rowsOfOthers.push([name, number(quantile(costs))]);
  }
  printTable("Was die Seite sonst fragt", ["Anfrage", "ms CPU"], rowsOfOthers);
  raw.close();
  await db.destroy();
}
