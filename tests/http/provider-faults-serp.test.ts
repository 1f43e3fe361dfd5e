import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { getResults, INNARDS, readAnswer } from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  listLeads,
  postJson,
  setFault,
  waitForJob,
} from "../support/api-client";
import { listCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const KEY = "planted-serper-key-2d9e";
/** More often than any call is tried. */
const ALWAYS = 200;
/** How often a call is made in all before it is given up. */
const TRIES = 4;
const PAGE_2 = { after: 1 };
const COUNT = 25;

const app = await openTestApp({ settings: { SERPER_API_KEY: KEY, CALL_TIME_LIMIT_MS: "1000" } });

async function fault({ fault, times, after }: Omit<FaultRule, "provider">): Promise<void> {
  await setFault(app.providers.origin, { provider: "serper", fault, times, after });
}

/** Searches while the faults are in force; the job when it has ended. */
async function search(query = "Elektriker", enrich = false): Promise<Job> {
  const body = { query, region: "Bayern", count: COUNT, enrich };
  const response = await postJson(`${app.server.url}/api/jobs/serp-enrich`, body);
  const { jobId } = await readAnswer(response, 202, z.strictObject({ jobId: z.string() }));
  return waitForJob(app.server.url, jobId);
}

async function countPages(): Promise<number> {
  return (await countCalls(app.providers.origin)).serper ?? 0;
}

/** What a person reads on the page of a job. */
async function pageOf(job: Job): Promise<string> {
  const response = await fetch(`${app.server.url}/ergebnisse/${job.id}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).not.toMatch(INNARDS);
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

const refusal = (statusCode: number, message: string) => ({
  status: statusCode,
  body: { message, statusCode },
});

/** A fault, what is said of it, and how many calls it takes to be sure of it. */
const LASTING: {
  name: string;
  fault: FaultRule["fault"];
  says: string;
  calls: number;
}[] = [
  {
    name: "a wrong key (403)",
    fault: { status: 403 },
    says: "Serper: Der Zugangsschlüssel wird nicht angenommen (403): Unauthorized.",
    calls: 1,
  },
  {
    name: "a wrong key (401)",
    fault: refusal(401, "Unauthorized."),
    says: "Serper: Der Zugangsschlüssel wird nicht angenommen (401): Unauthorized.",
    calls: 1,
  },
  {
    name: "used-up credit",
    fault: refusal(400, "Not enough credits"),
    says: "Serper: Guthaben aufgebraucht (400): Not enough credits",
    calls: 1,
  },
  {
    name: "used-up credit (402)",
    fault: refusal(402, "Payment required"),
    says: "Serper: Guthaben aufgebraucht (402): Payment required",
    calls: 1,
  },
  {
    name: "a query that the plan lacks",
    fault: refusal(400, "Query pattern not allowed for free accounts."),
    says: "Serper: Der Zugang ist für diesen Dienst nicht freigeschaltet (400): Query pattern not allowed for free accounts.",
    calls: 1,
  },
  {
    name: "a wait of hours",
    fault: { status: 429, headers: { "retry-after": "7200" } },
    says: "Serper: Zu viele Anfragen in kurzer Zeit (429): Too many requests",
    calls: 1,
  },
  {
    name: "too many calls without end",
    fault: { status: 429, headers: { "retry-after": "1" } },
    says: "Serper: Zu viele Anfragen in kurzer Zeit (429): Too many requests",
    calls: TRIES,
  },
  {
    name: "a service that is down (500)",
    fault: { status: 500 },
    says: "Serper: Der Dienst ist gestört (500): Internal server error",
    calls: TRIES,
  },
  {
    name: "silence",
    fault: { hang: true },
    says: "Serper: Der Dienst hat nicht rechtzeitig geantwortet: keine Antwort in 1 Sekunden",
    calls: TRIES,
  },
  {
    name: "a cut-off body",
    fault: { cutAfterBytes: 500 },
    says: "Serper: Der Dienst ist nicht erreichbar: ",
    calls: TRIES,
  },
  {
    name: "half a JSON document",
    fault: { body: '{"organic":[{"title":"Kiebitz' },
    says: "Serper: Die Antwort des Dienstes ist nicht lesbar (200): ",
    calls: TRIES,
  },
  {
    name: "an HTML page",
    fault: { body: "<html><title>Anmelden im Gästenetz</title><p>Bitte warten" },
    says: "Serper: Die Antwort des Dienstes ist nicht lesbar (200): Anmelden im Gästenetz",
    calls: TRIES,
  },
  {
    name: "JSON of another form",
    fault: { body: { organic: "viele" } },
    says: "Serper: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld organic",
    calls: TRIES,
  },
  {
    name: "hits of another form",
    fault: { body: { organic: [{ name: "Ohne Adresse" }, { name: "Auch" }] } },
    says: "Serper: Die Antwort des Dienstes ist nicht lesbar: Kein Eintrag hat die vereinbarte Form",
    calls: 1,
  },
];

describe("a fault of the first page that stays", () => {
  for (const { name, fault: what, says, calls } of LASTING) {
    test(`${name} ends the search as failed, in Serper's own words`, async () => {
      await fault({ fault: what, times: ALWAYS });
      const job = await search();
      expect(job).toMatchObject({ status: "failed", found: 0, stored: 0, warnings: [] });
      expect(job.error).toContain(says);
      expect(job.error).not.toMatch(INNARDS);
      expect(job.finishedAt).not.toBeNull();
      expect(await countPages()).toBe(calls);
      expect(await pageOf(job)).toContain(job.error);
    });
  }
});

