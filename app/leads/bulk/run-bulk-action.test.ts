import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { findEvents } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { addLead, openTestStore } from "~tests/store";
import { deleteLead, eraseOutdatedLeads, findTrash } from "../trash/delete-leads.server";
import type { BulkOutcome } from "./bulk-leads.server";
import type { PageActionName } from "./page-actions";
import { runBulkAction, type Selection } from "./run-bulk-action.server";

/** A store and its bulk actions; jobs are awaited. */
async function openScene() {
  const db = openTestStore();
  const services = bulkServices(db);
  const ended = async ({ underWay, jobId, ...outcome }: BulkOutcome) => {
    if (underWay === undefined) return jobId === undefined ? outcome : { ...outcome, jobId };
    const job = await services.jobs.untilEnded(jobId ?? "");
    expect(job).toMatchObject({ status: "complete", found: outcome.matched });
    return { ...outcome, changed: job?.stored };
  };
  const run = async (name: PageActionName | "restore", selection: Selection, tag?: string) =>
    ended(await runBulkAction(services, { name, tag, selection }, "ben"));
  return { db, services, run };
}

async function addThree(db: Db): Promise<[LeadRow, LeadRow, LeadRow]> {
  return [
    await addLead(db, { domain: "a.de", sourceTerm: "Maler", email: "info@a.de" }),
    await addLead(db, { domain: "b.de", sourceTerm: "Maler" }),
    await addLead(db, { domain: "c.de", sourceTerm: "Bäder" }),
  ];
}

async function stored(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("leads").select("domain").orderBy("seq").execute();
  return rows.map(({ domain }) => domain);
}

describe("deleting and bringing back", () => {
  it("goes by ids, and what lay there already is not counted", async () => {
    const { db, run } = await openScene();
    const [a, b, c] = await addThree(db);
    const ids = [a.id, b.id, a.id, "unbekannt"];
    expect(await run("delete", { ids })).toMatchObject({ matched: 2, changed: 2 });
    expect(await stored(db)).toEqual(["c.de"]);
    expect(await run("delete", { ids })).toMatchObject({ matched: 0, changed: 0 });
    const back = [...ids, c.id];
    expect(await run("restore", { ids: back })).toMatchObject({ matched: 2, changed: 2 });
    expect(await run("restore", { ids: back })).toMatchObject({ matched: 0, changed: 0 });
    expect(await run("restore", { ids: [] })).toMatchObject({ matched: 0, changed: 0 });
    expect(await stored(db)).toEqual(["a.de", "b.de", "c.de"]);
    expect((await findEvents(db, a.seq)).map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      "restored ben",
      "deleted ben",
    ]);
  });

  it("is over after 30 days", async () => {
    const { db, services } = await openScene();
    const [a, b] = await addThree(db);
    const day = 86_400_000;
    const deleted = Date.parse("2026-11-20T11:00:00Z");
    await deleteLead(db, a.id, { actor: "ben", now: deleted });
    await deleteLead(db, b.id, { actor: "ben", now: deleted + 1 });
    const { entries } = await findTrash(db, 99, 1);
    expect(entries).toMatchObject([{ id: a.id, deletedAt: "2026-11-20T11:00:00.000Z" }]);
    expect(await eraseOutdatedLeads(services, deleted + 30 * day)).toMatchObject({ changed: 0 });
    expect(await eraseOutdatedLeads(services, deleted + 30 * day + 1)).toMatchObject({
      changed: 1,
    });
    expect((await findTrash(db, 1, 50)).entries.map(({ id }) => id)).toEqual([b.id]);
  });
});
