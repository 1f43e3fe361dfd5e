import { sql } from "kysely";
import { describe, expect } from "vitest";
import { eraseLeads } from "~/leads/trash/delete-leads.server";
import { trash } from "~tests/deleted-leads";
import { addJob, addLead, it, NOON, nextId } from "~tests/store";
import type { Db } from "../client";
import type { NewJobRow } from "../schema";
import { saveEmailLookup } from "./email-lookups";
import { ERASED } from "./erase-mentions";
import { getImportTable, insertImport } from "./imports";
import { insertJobResults } from "./job-results";
import { saveView } from "./saved-views";
import { addSearchToHistory, insertSupplement } from "./search-history";
import { getUpload, insertUpload } from "./uploads";

const PERSON = "Wilma Öchsenknecht";
const LEAD = {
  domain: "xn--mller-kva.de",
  companyName: "Müller KG",
  email: "chefin@post.de",
  emails: '["chefin@post.de","büro@post.de"]',
  contactName: PERSON,
};

/** Every text of every table in which something may name a lead. */
async function textsOf(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'lead_search_index%'`.execute(
    db,
  );
  const texts = tables.map(
    async ({ name }) => (await sql`SELECT * FROM ${sql.table(name)}`.execute(db)).rows,
  );
  return JSON.stringify(await Promise.all(texts));
}

const ended = (db: Db, fields: Partial<NewJobRow>) =>
  addJob(db, { status: "complete", finishedAt: NOON, ...fields });

async function addResult(db: Db, fields: object): Promise<void> {
  const { id: jobId } = await ended(db, {});
  await insertJobResults(db, [{ jobId, position: 1, isNew: 0, ...fields }]);
}

const search = (query: string) =>
  ({ mode: "custom", query, region: "Köln", createdAt: NOON }) as const;
const view = (query: string) =>
  ({
    id: nextId("v"),
    owner: "",
    nameKey: query,
    query,
    createdAt: NOON,
    createdBy: "anna",
  }) as const;
const lookup = { provider: "p", state: "not_found", emails: "[]", lookedUpAt: NOON } as const;

/** Where a store names the lead, and the words that it does so with. */
const PLACES: [string, string, (db: Db) => Promise<unknown>][] = [
  [
    "the hits of a web search",
    "müller.de/team",
    (db) =>
      ended(db, {
        kind: "web",
        checkpoint: JSON.stringify({ hitIds: ["https://müller.de/team"] }),
      }),
  ],
  [
    "the page of a search that was cancelled",
    "xn--mller-kva.de/x",
    (db) =>
      ended(db, { status: "cancelled", checkpoint: '{"page":{"hits":["xn--mller-kva.de/x"]}}' }),
  ],
  [
    "a search for the person on the page of its run",
    "wilma oechsenknecht",
    (db) =>
      ended(db, {
        query: "Wilma Oechsenknecht, Köln",
        params: JSON.stringify({ query: "Wilma Oechsenknecht, Köln", region: "", count: 1 }),
      }),
  ],
  [
    "the address of a search for profiles",
    "wilma%20%c3%96chsenknecht",
    (db) =>
      ended(db, {
        kind: "profiles",
        params: '{"searchUrl":"https://linkedin.example/?q=Wilma%20%C3%96chsenknecht"}',
      }),
  ],
  [
    "the filter of a bulk action",
    "q=oechsenknecht",
    (db) =>
      ended(db, { kind: "bulk", params: '{"name":"approve","filter":"q=Oechsenknecht&page=2"}' }),
  ],
  [
    "what a run warned of",
    "müller kg (gefunden",
    (db) => ended(db, { warnings: '["Nicht übernommen: Müller KG (gefunden: post.de)."]' }),
  ],
  [
    "the error of a run",
    "www.müller.de",
    (db) => ended(db, { status: "failed", error: "www.müller.de antwortet nicht." }),
  ],
  [
    "the history of searches",
    PERSON.toLowerCase(),
    (db) => addSearchToHistory(db, { id: nextId("s"), ...search(`Maler ${PERSON}`) }),
  ],
  [
    "a saved view",
    "chefin%40post.de",
    (db) => saveView(db, { ...view("q=chefin%40post.de"), name: "Ansicht" }),
  ],
  [
    "the name of a saved view",
    PERSON.toLowerCase(),
    (db) => saveView(db, { ...view("q=x"), name: PERSON }),
  ],
  [
    "the words of a supplement",
    PERSON.toLowerCase(),
    async (db) => {
      const [{ id: jobId }, { id: supplementId }] = [await ended(db, {}), await ended(db, {})];
      const words = { query: `Firma ${PERSON}`, generated: 1, createdAt: NOON } as const;
      await insertSupplement(db, { jobId, supplementId, ...words });
    },
  ],
  [
    "the search term of another lead",
    PERSON.toLowerCase(),
    (db) => addLead(db, { domain: "andere.de", sourceTerm: PERSON }),
  ],
  [
    "a result without a domain",
    "müller kg",
    (db) => addResult(db, { companyName: "Müller KG", skipReason: "no_domain" }),
  ],
  [
    "a candidate of another domain",
    "müller kg",
    (db) =>
      addResult(db, {
        companyName: "Müller KG",
        domain: "post.de",
        contactName: "Otto",
        skipReason: "candidate",
      }),
  ],
  [
    "the person met at another company",
    PERSON.toLowerCase(),
    (db) => addResult(db, { companyName: "Andere", contactName: PERSON, skipReason: "no_domain" }),
  ],
  [
    "a question by the name of the company",
    "name:mueller kg",
    (db) => saveEmailLookup(db, { ...lookup, subject: "name:mueller kg", question: "x" }),
  ],
  [
    "a question for the person",
    "person:wilma oechsenknecht",
    (db) =>
      saveEmailLookup(db, { ...lookup, subject: "a.de", question: "person:wilma oechsenknecht" }),
  ],
  [
    "the answer of another question",
    PERSON.toLowerCase(),
    (db) =>
      saveEmailLookup(db, {
        ...{ ...lookup, subject: "a.de", question: "decision-maker:ceo" },
        contact: JSON.stringify({ name: PERSON }),
      }),
  ],
];

describe("erasing a lead takes with it what names it in", () => {
  it.for(PLACES)("%s", async ([, words, plant], { db }) => {
    const { seq, id } = await addLead(db, LEAD);
    await trash(db, [seq]);
    await plant(db);
    expect((await textsOf(db)).toLowerCase()).toContain(words);
    await eraseLeads(db, [id]);
    expect((await textsOf(db)).toLowerCase()).not.toContain(words);
  });
});

it("leaves what names others, and what has not ended", async ({ db }) => {
  const { seq, id } = await addLead(db, LEAD);
  await trash(db, [seq]);
  await addSearchToHistory(db, { id: "s", ...search("Müller KG Köln, Wilma und Öchsenknecht") });
  await saveView(db, { ...view("q=Müller"), name: "Wilma" });
  await ended(db, { kind: "bulk", params: '{"name":"approve","filter":"q=Wilhelm"}' });
  await ended(db, { warnings: '["Müller GmbH"]', checkpoint: '{"hitIds":["https://andere.de"]}' });
  const crashed = { status: "failed", failureKind: "crashed", query: PERSON } as const;
  await ended(db, crashed);
  await addJob(db, { status: "running", query: PERSON });
  await addResult(db, { companyName: "Müller KG Nord", contactName: "W. Öchsenknecht" });
  await addLead(db, { domain: "andere.de", sourceTerm: "Müller KG" });
  const others = async () =>
    Promise.all([
      db.selectFrom("searchHistory").selectAll().execute(),
      db.selectFrom("savedViews").selectAll().execute(),
      db.selectFrom("jobs").selectAll().execute(),
      db.selectFrom("jobResults").selectAll().execute(),
      db.selectFrom("leads").selectAll().execute(),
    ]);
  const before = await others();
  await eraseLeads(db, [id]);
  expect(await others()).toEqual(before);
  expect(JSON.stringify(before)).not.toContain(ERASED);
});

it("empties the rows of uploaded lists that name the company, however they write it", async ({
  db,
}) => {
  const { seq, id } = await addLead(db, LEAD);
  const named = [
    ["", "https://www.Müller.de/kontakt"],
    ["", "a@shop.xn--mller-kva.de, x"],
    ["MÜLLER KG"],
    ["chefin@post.de"],
    ["büro@post.de"],
    ["", PERSON],
  ];
  const others = [["Müller KG Nord", "nicht-müller.de"], ["a", "müller.de.com"], ["Wilma"], []];
  const table = JSON.stringify({ header: ["A"], rows: [...named, ...others], lines: [] });
  const upload = { fileName: "x", fileTable: table, createdAt: NOON, createdBy: "anna" };
  await insertUpload(db, { ...upload, id: "u", purpose: "contacts" });
  await insertImport(db, { ...upload, id: "i", mapping: "[]" });
  await trash(db, [seq]);
  await eraseLeads(db, [id]);
  for (const stored of [await getUpload(db, "u"), await getImportTable(db, "i")]) {
    const { rows, header } = JSON.parse(stored?.fileTable ?? "");
    expect([rows, header]).toEqual([[...named.map(() => []), ...others], ["A"]]);
  }
});
