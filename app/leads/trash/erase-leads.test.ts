import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Db, openDatabase } from "~db/client";
import { saveEmailLookup } from "~db/queries/email-lookups";
import { getImportTable, insertImport } from "~db/queries/imports";
import { insertJobResults } from "~db/queries/job-results";
import { saveLeadDraft } from "~db/queries/lead-drafts";
import { addSources } from "~db/queries/leads";
import { recordCall } from "~db/queries/provider-calls";
import { addSearchToHistory } from "~db/queries/search-history";
import { getUpload, insertUpload } from "~db/queries/uploads";
import type { NewJobRow } from "~db/schema";
import { copyStore } from "~db/store-file";
import { trash } from "~tests/deleted-leads";
import { addJob, addLead, it, NOON, nextId, temporaryFolder } from "~tests/store";
import { eraseLeads } from "./delete-leads.server";

const ID = "01890000-0000-7000-8000-00000000abcd";
const LEAD = {
  id: ID,
  domain: "xn--mller-kva.de",
  companyName: "Müller KG",
  website: "https://müller.de",
  email: "chefin@post.de",
  emails: '["chefin@post.de","büro@post.de"]',
  contacts: '[{"name":"Wilma","email":"wilma@privat.example"}]',
  editedFields: '["domain"]',
};
const MARKS = [
  ID,
  "xn--mller-kva.de",
  "müller.de",
  "mueller-alt.de",
  "chefin@post.de",
  "büro@post.de",
  "wilma@privat.example",
];
const SENTENCE = "www.müller.de und chefin@post.de";

const LISTED = [
  ["", "https://www.Müller.de/kontakt"],
  ["", "a@shop.xn--mller-kva.de, x"],
  ["BÜRO@post.de"],
  ["Wilma", "wilma@privat.example"],
  ["mueller-alt.de"],
];
const OTHERS = [["Müller KG", "nicht-müller.de"], ["a", "müller.de.com"], ["x.chefin@post.de"], []];

