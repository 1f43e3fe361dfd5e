import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addTag } from "~db/queries/lead-bulk";
import { FILTERED_TEXT_TOTAL_CAP } from "~db/queries/lead-list";
import { findEvents, findTagCounts, findTags } from "~db/queries/leads";
import { addLead, it, NOON, openTestStore } from "~tests/store";
import { LeadFilterSchema } from "../list/lead-filter-schema.server";
import type { LeadFilter } from "../list/lead-filters";
import { countExactly, findSelectedSeqs, inChunks } from "./bulk-leads.server";
import { type LeadMarking, markLeads } from "./mark-leads.server";

const ZONE = "Europe/Berlin";
const LATER = NOON + 60_000;
const BY = { actor: "ben", now: LATER };

function filterOf(input: Record<string, unknown>): LeadFilter {
  return LeadFilterSchema.parse(input);
}

async function addMany(db: Db, count: number): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const seqs: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const { seq } = await addLead(trx, {
        domain: `firma-${n}.de`,
        companyName: `Wassermühle ${n}`,
        sourceTerm: n % 2 === 0 ? "Mühle" : "Wasser",
      });
      seqs.push(seq);
    }
    return seqs;
  });
}

/** Lead numbers with their version, approval and events, as numbers of a table. */
async function states(db: Db) {
  return db
    .selectFrom("leads")
    .select(["seq", "version", "approved", "approvedAt", "updatedAt"])
    .select((eb) =>
      eb
        .selectFrom("leadEvents")
        .select(eb.fn.countAll<number>().as("n"))
        .whereRef("leadEvents.leadSeq", "=", "leads.seq")
        .as("events"),
    )
    .orderBy("seq")
    .execute();
}

describe("the leads of a selection", () => {
  it("are those of its ids that are there, each once, in the order of the store", async ({
    db,
  }) => {
    const a = await addLead(db, { domain: "a.de" });
    const b = await addLead(db, { domain: "b.de" });
    await addLead(db, { domain: "c.de" });
    const ids = [b.id, "unbekannt", a.id, b.id, "", "'; --", a.id];
    expect(await findSelectedSeqs(db, { ids }, ZONE)).toEqual([a.seq, b.seq]);
    expect(await findSelectedSeqs(db, { ids: [] }, ZONE)).toEqual([]);
  });

  it("are all that a filter matches, many more than a page or a cap of a total", async ({ db }) => {
    const seqs = await addMany(db, FILTERED_TEXT_TOTAL_CAP + 50);
    const all = filterOf({});
    expect(await findSelectedSeqs(db, { filter: all, expectedCount: seqs.length }, ZONE)).toEqual(
      seqs,
    );
    const half = seqs.filter((_, index) => index % 2 === 0);
    for (const filter of [
      { term: ["Mühle"] },
      { q: "wassermühle", term: ["Mühle"] },
      { q: "WA", term: ["mühle"] },
    ]) {
      const selection = { filter: filterOf(filter), expectedCount: half.length };
      expect(await findSelectedSeqs(db, selection, ZONE), JSON.stringify(filter)).toEqual(half);
      expect(await countExactly(db, filterOf(filter), ZONE)).toBe(half.length);
    }
    expect(await countExactly(db, filterOf({ q: "mühle", hasPhone: "false" }), ZONE)).toBe(
      seqs.length,
    );
    expect(await countExactly(db, filterOf({ q: "gibtesnicht" }), ZONE)).toBe(0);
  });

  it.each([
    [2, "Der Filter trifft jetzt 3 Leads, nicht 2 Leads. Nichts wurde geändert."],
    [1, "Der Filter trifft jetzt 3 Leads, nicht 1 Lead. Nichts wurde geändert."],
    [1_234, "Der Filter trifft jetzt 3 Leads, nicht 1.234 Leads. Nichts wurde geändert."],
    [0, "Der Filter trifft jetzt 3 Leads, nicht 0 Leads. Nichts wurde geändert."],
  ])("are none when the filter matches another number than %i", async (expectedCount, message) => {
    const db = await openTestStore();
    await addMany(db, 3);
    const found = findSelectedSeqs(db, { filter: filterOf({}), expectedCount }, ZONE);
    await expect(found).rejects.toMatchObject({ status: 409 });
    await expect(found).rejects.toMatchObject({ message });
  });

  it("may be none, if that is what is expected", async ({ db }) => {
    await addMany(db, 3);
    const filter = filterOf({ tag: ["niemand"] });
    expect(await findSelectedSeqs(db, { filter, expectedCount: 0 }, ZONE)).toEqual([]);
  });
});

