import { describe, expect } from "vitest";
import { addJob, it, NOON } from "~tests/store";
import { openDatabase } from "../client";
import { canRead } from "./health";
import { recordIntendedCall, settleCall } from "./provider-calls";

describe("the ledger of calls", () => {
  it("books a call before it is made and closes it with its answer", async ({ db }) => {
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

  it("has no place for a call without a job", async ({ db }) => {
    const call = { id: "a", jobId: "fehlt", step: "page 1", provider: "x", createdAt: NOON };
    await expect(recordIntendedCall(db, call)).rejects.toThrow("FOREIGN KEY");
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
