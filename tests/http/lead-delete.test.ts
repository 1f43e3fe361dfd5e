import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Lead } from "../../app/leads/lead";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
  waitForStarted,
} from "../support/api-answers";
import {
  getJob,
  postJson,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { textOf } from "../support/page-text";
import { googlePage } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const COMPANIES = 4;
const OutcomeSchema = z.strictObject({ matched: z.int(), changed: z.int() });
const SkippedSchema = z.object({
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
});
const TermsSchema = z.object({ terms: z.array(z.object({ term: z.string(), count: z.int() })) });
const TotalsSchema = z.object({ total: z.int(), withEmail: z.int(), withPhone: z.int() });

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

function remove(lead: Lead | undefined, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(addressOf(lead), { method: "DELETE", headers });
}

function erase(lead: Lead | undefined): Promise<Response> {
  return fetch(`${base}/leadspeicher/papierkorb`, {
    method: "POST",
    headers: { origin: base },
    body: new URLSearchParams({ intent: "erase", id: lead?.id ?? "" }),
    redirect: "manual",
  });
}

async function restore(...ids: (string | undefined)[]) {
  const response = await postJson(`${base}/api/leads/bulk`, { action: "restore", ids });
  return readAnswer(response, 200, OutcomeSchema);
}

async function totals() {
  const stats = await getAnswer(`${base}/api/leads/stats`, TotalsSchema.loose());
  return TotalsSchema.parse(stats);
}

async function termCount(): Promise<number | undefined> {
  const { terms } = await getAnswer(`${base}/api/leads/search-terms`, TermsSchema);
  return terms.find(({ term }) => term === `Testfirma ${first}`)?.count;
}

describe("a deleted lead", () => {
  test("is gone everywhere, and comes back as it was", async () => {
    const [lead, ...others] = leads;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({
      notes: `Notiz ${first}\n„Zitat“ 😀`,
      tags: ["favorit", "größe"],
      status: "qualifiziert",
      priority: "hoch",
      topics: ["a", "b"],
      salesScore: 3,
      approved: true,
    });
    await fetch(addressOf(lead), { method: "PATCH", headers, body });
    const before = await fetch(addressOf(lead));
    const etag = before.headers.get("etag");
    const old = await readAnswer(before, 200, LeadWithEventsSchema);
    const [oldTotals, oldPage] = [await totals(), await list(`q=testfirma%20${first}`)];

    const response = await remove(lead);
    expect([response.status, await response.text()]).toEqual([204, ""]);

    await readProblem(await fetch(addressOf(lead)), 404);
    await readProblem(await remove(lead), 404);
    await readProblem(await fetch(addressOf(lead), { method: "PATCH", headers, body }), 404);
    const ids = others.map(({ id }) => id).sort();
    for (const query of [`q=testfirma%20${first}`, `term=Testfirma%20${first}&sort=domain`]) {
      expect((await list(query)).leads.map(({ id }) => id).sort(), query).toEqual(ids);
    }
    expect((await list("favorite=true&tag=gr%C3%B6%C3%9Fe")).total).toBe(0);
    expect((await list(`q=notiz%20${first}`)).total).toBe(0);
    expect((await totals()).total).toBe(oldTotals.total - 1);
    expect(await termCount()).toBe(COMPANIES - 1);
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
    expect(await termCount()).toBe(COMPANIES);
    const page = await list(`q=testfirma%20${first}`);
    expect(page.leads.map(({ id }) => id)).toEqual(oldPage.leads.map(({ id }) => id));
    const again = await getResults(base, jobId);
    expect(again.results.every(({ leadId }) => leadId !== null)).toBe(true);
    expect(await restore(lead?.id, "unbekannt")).toEqual({ matched: 0, changed: 0 });
  });
});

/** Which of some words, in small letters, stand in a file of the store. */
async function stillFound(words: readonly string[]): Promise<string[]> {
  const folder = dirname(app.server.databasePath);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile());
  const read = files.map(({ parentPath, name }) => readFile(join(parentPath, name)));
  const bytes = Buffer.concat(await Promise.all(read));
  const texts = [bytes.toString("utf8"), bytes.toString("utf16le")].join().toLowerCase();
  return words.filter((word) => texts.includes(word));
}

