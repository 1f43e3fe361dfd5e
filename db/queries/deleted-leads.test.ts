import { sql } from "kysely";
import { describe, expect } from "vitest";
import {
  addFilledLead,
  bringBack,
  dump,
  LATER,
  NASTY,
  query,
  type Row,
  trash,
} from "~tests/deleted-leads";
import { addJob, addLead, it, NOON } from "~tests/store";
import type { Db } from "../client";
import { blockDomain, unblockDomain } from "./blocked-domains";
import {
  countDeleted,
  eraseDeletedLeads,
  findDeletedPage,
  findDeletedSeqs,
  findDeletedSeqsOfJob,
} from "./deleted-leads";
import { insertJobResults } from "./job-results";

/** The expected tables after a move to the trash and back. */
function afterReturn(before: Record<string, Row[]>, at: number, seqs: readonly number[]) {
  const leads = (before.leads ?? []).map((lead) =>
    seqs.some((seq) => seq === lead.seq)
      ? { ...lead, version: Number(lead.version) + 1, updatedAt: at }
      : lead,
  );
  return { ...before, leads };
}

async function withoutMoves(db: Db) {
  const { lead_events: events = [], ...rest } = await dump(db);
  const moves = events.filter(({ kind }) => kind === "deleted" || kind === "restored");
  return { moves, tables: { ...rest, lead_events: events.filter((row) => !moves.includes(row)) } };
}