describe("work in chunks", () => {
  it("takes each lead once, some at a time, and sums up", async ({ db }) => {
    const seqs = Array.from({ length: 250 }, (_, n) => n * 3);
    const chunks: number[][] = [];
    const sum = await inChunks(db, seqs, 100, async (_, chunk) => {
      chunks.push([...chunk]);
      return chunk.length - 1;
    });
    expect(chunks.flat()).toEqual(seqs);
    expect(chunks.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(sum).toBe(247);
    expect(await inChunks(db, [], 100, () => Promise.reject(new Error("asked")))).toBe(0);
  });

  it("lets others write in between, and keeps whole chunks when it fails", async ({ db }) => {
    const seqs = await addMany(db, 150);
    let asked = 0;
    const others: Promise<unknown>[] = [];
    const work = inChunks(db, seqs, 100, async (trx, chunk) => {
      asked += 1;
      await addTag(trx, chunk, "messe");
      if (asked === 2) throw new Error("half-way");
      others.push(addLead(db, { domain: "dazwischen.de" }));
      return chunk.length;
    });
    await expect(work).rejects.toThrow("half-way");
    await Promise.all(others);
    expect(await findTagCounts(db)).toEqual([{ tag: "messe", n: 100 }]);
  });
});

describe("marking leads", () => {
  const approve: LeadMarking = { action: "approve" };
  const unapprove: LeadMarking = { action: "unapprove" };

  it("approves those that are not, as of now, with one event each", async ({ db }) => {
    const fresh = await addLead(db, { domain: "a.de" });
    const known = await addLead(db, { domain: "b.de", approved: 1, approvedAt: NOON - 5 });
    const other = await addLead(db, { domain: "c.de" });
    expect(await markLeads(db, [fresh.seq, known.seq, 999], approve, BY)).toBe(1);
    const untouched = { version: 1, updatedAt: NOON, events: 0 };
    expect(await states(db)).toEqual([
      { seq: fresh.seq, version: 2, approved: 1, approvedAt: LATER, updatedAt: LATER, events: 1 },
      { seq: known.seq, approved: 1, approvedAt: NOON - 5, ...untouched },
      { seq: other.seq, approved: 0, approvedAt: null, ...untouched },
    ]);
    const [event] = await findEvents(db, fresh.seq);
    expect(event).toMatchObject({ kind: "updated", at: LATER, actor: "ben", jobId: null });
    expect(JSON.parse(event?.changes ?? "")).toEqual({
      approved: { from: false, to: true },
      approvedAt: { from: null, to: new Date(LATER).toISOString() },
    });
  });

  it("takes approvals back", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "b.de", approved: 1, approvedAt: NOON });
    const { seq: other } = await addLead(db, { domain: "c.de" });
    expect(await markLeads(db, [seq, other], unapprove, BY)).toBe(1);
    expect(await markLeads(db, [seq, other], unapprove, BY)).toBe(0);
    expect(await states(db)).toMatchObject([
      { version: 2, approved: 0, approvedAt: null, events: 1 },
      { version: 1, approved: 0, approvedAt: null, events: 0 },
    ]);
    const [event] = await findEvents(db, seq);
    expect(JSON.parse(event?.changes ?? "")).toEqual({
      approved: { from: true, to: false },
      approvedAt: { from: new Date(NOON).toISOString(), to: null },
    });
  });

  it("gives a tag to those that have it not, and takes it from those that have it", async ({
    db,
  }) => {
    const { seq: bare } = await addLead(db, { domain: "a.de" });
    const { seq: some } = await addLead(db, { domain: "b.de" });
    const { seq: has } = await addLead(db, { domain: "c.de" });
    await addTag(db, [some, has], "zebra");
    await addTag(db, [some], "affe");
    await addTag(db, [has], "messe");
    const seqs = [bare, some, has];
    const marked = (action: "addTag" | "removeTag") =>
      markLeads(db, seqs, { action, tag: "messe" }, BY);
    expect(await marked("addTag")).toBe(2);
    expect(await marked("addTag")).toBe(0);
    expect(await findTags(db, seqs)).toEqual(
      new Map([
        [bare, ["messe"]],
        [some, ["affe", "messe", "zebra"]],
        [has, ["messe", "zebra"]],
      ]),
    );
    expect(await marked("removeTag")).toBe(3);
    expect(await marked("removeTag")).toBe(0);
    expect(await findTags(db, seqs)).toEqual(
      new Map([
        [some, ["affe", "zebra"]],
        [has, ["zebra"]],
      ]),
    );
    expect((await states(db)).map(({ version, events }) => [version, events])).toEqual([
      [3, 2],
      [3, 2],
      [2, 1],
    ]);
    const changes = (await findEvents(db, some)).map((event) => JSON.parse(event.changes));
    expect(changes).toEqual([
      { tags: { from: ["affe", "messe", "zebra"], to: ["affe", "zebra"] } },
      { tags: { from: ["affe", "zebra"], to: ["affe", "messe", "zebra"] } },
    ]);
  });
});