/** Every table that mentions the lead, without SQLite's own tables for the text search. */
async function tablesNamingIt(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'lead_search_index%'
    ORDER BY name`.execute(db);
  const named: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    const text = JSON.stringify(rows).toLowerCase().replaceAll("x.chefin@", "");
    const others = /nicht-müller\.de|müller\.de\.com/g;
    if (MARKS.some((mark) => text.replace(others, "").includes(mark))) named.push(name);
  }
  return named;
}

const ended = (db: Db, fields: Partial<NewJobRow>) =>
  addJob(db, { status: "complete", finishedAt: NOON, ...fields });

/** Mentions the lead wherever the program does. */
async function plant(db: Db): Promise<void> {
  const { seq: leadSeq, domain } = await addLead(db, LEAD);
  const payload = JSON.stringify({ site: SENTENCE });
  await addSources(db, [{ id: "s", leadSeq, sourceType: "maps", payload, foundAt: NOON }]);
  const changes = JSON.stringify({ domain: { from: "mueller-alt.de", to: domain } });
  const event = { id: "0", leadSeq, at: NOON, actor: "anna", kind: "updated" } as const;
  await db
    .insertInto("leadEvents")
    .values({ ...event, changes })
    .execute();
  const facts = JSON.stringify([{ field: "email", value: "chefin@post.de" }]);
  const evidence = { id: "e", leadSeq, source: "site", url: "https://müller.de", facts };
  await db
    .insertInto("leadEvidence")
    .values({ ...evidence, foundAt: NOON })
    .execute();
  const passages = JSON.stringify([{ quote: SENTENCE, url: "https://müller.de" }]);
  await db
    .insertInto("leadEnrichments")
    .values({ leadSeq, basis: "rules", passages, triedAt: NOON })
    .execute();
  const note = { id: "n", leadSeq, at: NOON, actor: "anna", text: SENTENCE };
  await db.insertInto("leadNotes").values(note).execute();
  await db.insertInto("leadTags").values({ leadSeq, tag: domain }).execute();
  await saveLeadDraft(db, ID, {
    ...{ person: "anna", subject: SENTENCE, body: SENTENCE, tone: "formell" },
    ...{ instructions: "", updatedAt: NOON },
  });

  const { id: jobId } = await ended(db, {
    kind: "web",
    status: "failed",
    query: "Maler",
    warnings: JSON.stringify([SENTENCE, "Anderes."]),
    note: SENTENCE,
    error: "müller.de antwortet nicht.",
    checkpoint: JSON.stringify({
      pages: 2,
      hitIds: ["https://müller.de/team"],
      page: { hits: [{ snippet: "Impressum\nmüller.de" }] },
    }),
  });
  await ended(db, { kind: "bulk", params: '{"name":"approve","filter":"q=Müller.de&page=2"}' });
  await insertJobResults(db, [
    { jobId, position: 1, leadSeq, domain, isNew: 1 },
    { jobId, position: 2, domain, companyName: "Müller", skipReason: "duplicate", isNew: 0 },
    { jobId, position: 3, domain: "mueller-alt.de", skipReason: "duplicate", isNew: 0 },
  ]);
  const call = { id: "c", jobId, provider: "p", createdAt: NOON };
  await recordCall(db, { ...call, step: `email ${domain}` });
  const answer = { provider: "p", question: "company", lookedUpAt: NOON, state: "found" } as const;
  await saveEmailLookup(db, { ...answer, subject: domain, domain, emails: "[]" });
  await saveEmailLookup(db, { ...answer, subject: "a.de", emails: '["chefin@post.de"]' });
  await saveEmailLookup(db, {
    ...{ ...answer, subject: "b.de", emails: "[]" },
    address: "büro@post.de",
  });
  const list = { header: ["A"], rows: [...LISTED, ...OTHERS], lines: [] };
  const table = JSON.stringify({ ...list, others: [list] });
  const upload = { fileName: "x", fileTable: table, createdAt: NOON, createdBy: "anna" };
  await insertUpload(db, { ...upload, id: "u", purpose: "contacts" });
  await insertImport(db, { ...upload, id: "i", mapping: "[]" });
}

it("leaves nothing under an erased lead's domains, addresses and id, also in a later backup", async () => {
  const folder = await temporaryFolder();
  const [path, backup] = [join(folder, "leads.sqlite"), join(folder, "backup")];
  const db = await openDatabase(path);
  // Neighbours, so that pages are shared.
  for (let n = 0; n < 50; n += 1) await addLead(db, { domain: `firma-${n}.de`, notes: "Nachbar" });
  await plant(db);
  const tables = async () => (await tablesNamingIt(db)).join(" ");
  expect(await tables()).toBe(
    "email_lookups imports job_results jobs lead_drafts lead_enrichments lead_events lead_evidence lead_notes lead_search lead_sources lead_tag_counts lead_tags leads provider_calls uploads",
  );
  const { seq } = await db
    .selectFrom("leads")
    .select("seq")
    .where("id", "=", ID)
    .executeTakeFirstOrThrow();
  await trash(db, [seq]);
  expect(await tables()).toBe(
    "deleted_leads email_lookups imports job_results jobs lead_tag_counts provider_calls uploads",
  );
  expect(await eraseLeads(db, { ids: [ID] })).toBe(1);
  expect(await tables()).toBe("");
  for (const stored of [await getUpload(db, "u"), await getImportTable(db, "i")]) {
    const { others, ...list } = JSON.parse(stored?.fileTable ?? "");
    const erased = { header: ["A"], rows: [...LISTED.map(() => []), ...OTHERS], lines: [] };
    expect([list, ...others]).toEqual([erased, erased]);
  }
  expect(await db.selectFrom("jobs").selectAll().where("kind", "=", "web").execute()).toMatchObject(
    [{ query: "Maler", warnings: '["Anderes."]', note: null, checkpoint: '{"pages":2}' }],
  );
  await db.destroy();

  await writeFile(backup, "");
  await copyStore(path, backup, { check: "quick_check" });
  for (const file of [path, backup]) {
    const text = (await readFile(file)).toString("utf8").toLowerCase();
    const found = MARKS.filter((mark) =>
      text.replaceAll(/(nicht-müller\.de|müller\.de\.com|x\.chefin@)/g, "").includes(mark),
    );
    expect(found).toEqual([]);
  }
});

it("leaves what people typed, and what jobs work with that have not ended", async ({ db }) => {
  const { seq } = await addLead(db, LEAD);
  await trash(db, [seq]);
  const typed = { mode: "custom", query: "müller.de", region: "Köln", createdAt: NOON } as const;
  await addSearchToHistory(db, { id: nextId("s"), ...typed });
  const checkpoint = '{"hitIds":["https://müller.de"]}';
  await ended(db, { status: "failed", failureKind: "crashed", checkpoint });
  await addJob(db, { status: "running", checkpoint });
  await ended(db, { query: "müller.de" });
  const others = () =>
    Promise.all([
      db.selectFrom("searchHistory").selectAll().execute(),
      db.selectFrom("jobs").selectAll().execute(),
    ]);
  const before = await others();
  await eraseLeads(db, { ids: [ID] });
  expect(await others()).toEqual(before);
});
