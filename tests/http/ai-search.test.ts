import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, INNARDS, JobPageSchema, readAnswer, readProblem } from "../support/api-answers";
import { countCalls, postJson } from "../support/api-client";
import { says, setModelAnswer } from "../support/model-answers";
import { openOwnApp, openTestApp } from "../support/test-app";

const KEY = "planted-openai-key-5b3f";
const INPUT = { description: "Stadtwerke und Versorger", mode: "stadtwerke" };

const app = await openTestApp({ settings: { OPENAI_API_KEY: KEY, CALL_TIME_LIMIT_MS: "2000" } });
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

function ask(body: object): Promise<Response> {
  return postJson(`${url}/api/ai-search`, body);
}

async function suggest(body: object) {
  return readAnswer(await ask(body), 200, SuggestedSchema);
}

function send(path: string, fields: Record<string, string> | [string, string][]) {
  return fetch(`${url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

const pairs = (...regions: string[]) => ({
  queries: regions.map((region) => ({ query: "Maler", region })),
});

async function countQuestions(): Promise<number> {
  return (await countCalls(app.providers.origin)).openai ?? 0;
}

/** How many searches and runs are stored. */
async function countStored(): Promise<{ searches: number; jobs: number }> {
  const { entries } = await getAnswer(`${url}/api/search-history`, HistorySchema);
  const { total } = await getAnswer(`${url}/api/jobs`, JobPageSchema);
  return { searches: entries.length, jobs: total };
}

describe("a description becomes searches", () => {
  test("and starts none", async () => {
    const before = await countStored();
    const { queries } = await suggest({ ...INPUT, description: "Firmen in Bayern und Hessen" });
    expect(new Set(queries.map((pair) => JSON.stringify(pair))).size).toBe(queries.length);
    expect(await countStored()).toEqual(before);
  });

  test("of which only one can be used, after a second question, which is said", async () => {
    await setModelAnswer(app, says(pairs("Hof", "hof", "")));
    const note = "Das Sprachmodell hat auch auf Nachfrage nur eine brauchbare Suche vorgeschlagen.";
    expect(await suggest(INPUT)).toEqual({ ...pairs("Hof"), note, count: 50 });
    expect(await countQuestions()).toBe(2);
    const fields = { intent: "suggest", description: INPUT.description };
    const page = await send("/suche?art=ki&modus=custom", fields);
    expect(await page.text()).toContain(note);
  });
});

test("a model that fails is named with the real reason, and nothing is stored", async () => {
  const before = await countStored();
  const body = { error: { message: `Incorrect API key: ${KEY}`, code: "invalid_api_key" } };
  await setModelAnswer(app, { status: 401, body });
  const { detail } = await readProblem(await ask(INPUT), 502);
  expect(detail).toContain("(401): Incorrect API key:");
  expect(detail).not.toContain(KEY);
  expect(detail).not.toMatch(INNARDS);
  expect(await countQuestions()).toBe(1);
  expect(await countStored()).toEqual(before);
});

test("edited searches come back where there are no new ones", async () => {
  const rows: [string, string][] = [
    ["query", "Malerbetrieb"],
    ["region", "Köln"],
    ["query", "Elektriker"],
    ["region", "Bremen"],
  ];
  await setModelAnswer(app, { status: 401 });
  for (const description of ["", "Maler an der Donau"]) {
    const fields: [string, string][] = [
      ["intent", "suggest"],
      ["description", description],
    ];
    const page = await (await send("/suche?art=ki&modus=custom", [...fields, ...rows])).text();
    for (const [, value] of rows) expect(page).toContain(`value="${value}"`);
  }
});

test("without a key it is said which one is missing, and where it goes", async () => {
  const { server: bare } = await openOwnApp({ settings: { OPENAI_API_KEY: "" } });
  const response = await postJson(`${bare.url}/api/ai-search`, INPUT);
  const { detail } = await readProblem(response, 409);
  expect(detail).toContain("Schlüssel von OpenAI");
  const page = await (await fetch(`${bare.url}/suche?art=ki&modus=custom`)).text();
  expect(page).toContain(detail);
  expect(page).toContain("/einstellungen#openai");
});
