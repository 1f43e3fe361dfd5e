import { afterAll, expect, test } from "vitest";
import { monthOf } from "../../app/jobs/ledger/call-ledger.server";
import { openDatabase } from "../../db/client";
import { recordIntendedQuestion, settleQuestion } from "../../db/queries/model-calls";
import { addUsage } from "../../db/queries/provider-usage";
import { startTestApp } from "../support/app-server";
import { textOf } from "../support/page-text";

/** A store in which the model was asked this month. */
async function fillStore(path: string): Promise<void> {
  const db = await openDatabase(path);
  const now = Date.now();
  const month = monthOf(now, "Europe/Berlin");
  const usage = { month, provider: "openai", jobId: "" };
  await addUsage(db, usage, { calls: 4, billed: 3, credits: 1_234_567 });
  const prompt = { promptHash: "ab".repeat(32), promptBytes: 9 };
  const call = { id: "q", purpose: "outreach", model: "gpt-6-luna", jobId: null } as const;
  await recordIntendedQuestion(db, { ...call, ...prompt, createdAt: now });
  const tokens = { promptTokens: 1_000_000, completionTokens: 234_567 };
  await settleQuestion(db, "q", { status: "answered", ...tokens, answeredAt: now });
  await db.destroy();
}

const app = await startTestApp(0, { OPENAI_MODEL: "gpt-6-lunar" }, fillStore);
afterAll(() => app.stop());
const { url } = app.server;

/** The text of a part of the settings. */
async function shownIn(part: RegExp): Promise<string> {
  const html = await (await fetch(`${url}/einstellungen`)).text();
  return textOf(part.exec(html)?.[0] ?? "");
}

test("the settings name the model in use, and how to change it", async () => {
  const card = await shownIn(/<section id="openai".*?<\/section>/s);
  expect(card).toContain("Modell: gpt-6-lunar");
  expect(card).toContain("OPENAI_MODEL");
  expect(card).toContain("OPENAI_BASE_URL");
});

test("the test of a key asks the model itself, and says where there is none of that name", async () => {
  const response = await fetch(`${url}/api/credentials/openai/test`, { method: "POST" });
  expect(await response.json()).toEqual({
    ok: false,
    message: expect.stringContaining("The model `gpt-6-lunar` does not exist"),
  });
});

test("the usage shows tokens and about what they cost, of this service alone", async () => {
  const table = await shownIn(/<table(?:(?!<\/table>).)*Verbrauch im .*?<\/table>/s);
  expect(table).toContain("davon berechnet Guthaben verbraucht gespart");
  expect(table).toContain("OpenAI 5 3 1.234.567 Token ca. 0,16 € 0 keine");
  expect(table).toContain("Vayne 0 0 0 0 keine");
  expect(table.match(/Token|€/g)).toHaveLength(2);
});