describe("the way to the Papierkorb and back", () => {
  it("loses nothing of any column, empty or filled, whatever the texts look like", async ({
    db,
  }) => {
    const bare = await addLead(db, { domain: "leer.de", emails: '["a@b.de"]' });
    const filled = [];
    for (const [index] of NASTY.entries()) filled.push(await addFilledLead(db, index));
    const untouched = await addFilledLead(db, NASTY.length);
    const before = await dump(db);
    const seqs = [bare, ...filled].map(({ seq }) => seq);
    expect(await trash(db, seqs)).toBe(seqs.length);
    expect((await dump(db)).leads).toEqual(
      [untouched].map((lead) => ({ ...lead, contacted: 1, favorite: 1 })),
    );
    expect(await bringBack(db, seqs.toReversed())).toEqual(seqs);
    const { tables, moves } = await withoutMoves(db);
    expect(tables).toEqual(afterReturn(before, LATER, seqs));
    for (const seq of seqs) {
      expect(moves.filter(({ leadSeq }) => leadSeq === seq)).toMatchObject([
        { kind: "deleted", at: NOON, actor: "anna", jobId: null, changes: "{}" },
        { kind: "restored", at: LATER, actor: "ben", jobId: null, changes: "{}" },
      ]);
    }
    expect(moves).toHaveLength(2 * seqs.length);
    await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('integrity-check', 1)`.execute(
      db,
    );
  });

  it("never gives a lead's number to another meanwhile", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "eins.de" });
    await trash(db, [seq]);
    const next = await addLead(db, { domain: "zwei.de" });
    expect(next.seq).toBeGreaterThan(seq);
    expect(await bringBack(db, [seq])).toEqual([seq]);
  });
});

describe("a later change of the schema", () => {
  it("can't hang another table on the leads unnoticed", async ({ db }) => {
    const tables = await query(
      db,
      `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = 'leads' ORDER BY m.name`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      "company_pairs",
      "job_results",
      "lead_drafts",
      "lead_enrichments",
      "lead_events",
      "lead_evidence",
      "lead_fits",
      "lead_notes",
      "lead_search",
      "lead_sources",
      "lead_tags",
      "lead_terms",
    ]);
    const plain = await query(
      db,
      `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c
       WHERE m.name IN ('lead_search', 'lead_tags', 'lead_terms') ORDER BY 1`,
    );
    expect(plain.map(({ name }) => name)).toEqual([
      "lead_search.document",
      "lead_search.seq",
      "lead_tags.lead_seq",
      "lead_tags.tag",
      "lead_terms.lead_seq",
      "lead_terms.term_key",
    ]);
  });
});

describe("leads in the Papierkorb", () => {
  it("of a blocked domain stay there until it is unblocked", async ({ db }) => {
    const blocked = await addLead(db, { domain: "gesperrt.de" });
    const free = await addLead(db, { domain: "frei.de" });
    const seqs = [blocked.seq, free.seq];
    await trash(db, seqs);
    await blockDomain(db, "gesperrt.de", { at: NOON, actor: "anna" });
    expect(await bringBack(db, seqs)).toEqual([free.seq]);
    expect((await findDeletedPage(db, 1, 9)).rows.map(({ id }) => id)).toEqual([blocked.id]);
    expect(await bringBack(db, [blocked.seq])).toEqual([]);
    await unblockDomain(db, "gesperrt.de");
    expect(await bringBack(db, seqs)).toEqual([blocked.seq]);
  });

  it("get back the results that named them, and no others", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "firma.de" });
    const { seq: other } = await addLead(db, { domain: "andere.de" });
    const { id: jobId } = await addJob(db);
    await insertJobResults(db, [
      { jobId, position: 1, leadSeq: seq, domain: "firma.de", isNew: 1 },
      { jobId, position: 2, leadSeq: null, domain: "firma.de", skipReason: "duplicate", isNew: 0 },
      { jobId, position: 3, leadSeq: other, domain: "andere.de", isNew: 0 },
      { jobId, position: 4, leadSeq: null, domain: null, skipReason: "no_domain", isNew: 0 },
      { jobId, position: 5, leadSeq: null, domain: "firma.de", skipReason: "in_trash", isNew: 0 },
    ]);
    const numbers = async () => (await dump(db)).job_results?.map(({ leadSeq }) => leadSeq);
    await trash(db, [seq]);
    expect(await numbers()).toEqual([null, null, other, null, null]);
    expect(await findDeletedSeqsOfJob(db, jobId)).toEqual([seq]);
    await bringBack(db, [seq]);
    expect(await numbers()).toEqual([seq, null, other, null, seq]);
    expect(await findDeletedSeqsOfJob(db, jobId)).toEqual([]);
  });
});

describe("erasing", () => {
  it("takes leads by their ids, or those from before a time, and nothing else", async ({ db }) => {
    const leads = [];
    for (let n = 1; n <= 4; n += 1) leads.push(await addLead(db, { domain: `firma-${n}.de` }));
    const [a, b, c, d] = leads;
    if (!a || !b || !c || !d) throw new Error("four leads");
    await trash(db, [a.seq], "l-1", NOON - 1);
    await trash(db, [b.seq], "l-2", NOON);
    await trash(db, [c.seq], "l-3", NOON + 1);
    const left = async () => (await findDeletedPage(db, 1, 9)).rows.map(({ id }) => id);
    const seqs = leads.map(({ seq }) => seq);
    expect(await findDeletedSeqs(db, { before: NOON })).toEqual([a.seq]);
    expect(await countDeleted(db, { before: NOON + 1 })).toBe(2);
    expect(await eraseDeletedLeads(db, { seqs, before: NOON })).toBe(1);
    expect(await left()).toEqual([c.id, b.id]);
    expect(await eraseDeletedLeads(db, { ids: [] })).toBe(0);
    expect(await eraseDeletedLeads(db, { ids: [d.id, c.id, c.id, "x"] })).toBe(1);
    expect(await left()).toEqual([b.id]);
    expect(await bringBack(db, [a.seq, c.seq])).toEqual([]);
    expect((await dump(db)).leads?.map(({ id }) => id)).toEqual([d.id]);
  });

  it("takes the people of the company with it that a job met and left out", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "firma.de" });
    const { id: jobId } = await addJob(db);
    const person = { contactName: "Otto Zweit", contactTitle: "Einkauf", isNew: 0 as const };
    await insertJobResults(db, [
      { jobId, position: 1, domain: "firma.de", skipReason: "duplicate", ...person },
      { jobId, position: 2, domain: "andere.de", skipReason: "duplicate", ...person },
    ]);
    await trash(db, [seq], "l-1", NOON - 1);
    await eraseDeletedLeads(db, { seqs: [seq], before: NOON });
    const rows = await db.selectFrom("jobResults").selectAll().orderBy("position").execute();
    expect(rows).toMatchObject([
      { domain: null, contactName: null, contactTitle: null, skipReason: "duplicate" },
      { domain: "andere.de", contactName: "Otto Zweit" },
    ]);
  });
});
