import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Lead } from "../../app/leads/lead-schema";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readProblem,
} from "../support/api-answers";
import {
  getJob,
  patchLead,
  postForm,
  postJson,
  resetProviders,
  sendJson,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { readHtml, textOf } from "../support/page-text";
import { googlePage } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const COMPANIES = 4;
const OutcomeSchema = z.strictObject({ matched: z.int(), changed: z.int() });
const app = await openTestApp();
const base = app.server.url;
/** Each test has companies of its own, numbered from here. */
let first = 0;
let leads: Lead[];
let jobId: string;

beforeEach(async () => {
  first += 100;
  jobId = await search();
  leads = (await list(`q=testfirma%20${first}`)).leads;
  expect(leads).toHaveLength(COMPANIES);
});

/** A search that finds the companies of this test. */
async function search(): Promise<string> {
  await resetProviders(app.providers.origin);
  const fault = { body: googlePage(first, COMPANIES) };
  await setFault(app.providers.origin, { provider: "google-places", fault });
  const id = await startSearch(base, { query: `Testfirma ${first}`, region: "Berlin" });
  await waitForJob(base, id);
  return id;
}

function list(query: string) {
  return getAnswer(`${base}/api/leads?${query}`, LeadPageSchema);
}

function addressOf(lead: Lead | undefined): string {
  return `${base}/api/leads/${lead?.id}`;
}

function remove(lead: Lead | undefined): Promise<Response> {
  return fetch(addressOf(lead), { method: "DELETE" });
}

async function restore(...ids: (string | undefined)[]) {
  const response = await postJson(`${base}/api/leads/bulk`, { action: "restore", ids });
  return readAnswer(response, 200, OutcomeSchema);
}

const totals = () => getAnswer(`${base}/api/leads/stats`, z.looseObject({ total: z.int() }));

describe("a deleted lead", () => {
  test("is gone everywhere, and comes back as it was", async () => {
    const [lead, ...others] = leads;
    const patch = { notes: `Notiz ${first}`, tags: ["favorit", "größe"], approved: true };
    await patchLead(base, lead?.id ?? "", { ...patch, topics: ["a", "b"], salesScore: 3 });
    const before = await fetch(addressOf(lead));
    const etag = before.headers.get("etag");
    const old = await readAnswer(before, 200, LeadWithEventsSchema);
    const oldTotals = await totals();

    const response = await remove(lead);
    expect([response.status, await response.text()]).toEqual([204, ""]);

    await readProblem(await fetch(addressOf(lead)), 404);
    await readProblem(await remove(lead), 404);
    await readProblem(await sendJson("PATCH", addressOf(lead), patch), 404);
    const ids = others.map(({ id }) => id).sort();
    const left = await list(`q=testfirma%20${first}`);
    expect(left.leads.map(({ id }) => id).sort()).toEqual(ids);
    expect((await list("favorite=true&tag=gr%C3%B6%C3%9Fe")).total).toBe(0);
    expect((await totals()).total).toBe(oldTotals.total - 1);
    const { results, total } = await getResults(base, jobId);
    expect(total).toBe(COMPANIES);
    const [gone, ...kept] = [...results].sort(
      (a, b) => Number(a.leadId !== null) - Number(b.leadId !== null),
    );
    expect(gone).toMatchObject({ leadId: null, domain: lead?.domain, email: null, isNew: true });
    expect(kept.map(({ leadId }) => leadId).sort()).toEqual(ids);

    expect(await restore(lead?.id)).toEqual({ matched: 1, changed: 1 });

    const after = await fetch(addressOf(lead));
    expect(after.headers.get("etag")).not.toBe(etag);
    const back = await readAnswer(after, 200, LeadWithEventsSchema);
    const [restored, deleted, ...events] = back.events;
    expect({ ...back, events }).toEqual({ ...old, updatedAt: back.updatedAt });
    expect(back.updatedAt > old.updatedAt).toBe(true);
    expect([deleted, restored]).toMatchObject([
      { kind: "deleted", changes: {}, jobId: null },
      { kind: "restored", changes: {}, jobId: null },
    ]);
    expect(await totals()).toEqual(oldTotals);
    const again = await getResults(base, jobId);
    expect(again.results.every(({ leadId }) => leadId !== null)).toBe(true);
  });
});

describe("a deleted lead that is found again", () => {
  const send = (fields: Record<string, string>) =>
    postForm(`${base}/leadspeicher/papierkorb`, fields);

  test("stays deleted; the result says so and offers it back, one by one and all", async () => {
    const [one, two, three] = leads;
    for (const lead of [one, two, three]) await remove(lead);
    const again = await search();
    const job = await getJob(base, again);
    expect(job).toMatchObject({ found: COMPANIES, stored: COMPANIES - 3, storedNew: 0 });
    await readProblem(await fetch(addressOf(one)), 404);
    const address = `${base}/ergebnisse/${again}?ansicht=uebersprungen`;
    const page = () => readHtml(address);
    const shown = await page();
    expect(textOf(shown)).toContain("übersprungen (3 im Papierkorb)");
    expect(shown).toContain(`value="${one?.id}"`);

    const back = `/ergebnisse/${again}?ansicht=uebersprungen`;
    const response = await send({ intent: "restore", id: one?.id ?? "", back });
    expect(response.headers.get("location")).toBe(back);
    await getAnswer(addressOf(one), LeadWithEventsSchema);
    expect(textOf(await page())).toContain("wiederhergestellt");

    await send({ intent: "restore-found", jobId: again, back });
    for (const lead of [two, three]) await getAnswer(addressOf(lead), LeadWithEventsSchema);
    expect(await page()).not.toContain("Wiederherstellen");
    expect(await getJob(base, again)).toEqual(job);
  });
});
