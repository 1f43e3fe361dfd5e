import { sql } from "kysely";
import type { Db } from "../../db/client";
import {
  countLeads,
  findLeadPage,
  type LeadPageRequest,
  sortKeyOf,
} from "../../db/queries/lead-list";
import { findLeadsByDomain, findSearchTerms } from "../../db/queries/leads";
import { median, number, printTable } from "./measure";

const FREQUENT_TAG = "messe";
const RARE_TAG = "eil";

/** What is asked, how we answer it, and the plain way. */
type Case = [string, () => Promise<unknown>, () => Promise<unknown>];

const NEWEST = { sort: "createdAt", dir: "desc" } as const;
const PAGE = { dir: "asc", limit: 50, offset: 0 } as const;

async function list(db: Db, request: LeadPageRequest): Promise<void> {
  await findLeadPage(db, request, await countLeads(db, request.filter));
}

/** Our way of answering a request beside the plain one, on the same data in the same run. */
export async function benchStore(db: Db, count: number): Promise<void> {
  const middle = Math.floor(count / 2);
  const [before] = await findLeadPage(
    db,
    { ...PAGE, filter: {}, sort: "companyName", limit: 1, offset: middle - 1 },
    await countLeads(db, {}),
  );
  if (before === undefined) throw new Error("the store is empty");
  const after = { key: sortKeyOf(before, "companyName"), seq: before.seq };
  const domains = Array.from({ length: 1_000 }, (_, index) => `stadtwerke-${index * 7}.example`);
  const plain = (text: ReturnType<typeof sql>) => () => text.execute(db);

  // The middle of the approved leads, which are a third of all.
  const deepApproved = Math.floor(count / 6);

  const cases: Case[] = [
    [
      "Seite 1 nach Name, mit Anzahl",
      () => list(db, { ...PAGE, filter: {}, sort: "companyName" }),
      async () => {
        await sql`SELECT count(*) FROM leads`.execute(db);
        await sql`SELECT * FROM leads ORDER BY company_name, seq LIMIT 50`.execute(db);
      },
    ],
    [
      "Seite in der Mitte nach Name",
      () => list(db, { ...PAGE, filter: {}, sort: "companyName", offset: middle }),
      plain(sql`SELECT * FROM leads ORDER BY name_key, seq LIMIT 50 OFFSET ${middle}`),
    ],
    [
      "dieselbe Seite mit Cursor",
      () => list(db, { ...PAGE, filter: {}, sort: "companyName", after }),
      plain(sql`SELECT * FROM leads ORDER BY name_key, seq LIMIT 50 OFFSET ${middle}`),
    ],
    [
      "kontaktiert nach Name, tief",
      () =>
        list(db, {
          ...PAGE,
          filter: { contacted: true },
          sort: "companyName",
          offset: Math.floor(count / 50),
        }),
      plain(
        sql`SELECT * FROM leads WHERE +contacted = 1 ORDER BY name_key, seq LIMIT 50 OFFSET ${Math.floor(count / 50)}`,
      ),
    ],
    [
      "freigegeben, neueste zuerst, tief",
      () => list(db, { ...PAGE, filter: { approved: true }, ...NEWEST, offset: deepApproved }),
      plain(
        sql`SELECT * FROM leads NOT INDEXED WHERE approved = 1 ORDER BY seq DESC LIMIT 50 OFFSET ${deepApproved}`,
      ),
    ],
    [
      "mit E-Mail nach Name, tief",
      () =>
        list(db, {
          ...PAGE,
          filter: { hasEmail: true },
          sort: "companyName",
          offset: deepApproved,
        }),
      plain(
        sql`SELECT * FROM leads WHERE email IS NOT NULL ORDER BY name_key, seq LIMIT 50 OFFSET ${deepApproved}`,
      ),
    ],
    ...[RARE_TAG, FREQUENT_TAG].map((tag): Case => {
      const tagged = sql`leads WHERE seq IN (SELECT lead_seq FROM lead_tags WHERE tag = ${tag})`;
      return [
        `Tag „${tag}“ (${tag === RARE_TAG ? "selten" : "häufig"}) nach Ort`,
        () => list(db, { ...PAGE, filter: { tags: [tag] }, sort: "city" }),
        async () => {
          await sql`SELECT count(*) FROM ${tagged}`.execute(db);
          await sql`SELECT * FROM ${tagged} ORDER BY city, seq LIMIT 50`.execute(db);
        },
      ];
    }),
    [
      "Anzahl freigegeben",
      () => countLeads(db, { approved: true }),
      plain(sql`SELECT count(*) FROM leads WHERE approved = 1`),
    ],
    [
      "Textsuche „krämer & vogt“",
      () => list(db, { ...PAGE, filter: { q: "krämer & vogt" }, ...NEWEST }),
      async () => {
        const like = "%kraemer & vogt%";
        await sql`SELECT count(*) FROM lead_search WHERE document LIKE ${like}`.execute(db);
        await sql`SELECT l.* FROM leads l JOIN lead_search s USING (seq) WHERE s.document LIKE ${like}
          ORDER BY l.seq DESC LIMIT 50`.execute(db);
      },
    ],
    [
      "Textsuche ohne Treffer",
      () => list(db, { ...PAGE, filter: { q: "gibtesnicht" }, sort: "companyName" }),
      plain(sql`SELECT count(*) FROM lead_search WHERE document LIKE '%gibtesnicht%'`),
    ],
    [
      "Textsuche „gmbh“ nach Ort, Bayern",
      () => list(db, { ...PAGE, filter: { q: "gmbh", federalStates: ["Bayern"] }, sort: "city" }),
      plain(sql`SELECT l.* FROM leads l JOIN lead_search s USING (seq) WHERE s.document LIKE '%gmbh%'
        AND l.federal_state = 'Bayern' ORDER BY l.city, l.seq LIMIT 50`),
    ],
    [
      "Suchbegriffe mit Anzahl",
      () => findSearchTerms(db),
      plain(sql`SELECT source_term, count(*) FROM leads GROUP BY source_term`),
    ],
    [
      "1.000 Domains: schon bekannt?",
      () => findLeadsByDomain(db, domains),
      async () => {
        for (const domain of domains)
          await sql`SELECT * FROM leads WHERE domain = ${domain}`.execute(db);
      },
    ],
  ];

  const rows: string[][] = [];
  for (const [name, ours, naive] of cases) {
    const mine = await median(ours);
    const theirs = await median(naive, 3);
    rows.push([name, `${number(mine)} ms`, `${number(theirs)} ms`, `${number(theirs / mine)} ×`]);
  }
  printTable(`Speicher, ${number(count)} Leads`, ["Anfrage", "so", "einfach", "Verhältnis"], rows);
}
