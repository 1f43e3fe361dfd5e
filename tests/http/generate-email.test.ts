import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { EmailDraftSchema } from "../../app/outreach/draft-schema";
import { readAnswer, readProblem } from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  listLeads,
  patchLead,
  postJson,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { SEED_START } from "../support/lead-factory";
import { says, setModelAnswer } from "../support/model-answers";
import { openOwnApp, openTestApp } from "../support/test-app";

const KEY = "planted-openai-key-7c1a";
const TEXT = "ein Portal nimmt Ihrem Kundenservice viel Arbeit ab.";

const app = await openTestApp({ settings: { OPENAI_API_KEY: KEY, CALL_TIME_LIMIT_MS: "2000" } });
let leadId: string;

beforeAll(async () => {
  const search = { query: "Stadtwerke", region: "Hessen", count: 40 };
  await waitForJob(app.server.url, await startSearch(app.server.url, search));
  const [lead] = await listLeads(app.server.url, "pageSize=1");
  leadId = lead?.id ?? "";
  await patchLead(app.server.url, leadId, { companyType: "Stadtwerk", topics: ["Fernwärme"] });
});

function emailWith(text: string, subject = "Ihr Kundenportal") {
  return { subject, body: `Guten Tag,\n\n${text}\n\nViele Grüße` };
}

function generate(body: Record<string, unknown> = {}): Promise<Response> {
  return postJson(`${app.server.url}/api/generate-email`, { leadId, ...body });
}

async function problemOf(response: Response, status: number): Promise<string> {
  const { detail } = await readProblem(response, status);
  expect(detail).not.toContain(KEY);
  return detail;
}

const LeadStateSchema = z.looseObject({
  tags: z.array(z.string()),
  status: z.string(),
  approved: z.boolean(),
  updatedAt: z.string(),
  events: z.array(z.looseObject({ kind: z.string(), actor: z.string() })),
});

async function stateOf(id = leadId) {
  const response = await fetch(`${app.server.url}/api/leads/${id}`);
  return LeadStateSchema.parse(await response.json());
}

test("a draft comes back, and is noted on the lead, which stays as it was", async () => {
  await setModelAnswer(app, says(emailWith(TEXT)), 1);
  const before = await stateOf();
  const draft = await readAnswer(await generate({ tone: "locker" }), 200, EmailDraftSchema);
  expect(draft).toEqual(emailWith(TEXT));
  const { events, ...after } = await stateOf();
  expect(events[0]).toMatchObject({ kind: "email_drafted", actor: "API" });
  expect(events).toHaveLength(before.events.length + 1);
  expect({ ...after, events: before.events }).toEqual(before);
});

test("an ordinary model's emails to invented companies pass every check", async () => {
  const leads = await listLeads(app.server.url, "pageSize=40");
  expect(leads.length).toBeGreaterThan(4);
  for (const lead of leads) {
    const instructions = "Einladung zur Vorführung am 4. Dezember in Kassel";
    const response = await generate({ leadId: lead.id, tone: "locker", instructions });
    expect(response.status, `${lead.companyName}: ${await response.clone().text()}`).toBe(200);
  }
  expect((await countCalls(app.providers.origin)).openai).toBe(leads.length);
});

describe("the model's failure is told, and leaves nothing behind:", () => {
  test.each<[string, FaultRule["fault"], string]>([
    [
      "a wrong key",
      { status: 401, body: { error: { message: "Incorrect API key provided." } } },
      "Incorrect API key provided.",
    ],
    ["silence", { hang: true }, "nicht rechtzeitig geantwortet"],
  ])("%s", async (_, rule, sentence) => {
    await setModelAnswer(app, rule);
    const before = await stateOf();
    expect(await problemOf(await generate(), 502)).toContain(sentence);
    expect(await stateOf()).toEqual(before);
  });
});

test("a lead of which nothing is known, and a missing key, are said with what to do", async () => {
  const { server: keyless } = await openOwnApp({
    settings: { OPENAI_API_KEY: "" },
    leads: [
      { domain: "nur-domain.example", createdAt: SEED_START },
      { domain: "benannt.example", companyName: "Benannt GmbH", createdAt: SEED_START + 1 },
    ],
  });
  const [bare, named] = await listLeads(keyless.url, "sort=createdAt&dir=asc");
  const ask = (id: string | undefined) =>
    postJson(`${keyless.url}/api/generate-email`, { leadId: id });
  const { detail: missing, errors } = await readProblem(await ask(bare?.id), 422);
  expect(errors).toEqual([{ path: "leadId", message: missing }]);
  expect(missing).toContain("Über nur-domain.example ist außer der Domain nichts bekannt");
  expect(missing).toMatch(/Firmentyp oder Themen eintragen/);
  const needsKey = await problemOf(await ask(named?.id), 409);
  expect(needsKey).toContain("fehlt der Schlüssel von OpenAI");
  const page = await (await fetch(`${keyless.url}/leadspeicher/${named?.id}`)).text();
  expect(page).toContain("fehlt der Schlüssel von OpenAI");
  expect(page).not.toContain('name="instructions"');
});
