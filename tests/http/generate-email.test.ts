import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { EmailDraftSchema } from "../../app/outreach/draft-schema";
import { readAnswer, readProblem } from "../support/api-answers";
import { listLeads, postJson, searchOnce, sendJson } from "../support/api-client";
import { SEED_START } from "../support/lead-factory";
import { says, setModelAnswer } from "../support/model-answers";
import { openTestApp } from "../support/test-app";

const KEY = "planted-openai-key-7c1a";

const app = await openTestApp({
  settings: { OPENAI_API_KEY: "" },
  leads: [
    { domain: "nur-domain.example", createdAt: SEED_START },
    { domain: "benannt.example", companyName: "Benannt GmbH", createdAt: SEED_START + 1 },
  ],
});
const { url } = app.server;
let bare = "";
let named = "";

beforeAll(async () => {
  const leads = await listLeads(url, "sort=createdAt&dir=asc");
  [bare = "", named = ""] = leads.map(({ id }) => id);
});

const emailWith = (text: string) => ({
  subject: "Ihr Kundenportal",
  body: `Guten Tag,\n\n${text}\n\nViele Grüße`,
});

function generate(leadId: string, body: object = {}): Promise<Response> {
  return postJson(`${url}/api/generate-email`, { leadId, ...body });
}

const LeadStateSchema = z.looseObject({
  events: z.array(z.looseObject({ kind: z.string(), actor: z.string() })),
});

async function stateOf(id: string) {
  return LeadStateSchema.parse(await (await fetch(`${url}/api/leads/${id}`)).json());
}

test("a lead of which nothing is known, and a missing key, are said with what to do", async () => {
  const { detail, errors } = await readProblem(await generate(bare), 422);
  expect(errors).toEqual([{ path: "leadId", message: detail }]);
  expect(detail).toContain("Über nur-domain.example ist außer der Domain nichts bekannt");
  expect(detail).toMatch(/Firmentyp oder Themen eintragen/);
  const missing = "fehlt der Schlüssel von OpenAI";
  expect((await readProblem(await generate(named), 409)).detail).toContain(missing);
  const page = await (await fetch(`${url}/leadspeicher/${named}`)).text();
  expect(page).toContain(missing);
  expect(page).not.toContain('name="instructions"');
  await sendJson("PUT", `${url}/api/credentials/openai`, { key: KEY });
});

test("a draft comes back, and is noted on the lead, which stays as it was", async () => {
  const email = emailWith("ein Portal nimmt Ihrem Kundenservice viel Arbeit ab.");
  await setModelAnswer(app, says(email), 1);
  const before = await stateOf(named);
  const draft = await readAnswer(await generate(named, { tone: "locker" }), 200, EmailDraftSchema);
  expect(draft).toEqual(email);
  const { events, ...after } = await stateOf(named);
  expect(events[0]).toMatchObject({ kind: "email_drafted", actor: "API" });
  expect(events).toHaveLength(before.events.length + 1);
  expect({ ...after, events: before.events }).toEqual(before);
});

test("an invention and a failure of the model are told, and leave nothing behind", async () => {
  const before = await stateOf(named);
  await setModelAnswer(app, says(emailWith("ein Portal spart Ihnen 80 Prozent.")), 2);
  const { detail } = await readProblem(await generate(named), 502);
  expect(detail).toContain("Die Antwort des Sprachmodells hält die Regeln nicht ein");
  expect(detail).toContain("Die Zahl „80“");
  const error = { message: `Incorrect API key provided: ${KEY}.` };
  await setModelAnswer(app, { status: 401, body: { error } });
  const failure = await readProblem(await generate(named), 502);
  expect(failure.detail).toContain("Incorrect API key provided");
  expect(failure.detail).not.toContain(KEY);
  expect(await stateOf(named)).toEqual(before);
});

test("an ordinary model's emails to invented companies pass every check", async () => {
  await searchOnce(url, { query: "Stadtwerke", region: "Hessen", count: 12 });
  for (const lead of await listLeads(url, "term=Stadtwerke")) {
    const instructions = "Einladung zur Vorführung am 4. Dezember in Kassel";
    const response = await generate(lead.id, { tone: "locker", instructions });
    expect(response.status, `${lead.companyName}: ${await response.clone().text()}`).toBe(200);
  }
});
