import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, JobPageSchema, readAnswer, readProblem } from "../support/api-answers";
import { countCalls, postJson, sendJson } from "../support/api-client";
import { says, setModelAnswer } from "../support/model-answers";
import { openTestApp } from "../support/test-app";

const KEY = "planted-openai-key-5b3f";
const INPUT = { description: "Stadtwerke und Versorger", mode: "stadtwerke" };

const app = await openTestApp({ settings: { OPENAI_API_KEY: "" } });
const { url } = app.server;

const SuggestedSchema = z.strictObject({
  queries: z
    .array(z.strictObject({ query: z.string().min(1), region: z.string().min(1) }))
    .min(1)
    .max(4),
  note: z.string().optional(),
  count: z.literal(50),
});
const HistorySchema = z.strictObject({ entries: z.array(z.unknown()) });

const ask = () => postJson(`${url}/api/ai-search`, INPUT);
const suggest = async () => readAnswer(await ask(), 200, SuggestedSchema);
const countQuestions = async () => (await countCalls(app.providers.origin)).openai;

/** How many searches and runs are stored. */
async function countStored(): Promise<{ searches: number; jobs: number }> {
  const { entries } = await getAnswer(`${url}/api/search-history`, HistorySchema);
  const { total } = await getAnswer(`${url}/api/jobs`, JobPageSchema);
  return { searches: entries.length, jobs: total };
}

test("without a key it is said which one is missing, and where it goes", async () => {
  const { detail } = await readProblem(await ask(), 409);
  expect(detail).toContain("Schlüssel von OpenAI");
  const page = await (await fetch(`${url}/suche?art=ki&modus=custom`)).text();
  expect(page).toContain(detail);
  expect(page).toContain("/einstellungen#openai");
  await sendJson("PUT", `${url}/api/credentials/openai`, { key: KEY });
});

describe("a description", () => {
  test("becomes searches, and starts none", async () => {
    const before = await countStored();
    const { queries } = await suggest();
    expect(new Set(queries.map((pair) => JSON.stringify(pair))).size).toBe(queries.length);
    expect(await countStored()).toEqual(before);
  });

  test("becomes one search after a second question, which is said", async () => {
    const queries = [{ query: "Maler", region: "Hof" }];
    await setModelAnswer(app, says({ queries: [...queries, { query: "Maler", region: "" }] }));
    const note = "Das Sprachmodell hat auch auf Nachfrage nur eine brauchbare Suche vorgeschlagen.";
    expect(await suggest()).toEqual({ queries, note, count: 50 });
    expect(await countQuestions()).toBe(2);
    const body = new URLSearchParams({ intent: "suggest", description: INPUT.description });
    const page = await fetch(`${url}/suche?art=ki&modus=custom`, { method: "POST", body });
    expect(await page.text()).toContain(note);
  });

  test("stores nothing where the model fails, and tells the real reason", async () => {
    const before = await countStored();
    const error = { message: `Incorrect API key: ${KEY}`, code: "invalid_api_key" };
    await setModelAnswer(app, { status: 401, body: { error } });
    const { detail } = await readProblem(await ask(), 502);
    expect(detail).toContain("(401): Incorrect API key:");
    expect(detail).not.toContain(KEY);
    expect(await countQuestions()).toBe(1);
    expect(await countStored()).toEqual(before);
  });
});