describe("a deleted lead that is found again", () => {
  const send = (fields: Record<string, string>) =>
    fetch(`${base}/leadspeicher/papierkorb`, {
      method: "POST",
      headers: { origin: base },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });

  test("stays deleted; the result says so and offers it back, one by one and all", async () => {
    const [one, two, three] = leads;
    for (const lead of [one, two, three]) await remove(lead);
    const again = await search();
    const job = await getJob(base, again);
    expect(job).toMatchObject({ found: COMPANIES, stored: COMPANIES - 3, storedNew: 0 });
    await readProblem(await fetch(addressOf(one)), 404);
    const address = `${base}/ergebnisse/${again}?ansicht=uebersprungen`;
    const page = async () => (await fetch(address)).text();
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

  test("is left out where it was erased and is not to be suggested again", async () => {
    const [one, two] = leads;
    for (const lead of [one, two]) await remove(lead);
    await send({ intent: "erase", id: one?.id ?? "", block: "on" });
    await send({ intent: "erase", id: two?.id ?? "" });
    const again = await search();
    expect(await getJob(base, again)).toMatchObject({ stored: COMPANIES - 1, storedNew: 1 });
    const { skipped } = await getAnswer(`${base}/api/jobs/${again}/results`, SkippedSchema);
    expect(skipped).toEqual([{ reason: "blocked", count: 1 }]);
  });

  test("one second after a person was erased no file of the store holds a word of theirs", async () => {
    const WORDS = ["zwolfenstein", "ochsenknecht", "quittenkompott", "5599887"];
    const list = [
      "Firma;Website;E-Mail;Ansprechpartner;Telefon",
      "Zwolfenstein KG;www.zwolfenstein.example;ochsenknecht@zwolfenstein.example;Wilma Ochsenknecht;030 5599887",
      "Andere;andere-liste.example;;;",
    ].join("\n");
    const form = new FormData();
    form.set("file", new File([list], "Liste.csv"));
    const sent = await fetch(`${base}/api/leads/import`, { method: "POST", body: form });
    const started = z.object({ jobId: z.string(), importId: z.string() }).parse(await sent.json());
    await waitForJob(base, started.jobId);
    const [lead] = (await getAnswer(`${base}/api/leads?q=zwolfenstein`, LeadPageSchema)).leads;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ notes: "Quittenkompott", tags: ["Zwolfenstein"] });
    await fetch(addressOf(lead), { method: "PATCH", headers, body });
    await (await fetch(`${base}/api/leads/export?q=zwolfenstein`)).arrayBuffer();
    await remove(lead);
    expect(await stillFound(WORDS)).toEqual(WORDS);

    await send({ intent: "erase", id: lead?.id ?? "" });
    await delay(1_000);
    expect(await stillFound(WORDS)).toEqual([]);
    expect((await getAnswer(`${base}/api/leads?q=andere-liste`, LeadPageSchema)).total).toBe(1);
    expect((await fetch(`${base}/leadspeicher/import/${started.importId}`)).status).toBe(200);
  });
});

test("one second after a found company was erased nothing of it is left, also of the domain it had before", async () => {
  const lead = leads[1];
  const before = lead?.domain ?? "";
  const headers = { "content-type": "application/json" };
  const patch = {
    domain: "kuckuckswerk.example",
    website: "https://kuckuckswerk.example/%C3%96chslegard",
    contacts: [
      { name: "Quirina Malvenfeld", title: null, email: null, phone: null, profileUrl: null },
    ],
  };
  const patched = await fetch(addressOf(lead), {
    method: "PATCH",
    headers,
    body: JSON.stringify(patch),
  });
  expect(patched.status).toBe(200);
  const asked = { leadId: lead?.id, instructions: "Grüße von Malvenfeld" };
  expect((await postJson(`${base}/api/generate-email`, asked)).status).toBe(200);
  const tag = { action: "addTag", tag: "Malvenfeld", ids: [lead?.id] };
  await postJson(`${base}/api/leads/bulk`, tag);
  const organic = [{ title: "Werk", link: "https://kuckuckswerk.example/rankenpfad", snippet: "" }];
  await setFault(app.providers.origin, { provider: "serper", fault: { body: { organic } } });
  const found = await postJson(`${base}/api/leads/quick-serp`, { query: "Werk", count: 5 });
  await waitForStarted(base, found);
  const words = [before, "kuckuckswerk", "%c3%96chslegard", "malvenfeld", "rankenpfad"];
  await remove(lead);
  expect(await stillFound(words)).toEqual(words);

  await erase(lead);
  await delay(1_000);
  expect(await stillFound(words)).toEqual([]);
});

describe("deleting", () => {
  test("goes by If-Match", async () => {
    const [lead] = leads;
    const { headers } = await fetch(addressOf(lead));
    const etag = headers.get("etag") ?? "";
    for (const header of ['"alt"', `W/${etag}`, etag.replaceAll('"', "")]) {
      const response = await remove(lead, { "if-match": header });
      expect(response.headers.get("etag"), header).toBe(etag);
      await readProblem(response, 412);
    }
    expect((await fetch(addressOf(lead))).headers.get("etag")).toBe(etag);
    expect((await remove(lead, { "if-match": `"alt", ${etag}` })).status).toBe(204);
    expect((await remove(leads[1], { "if-match": "*" })).status).toBe(204);
    // Nothing there is 404 and not stale.
    await readProblem(await remove(lead, { "if-match": '"alt"' }), 404);
  });

  test("is refused with parameters, a body or another type, and then does nothing", async () => {
    const [lead] = leads;
    const address = addressOf(lead);
    const asked = await fetch(`${address}?force=true`, { method: "DELETE" });
    expect((await readFault(asked)).path).toBe("force");
    const send = (body: string, type: string) =>
      fetch(address, { method: "DELETE", headers: { "content-type": type }, body });
    expect((await readFault(await send('{"id":"x"}', "application/json"))).path).toBe("id");
    await readProblem(await send("{", "application/json"), 400);
    await readProblem(await send("sure=yes", "application/x-www-form-urlencoded"), 415);
    await getAnswer(address, LeadWithEventsSchema);
  });

  test("of a lead that is not there is answered with 404, however its id looks", async () => {
    const [lead] = leads;
    for (const odd of ["0", `${lead?.id}x`, lead?.id.toUpperCase(), "a'b", "%25", "%2e%2e"]) {
      await readProblem(await fetch(`${base}/api/leads/${odd}`, { method: "DELETE" }), 404);
    }
  });

  test("by two at once is done once", async () => {
    const [lead] = leads;
    const answers = await Promise.all([remove(lead), remove(lead), remove(lead)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await restore(lead?.id)).toEqual({ matched: 1, changed: 1 });
    const { events } = await getAnswer(addressOf(lead), LeadWithEventsSchema);
    expect(events.filter(({ kind }) => kind === "deleted")).toHaveLength(1);
  });
});
