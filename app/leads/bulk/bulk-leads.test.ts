import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addTag } from "~db/queries/lead-bulk";
import { findEvents, findTags } from "~db/queries/leads";
import { addLead, it, NOON } from "~tests/store";
import type { LeadFilter } from "../list/lead-filter-schema";
import { LeadFilterSchema } from "../list/lead-filter-schema";
import { filterQuery } from "../list/page-query";
import { countExactly, findBulkSeqs } from "./bulk-leads.server";
import type { BulkParams } from "./bulk-params.server";
import { type LeadMarking, markChunk } from "./mark-leads.server";

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

/** Each lead's number, version, approval and number of events. */
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
  const seqsOf = (db: Db, params: Partial<BulkParams>) =>
    findBulkSeqs(db, { name: "approve", ...params }, ZONE);

  it("are all that a filter matches, more than a page", async ({ db }) => {
    const seqs = await addMany(db, 60);
    expect(await seqsOf(db, { filter: "" })).toEqual(seqs);
    const half = seqs.filter((_, index) => index % 2 === 0);
    for (const filter of [
      { term: ["Mühle"] },
      { q: "wassermühle", term: ["Mühle"] },
      { q: "WA", term: ["mühle"] },
    ].map(filterOf)) {
      expect(await seqsOf(db, { filter: filterQuery(filter) }), filterQuery(filter)).toEqual(half);
      expect(await countExactly(db, filter, ZONE)).toBe(half.length);
    }
    expect(await countExactly(db, filterOf({ q: "mühle", hasPhone: "false" }), ZONE)).toBe(
      seqs.length,
    );
    expect(await countExactly(db, filterOf({ q: "gibtesnicht" }), ZONE)).toBe(0);
  });
});

describe("marking leads", () => {
  const approve: LeadMarking = { action: "approve" };

  it("approves those that are not, as of now, with one event each", async ({ db }) => {
    const fresh = await addLead(db, { domain: "a.de" });
    const known = await addLead(db, { domain: "b.de", approved: 1, approvedAt: NOON - 5 });
    const other = await addLead(db, { domain: "c.de" });
    expect(await markChunk(db, [fresh.seq, known.seq, 999], approve, BY)).toBe(1);
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
      markChunk(db, seqs, { action, tag: "messe" }, BY);
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
