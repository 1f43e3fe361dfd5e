import { expect } from "vitest";
import { addEvents } from "~db/queries/leads";
import { addLead, it } from "~tests/store";
import { findToday } from "./today.server";

const HOUR_MS = 3_600_000;

it("tells what is due, what came since yesterday, and who assigned leads", async ({ db }) => {
  const now = Date.now();
  const created = { createdAt: now - HOUR_MS, updatedAt: now, sourceTerm: "Stadtwerke" };
  const mine = await addLead(db, { domain: "a.de", ...created, owner: "anna", followUpAt: now });
  await addLead(db, { domain: "b.de", ...created, followUpAt: now });
  await addLead(db, { domain: "c.de", ...created, sourceTerm: "Maler" });
  const old = { createdAt: now - 72 * HOUR_MS, updatedAt: now, followUpAt: now + 72 * HOUR_MS };
  const given = await addLead(db, { domain: "d.de", ...old, owner: "anna" });
  const passedOn = await addLead(db, { domain: "e.de", ...old, owner: "paul" });
  const own = JSON.stringify({ owner: { from: null, to: "anna" } });
  for (const [actor, seq, at] of [
    ["paul", mine.seq, now],
    ["paul", mine.seq, now],
    ["paul", given.seq, now],
    ["paul", passedOn.seq, now],
    ["anna", mine.seq, now],
    ["jana", mine.seq, now - 72 * HOUR_MS],
  ] as const) {
    const event = { leadSeq: seq, changes: own };
    await addEvents(db, { at, actor, jobId: null, kind: "updated" }, [event]);
  }
  expect(await findToday({ db, timeZone: "Europe/Berlin" }, "anna")).toMatchObject({
    due: 2,
    ownDue: 1,
    added: 3,
    topTerm: { term: "Stadtwerke", count: 2 },
    assigned: [{ actor: "paul", count: 2 }],
  });
});