describe("a fault of the second page that stays", () => {
  for (const { name, fault: what, says, calls } of LASTING) {
    test(`${name} ends the search, and what the first page found stays`, async () => {
      await fault({ ...PAGE_2, fault: what, times: ALWAYS });
      const job = await search();
      expect(job).toMatchObject({ status: "failed", found: 10 });
      expect(job.error).toContain(says);
      expect(job.stored).toBeGreaterThan(5);
      expect(await countPages()).toBe(1 + calls);
      const { results, total } = await getResults(app.server.url, job.id);
      expect(total).toBe(job.stored);
      const page = await pageOf(job);
      expect(page).toContain(job.error);
      for (const { leadId, domain } of results) {
        const lead = await fetch(`${app.server.url}/api/leads/${leadId}`);
        expect(lead.status).toBe(200);
        await lead.body?.cancel();
        expect(page).toContain(domain);
      }
    });
  }
});

describe("a fault that passes", () => {
  for (const { name, rule } of [
    {
      name: "429 with Retry-After",
      rule: { fault: { status: 429, headers: { "retry-after": "1" } }, times: 2 },
    },
    { name: "500", rule: { fault: { status: 500 }, times: 2 } },
    { name: "silence", rule: { fault: { hang: true }, times: 1 } },
    { name: "a cut-off body", rule: { fault: { cutAfterBytes: 700 }, times: 2 } },
    { name: "a reset connection", rule: { fault: { reset: true }, times: 2 } },
    { name: "wrong JSON", rule: { fault: { body: "kein JSON" }, times: 1 } },
  ]) {
    for (const [page, place] of [
      [1, {}],
      [2, PAGE_2],
    ] as const) {
      test(`${name} on page ${page} is overcome by trying again, and nothing is said of it`, async () => {
        await fault({ ...place, ...rule });
        const job = await search();
        expect(job).toMatchObject({
          status: "complete",
          stored: COUNT,
          progress: 100,
          error: null,
          warnings: [],
        });
        const pages = (await listCalls(app.providers.origin)).map(({ body }) =>
          z.object({ page: z.int() }).parse(body),
        );
        const asked = new Map<number, number>();
        for (const call of pages) asked.set(call.page, (asked.get(call.page) ?? 0) + 1);
        for (const [number, times] of asked) {
          expect(times, `page ${number}`).toBe(number === page ? 1 + rule.times : 1);
        }
      });
    }
  }

  test("the wait that Serper asks for is kept to", async () => {
    // Divided by RETRY_SPEED: 50 s become one second.
    await fault({ fault: { status: 429, headers: { "retry-after": "50" } } });
    expect(await search()).toMatchObject({ status: "complete" });
    const [first, second] = await listCalls(app.providers.origin);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe("an answer of unusual form", () => {
  test("nothing found is complete with nothing", async () => {
    await fault({ fault: { body: { organic: [], credits: 1 } } });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", found: 0, stored: 0, error: null });
    expect(await countPages()).toBe(1);
  });

  test("a hit that can't be read is left out, the others are stored", async () => {
    const organic = [
      { title: "Firma Eins GmbH", link: "https://www.serp-eins.example/impressum" },
      { title: "Skript", link: "javascript:alert(1)" },
      null,
      { title: "Firma Zwei GmbH | Start", link: "https://serp-zwei.example/" },
    ];
    await fault({ fault: { body: { organic } } });
    const job = await search("Einzelstücke");
    expect(job).toMatchObject({ status: "complete", found: 2, stored: 2 });
    const { results } = await getResults(app.server.url, job.id);
    expect(results.map(({ domain, companyName }) => [domain, companyName])).toEqual([
      ["serp-eins.example", "Firma Eins GmbH"],
      ["serp-zwei.example", "Firma Zwei GmbH"],
    ]);
  });

  test("the same page again ends the search, and nothing is counted twice", async () => {
    const organic = Array.from({ length: 10 }, (_, index) => ({
      title: `Immer Gleich ${index} GmbH`,
      link: `https://immer-gleich-${index}.example/`,
    }));
    await fault({ fault: { body: { organic } }, times: ALWAYS });
    expect(await search()).toMatchObject({ status: "complete", found: 10, stored: 10 });
    expect(await countPages()).toBe(2);
  });
});

test("used-up credit of the email finder leaves the search complete, with every company", async () => {
  await setFault(app.providers.origin, {
    provider: "anymailfinder",
    fault: { status: 402 },
    times: ALWAYS,
  });
  const job = await search("Dachdecker", true);
  expect(job).toMatchObject({
    status: "complete",
    phase: "done",
    progress: 100,
    stored: COUNT,
    error: null,
  });
  expect(job.warnings).toEqual([
    expect.stringMatching(
      /^Anymailfinder: Guthaben aufgebraucht \(402\): You have no credits left\. .*25 gefundene Firmen/,
    ),
  ]);
  const { results } = await getResults(app.server.url, job.id);
  expect(results).toHaveLength(COUNT);
  expect(results.every(({ email, emailState }) => email === null && emailState === "failed")).toBe(
    true,
  );
  const leads = await listLeads(app.server.url, "term=Dachdecker&pageSize=200");
  expect(leads).toHaveLength(COUNT);
  expect(leads.every(({ sourceType }) => sourceType === "serp")).toBe(true);
  expect(await pageOf(job)).toContain(job.warnings[0]);
});

test("the key is masked where Serper repeats it", async () => {
  await fault({ fault: refusal(403, `Unauthorized. ${KEY} is unknown`) });
  const job = await search();
  expect(job.error).toContain("Unauthorized. ••• is unknown");
});
