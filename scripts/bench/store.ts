import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { findLeads } from "../../app/leads/list/find-leads.server";
import { getLeadStats } from "../../app/leads/list/lead-stats.server";
import { parsePageQuery } from "../../app/leads/list/parse-query.server";
import { loadStorePage } from "../../app/leads/list/store-page.server";
import { type Db, openDatabase } from "../../db/client";
import { findKnownDomains } from "../../db/queries/imports";
import { findSearchTerms } from "../../db/queries/leads";
import { cpuOf, number, printTable, quantile } from "./measure";
import { type Request, requestsOf } from "./requests";

const TIME_ZONE = "Europe/Berlin";
/** CPU milliseconds of 95 % of the lists and of each, by the size of the store. */
const GOALS = [
  { leads: 250_000, p95: 30, worst: 80 },
  { leads: Number.POSITIVE_INFINITY, p95: 150, worst: 500 },
] as const;
/** Shorter and longer lists are measured once alone. */
const SHORT_MS = 5;
const LONG_MS = 300;
const PAGE_SIZE = 50;

interface Measured extends Request {
  ms: number;
}

async function queryOf(db: Db, { address, part }: Request) {
  const { query: first } = parsePageQuery(new URLSearchParams(address));
  if (part === "Seite 1") return first;
  if (part === "Seite 10") return { ...first, page: 10 };
  const { pageCount } = await findLeads(db, first, TIME_ZONE);
  if (part === "letzte Seite") return { ...first, page: pageCount };
  const page = Math.ceil(pageCount / 2);
  if (part === "Mitte nach Nummer") return { ...first, page };
  const { nextCursor } = await findLeads(db, { ...first, page }, TIME_ZONE);
  return { ...first, cursor: nextCursor ?? undefined };
}

/** Every list that the page can ask for, beside a plain page of rows by their keys in the same run. */
export async function benchStore(path: string): Promise<void> {
  const db = await openDatabase(path);
  const raw = new SqliteDatabase(path, { readonly: true });
  const count = raw.prepare<[], number>("SELECT count(*) FROM leads").pluck().get() ?? 0;
  const rows = raw.prepare("SELECT * FROM leads WHERE seq IN (SELECT value FROM json_each(?))");
  let round = 0;
  const readPlainly = () => {
    round += 1;
    const seqs = Array.from(
      { length: PAGE_SIZE },
      (_, at) => 1 + ((round * 7919 + at * 104_729) % count),
    );
    return rows.all(JSON.stringify(seqs));
  };
  const goal = GOALS.find(({ leads }) => count <= leads) ?? GOALS[1];
  // A changed lead makes earlier counts void.
  await sql`CREATE TABLE IF NOT EXISTS bench_changes (n INTEGER)`.execute(db);
  const change = () => sql`INSERT INTO bench_changes VALUES (1)`.execute(db);

  const terms = (await findSearchTerms(db)).map(({ term }) => term);
  const plain: number[] = [];
  const measured: Measured[] = [];
  for (const request of requestsOf(terms, Date.now())) {
    const query = await queryOf(db, request);
    const costs: number[] = [];
    do {
      await change();
      costs.push(await cpuOf(() => findLeads(db, query, TIME_ZONE)));
    } while (costs.length < 3 && costs.every((ms) => ms > SHORT_MS && ms < LONG_MS));
    measured.push({ ...request, ms: Math.min(...costs) });
    plain.push(await cpuOf(readPlainly));
  }
  const page = quantile(plain, 0.5);
  const cells = (name: string, costs: readonly number[]) => [
    name,
    number(costs.length),
    ...[0.5, 0.95, 1].map((share) => `${number(quantile(costs, share) / page)} ×`),
    ...[0.5, 0.95, 1].map((share) => number(quantile(costs, share))),
    number(costs.filter((ms) => ms > goal.p95).length),
  ];
  const groups = [...new Set(measured.map(({ group }) => group))];
  const costsOf = (group?: string) =>
    measured.flatMap((one) => (group === undefined || one.group === group ? one.ms : []));
  printTable(
    `Listen, ${number(count)} Leads; ${PAGE_SIZE} Zeilen nach ihrem Schlüssel kosten ${number(page)} ms CPU. Ziel: p95 ${goal.p95} ms, höchstens ${goal.worst} ms`,
    ["Liste", "Zahl", "p50", "p95", "max", "ms p50", "p95", "max", `über ${goal.p95}`],
    [...groups.map((group) => cells(group, costsOf(group))), cells("alle", costsOf())],
  );

  console.log("\nDie langsamste von jeder Art");
  const slowest = measured.toSorted((one, other) => other.ms - one.ms);
  for (const group of groups) {
    const slow = slowest.find((one) => one.group === group);
    if (slow === undefined) continue;
    console.log(`${number(slow.ms)} ms  ${decodeURIComponent(slow.address)} (${slow.part})`);
  }

  const domains = raw
    .prepare<[number], string>("SELECT domain FROM leads WHERE seq % ? = 0 LIMIT 500")
    .pluck()
    .all(Math.max(1, Math.floor(count / 500)));
  domains.push(...domains.map((domain) => `un-${domain}`));
  const services = { db, timeZone: TIME_ZONE };
  const others: [string, () => Promise<unknown>][] = [
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
    rowsOfOthers.push([name, `${number(quantile(costs) / page)} ×`, number(quantile(costs))]);
  }
  printTable("Was die Seite sonst fragt", ["Anfrage", "Verhältnis", "ms CPU"], rowsOfOthers);
  raw.close();
  await db.destroy();
}
