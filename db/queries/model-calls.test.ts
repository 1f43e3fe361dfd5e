import { expect, it } from "vitest";
import { nextId, openTestStore } from "~tests/store";
import { recordIntendedQuestion, settleQuestion, sumModelUsage } from "./model-calls";

async function storeWith(
  calls: readonly { at: number; tokens?: [number | null, number | null]; cost?: number | null }[],
) {
  const db = await openTestStore();
  for (const { at, tokens, cost = null } of calls) {
    const id = nextId("call");
    const prompt = { promptHash: "ab".repeat(32), promptBytes: 700 };
    const call = { purpose: "outreach", model: "gpt-6-luna", jobId: null } as const;
    await recordIntendedQuestion(db, { id, ...call, ...prompt, createdAt: at });
    if (tokens === undefined) continue;
    const [promptTokens, completionTokens] = tokens;
    const outcome = { promptTokens, completionTokens, cost, answeredAt: at + 900 };
    await settleQuestion(db, id, { status: "answered", ...outcome });
  }
  return db;
}

it("stands open until it is settled", async () => {
  const db = await storeWith([{ at: 100 }, { at: 200, tokens: [90, 10], cost: 0.5 }]);
  const rows = await db.selectFrom("modelCalls").selectAll().orderBy("createdAt").execute();
  expect(rows).toMatchObject([
    { status: "intended", promptBytes: 700, promptTokens: null, cost: null, answeredAt: null },
    { status: "answered", promptTokens: 90, completionTokens: 10, cost: 0.5, answeredAt: 1_100 },
  ]);
});

it("is summed with its beginning and without its end", async () => {
  const tokens: [number, number] = [100, 20];
  const db = await storeWith([
    { at: 999, tokens, cost: 1 },
    { at: 1_000, tokens, cost: 0.25 },
    { at: 1_999, tokens, cost: 0.5 },
    { at: 2_000, tokens, cost: 1 },
  ]);
  expect(await sumModelUsage(db, 1_000, 2_000)).toEqual({
    calls: 2,
    promptTokens: 200,
    completionTokens: 40,
    cost: 0.75,
    unpriced: 0,
  });
});

it("tells answers without a price from questions without an answer", async () => {
  const db = await storeWith([
    { at: 1 },
    { at: 2, tokens: [null, null] },
    { at: 3, tokens: [7, 3] },
    { at: 4, tokens: [1, 1], cost: 0 },
  ]);
  expect(await sumModelUsage(db, 0, 10)).toEqual({
    calls: 4,
    promptTokens: 8,
    completionTokens: 4,
    cost: 0,
    unpriced: 2,
  });
});

it("is nothing where nothing was asked", async () => {
  const nothing = { calls: 0, promptTokens: 0, completionTokens: 0, cost: 0, unpriced: 0 };
  expect(await sumModelUsage(await openTestStore(), 0, 10)).toEqual(nothing);
});
