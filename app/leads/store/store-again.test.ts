import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findDeletedPage } from "~db/queries/deleted-leads";
import { countLeads } from "~db/queries/lead-list";
import { findEvents } from "~db/queries/leads";
import { bulkServices } from "~tests/bulk-services";
import { company, findingOf } from "~tests/found-company";
import { addJob, it, NOON, ZONE } from "~tests/store";
import { LeadPatchSchema } from "../edit/lead-patch";
import { patchLead } from "../edit/update-lead.server";
import { block } from "../trash/block-list.server";
import { deleteLead, eraseLeads, restoreDeletedLeads } from "../trash/delete-leads.server";
import { storeCompanies } from "./store-companies.server";

const BY = { actor: "ben", now: NOON + 1_000 };
const AGAIN = NOON + 2_000;

/** Stores companies in a new job. */
async function find(
  db: Db,
  websites: readonly string[],
  { fields = {}, room = 100 }: { fields?: Parameters<typeof company>[1]; room?: number } = {},
) {
  const job = await addJob(db);
  const finding = { ...findingOf(job), now: AGAIN };
  const found = websites.map((website) => company(website, fields));
  const stored = await db
    .transaction()
    .execute((trx) => storeCompanies(trx, found, finding, new Set(), room));
  return { job, stored };
}

async function findOne(db: Db, website: string, fields: Parameters<typeof company>[1] = {}) {
  const { job, stored } = await find(db, [website], { fields });
  const [only] = stored;
  if (only === undefined) throw new Error("nothing came back");
  return { ...only, job };
}

/** A lead that the team edited and then deleted. */
async function addDeleted(db: Db) {
  const { lead, job } = await findOne(db, "firma.de", { name: "Firma" });
  if (lead === null) throw new Error("no lead");
  const patch = {
    notes: "Wichtig: Wärmepumpe",
    tags: ["messe", "favorit"],
    status: "qualifiziert",
    approved: true,
  };
  const worked = await patchLead(db, lead.id, LeadPatchSchema.parse(patch), {
    ...BY,
    timeZone: ZONE,
  });
  await deleteLead(db, lead.id, BY);
  if (worked === undefined) throw new Error("no lead");
  return { lead: worked, job };
}

describe("a blocked domain", () => {
  it("is never stored, however it is written, and says why", async ({ db }) => {
    await block(db, "müller-bäder.de", BY);
    const websites = [
      "https://www.Müller-Bäder.de/kontakt",
      "xn--mller-bder-w5a5z.de",
      "shop.müller-bäder.de",
      "frei.de",
    ];
    const { stored } = await find(db, websites);
    const domain = "xn--mller-bder-w5a5z.de";
    const blocked = { domain, lead: null, isNew: false, skipReason: "blocked" };
    expect(stored).toMatchObject([
      // All three, since „duplicate“ would give no reason.
      ...[blocked, blocked, blocked],
      { domain: "frei.de", isNew: true, skipReason: null },
    ]);
    expect((await countLeads(db, {})).count).toBe(1);
  });

  it("takes no room of the search", async ({ db }) => {
    await block(db, "gesperrt.de", BY);
    const { stored } = await find(db, ["gesperrt.de", "eins.de", "zwei.de"], { room: 1 });
    expect(stored.map(({ domain }) => domain)).toEqual(["gesperrt.de", "eins.de"]);
  });
});

describe("a deleted lead that is found again", () => {
  it("stays there as it was, and the result says so, once in a search", async ({ db }) => {
    const { lead } = await addDeleted(db);
    const { stored } = await find(db, ["https://firma.de/neu", "www.firma.de", "neu.de"], {
      fields: { phone: "030 23125101" },
      room: 1,
    });
    const left = { domain: "firma.de", lead: null, isNew: false };
    expect(stored).toMatchObject([
      { ...left, skipReason: "in_trash" },
      { ...left, skipReason: "duplicate" },
      { domain: "neu.de", isNew: true, skipReason: null },
    ]);
    expect((await findDeletedPage(db, 1, 9)).rows.map(({ id }) => id)).toEqual([lead.id]);
    expect(await findEvents(db, lead.seq)).toEqual([]);
    await restoreDeletedLeads(bulkServices(db), { ids: [lead.id] }, BY);
    expect((await findOne(db, "firma.de")).lead).toMatchObject({ id: lead.id, phone: null });
  });

  it("is another one when it was erased", async ({ db }) => {
    const { lead } = await addDeleted(db);
    expect(await eraseLeads(db, { ids: [lead.id] })).toBe(1);
    const again = await findOne(db, "firma.de", { name: "Firma" });
    expect(again.isNew).toBe(true);
    expect(again.lead).toMatchObject({ notes: null, status: "neu", approved: 0, favorite: 0 });
    expect(again.lead?.id).not.toBe(lead.id);
    expect(again.lead?.seq).toBeGreaterThan(lead.seq);
    expect((await findEvents(db, again.lead?.seq ?? 0)).map(({ kind }) => kind)).toEqual([
      "created",
    ]);
  });
});
