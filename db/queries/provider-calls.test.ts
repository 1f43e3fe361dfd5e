import { describe, expect, it } from "vitest";
import { openDatabase } from "../client";
import { addJob, NOON, openTestStore } from "../store.test-support";
import { canRead } from "./health";
import { getEmailLookup, recordIntendedCall, saveEmailLookup, settleCall } from "./provider-calls";

describe("the ledger of calls", () => {
  it("books a call before it is made and closes it with its answer", async () => {
    const db = await openTestStore();
    const job = await addJob(db);
    const call = { jobId: job.id, step: "page 1", provider: "google-places", createdAt: NOON };
    await recordIntendedCall(db, { id: "a", ...call });
    await recordIntendedCall(db, { id: "b", ...call, step: "page 2" });
    await settleCall(db, "a", "answered", NOON + 5, 1);
    const calls = await db.selectFrom("providerCalls").selectAll().orderBy("id").execute();
    expect(calls).toEqual([
      { id: "a", ...call, status: "answered", answeredAt: NOON + 5, creditsCharged: 1 },
      {
        id: "b",
        ...call,
        step: "page 2",
        status: "intended",
        answeredAt: null,
        creditsCharged: null,
      },
    ]);
  });

  it("has no place for a call without a job", async () => {
    const db = await openTestStore();
    const call = { id: "a", jobId: "fehlt", step: "page 1", provider: "x", createdAt: NOON };
    await expect(recordIntendedCall(db, call)).rejects.toThrow("FOREIGN KEY");
  });
});

describe("the memory of email answers", () => {
  const answer = { domain: "firma.de", provider: "anymailfinder", state: "found" as const };

  it("keeps the newest answer of each finder", async () => {
    const db = await openTestStore();
    await saveEmailLookup(db, { ...answer, emails: '["alt@firma.de"]', lookedUpAt: NOON });
    await saveEmailLookup(db, { ...answer, emails: '["neu@firma.de"]', lookedUpAt: NOON + 1 });
    await saveEmailLookup(db, { ...answer, provider: "anderer", emails: "[]", lookedUpAt: NOON });
    const lookup = await getEmailLookup(db, "firma.de", "anymailfinder", NOON);
    expect(lookup).toMatchObject({ emails: '["neu@firma.de"]', lookedUpAt: NOON + 1 });
    expect(await db.selectFrom("emailLookups").selectAll().execute()).toHaveLength(2);
  });

  it("forgets what was asked too long ago", async () => {
    const db = await openTestStore();
    await saveEmailLookup(db, { ...answer, emails: "[]", lookedUpAt: NOON });
    expect(await getEmailLookup(db, "firma.de", "anymailfinder", NOON)).toBeDefined();
    expect(await getEmailLookup(db, "firma.de", "anymailfinder", NOON + 1)).toBeUndefined();
    expect(await getEmailLookup(db, "andere.de", "anymailfinder", NOON)).toBeUndefined();
  });
});

describe("canRead", () => {
  it("tells an open database from a closed one", async () => {
    const db = await openDatabase(":memory:");
    expect(await canRead(db)).toBe(true);
    await db.destroy();
    expect(await canRead(db)).toBe(false);
  });
});
