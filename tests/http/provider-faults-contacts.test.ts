import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import {
  getAnswer,
  getResults,
  INNARDS,
  JobPageSchema,
  LeadPageSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  resetProviders,
  setFault,
  waitForJob,
} from "../support/api-client";
import { startTestApp } from "../support/app-server";
import { listCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const KEY = "planted-contact-key-7c21";
/** More often than any call is tried. */
const ALWAYS = 200;
/** How often a call is made in all before it is given up. */
const TRIES = 3;
/** Calls that the product has under way at once. */
const CONCURRENCY = 5;
/** Rows of the list with a domain, and those after them with a name alone. */
const WITH_DOMAIN = 12;
const BY_NAME = 2;

const app = await openTestApp({
  settings: { ANYMAILFINDER_API_KEY: KEY, CALL_TIME_LIMIT_MS: "1000" },
});
/** Number of the first invented company of the test: each test has its own. */
let first = 0;

beforeEach(async () => {
  first += 100;
});

const domain = (index: number) => `kontaktfirma-${first + index}.example`;
const nameOnly = (index: number) => `Nur Name ${first + index} GmbH`;

async function fault(rule: Omit<FaultRule, "provider">): Promise<void> {
  await setFault(app.providers.origin, { provider: "anymailfinder", ...rule });
}

/** What the finder says of a company, by its domain or its name: a deliverable address unless told otherwise. */
async function answers(company: string, body: Record<string, unknown>): Promise<void> {
  const address = `erika@${company}`;
  const valid = {
    credits_charged: 2,
    decision_maker_category: "ceo",
    email: address,
    email_status: "valid",
    person_full_name: "Erika Mustermann",
    person_job_title: "Geschäftsführerin",
    person_linkedin_url: null,
    valid_email: address,
  };
  await fault({ match: `"${company}"`, fault: { body: { ...valid, ...body } } });
}

/** Rows of a list: first those with a domain, then those with a name alone, and one with neither. */
function list(): string {
  const rows = Array.from({ length: WITH_DOMAIN }, (_, n) => `Firma ${first + n};${domain(n)}`);
  const names = Array.from({ length: BY_NAME }, (_, n) => `${nameOnly(n)};`);
  return ["Firma;Domain", ...rows, ...names, ";-"].join("\r\n");
}

function post(file: BlobPart, fields: Record<string, string> = {}, name = "Liste.csv") {
  const form = new FormData();
  form.set("file", new File([file], name));
  for (const [key, value] of Object.entries({ category: "ceo", ...fields })) form.set(key, value);
  return fetch(`${app.server.url}/api/jobs/csv-enrich`, { method: "POST", body: form });
}

/** Works through a list while the faults are in force; the job when it has ended. */
async function run(content = list()): Promise<Job> {
  const { jobId } = await readAnswer(
    await post(content),
    202,
    z.strictObject({ jobId: z.string() }),
  );
  return waitForJob(app.server.url, jobId);
}

const countAsked = async () => (await countCalls(app.providers.origin)).anymailfinder ?? 0;

async function stateOf(job: Job, index: number) {
  const { results } = await getResults(app.server.url, job.id);
  return results.find((result) => result.domain === domain(index));
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

const busy = (seconds: string) => ({ status: 429, headers: { "retry-after": seconds } });

/** A fault of every call, and what is said of it; `isFatal` where the first one says it all. */
const LASTING: { name: string; fault: FaultRule["fault"]; says: string; isFatal?: boolean }[] = [
  {
    name: "a wrong key",
    fault: { status: 401 },
    says: "Anymailfinder: Der Zugangsschlüssel wird nicht angenommen (401): The API key is missing or invalid.",
    isFatal: true,
  },
  {
    name: "used-up credit",
    fault: { status: 402 },
    says: "Anymailfinder: Guthaben aufgebraucht (402): You have no credits left. Please upgrade your plan.",
    isFatal: true,
  },
  {
    name: "a wait of hours",
    fault: busy("7200"),
    says: "Anymailfinder: Zu viele Anfragen in kurzer Zeit (429): Request failed.",
  },
  {
    name: "too many calls without end",
    fault: busy("1"),
    says: "Anymailfinder: Zu viele Anfragen in kurzer Zeit (429): Request failed.",
  },
  {
    name: "a service that is down",
    fault: { status: 500 },
    says: "Anymailfinder: Der Dienst ist gestört (500): Request failed.",
  },
  {
    name: "silence",
    fault: { hang: true },
    says: "Anymailfinder: Der Dienst hat nicht rechtzeitig geantwortet: keine Antwort in 1 Sekunden",
  },
  {
    name: "a cut-off body",
    fault: { cutAfterBytes: 40 },
    says: "Anymailfinder: Der Dienst ist nicht erreichbar: ",
  },
  {
    name: "half a JSON document",
    fault: { body: '{"email_status":"valid","valid_em' },
    says: "Anymailfinder: Die Antwort des Dienstes ist nicht lesbar (200): ",
  },
  {
    name: "JSON of another form",
    fault: { body: { email_status: "vielleicht" } },
    says: "Anymailfinder: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld email_status",
  },
];

describe("a fault of every call", () => {
  for (const { name, fault: what, says, isFatal = false } of LASTING) {
    test(`${name} leaves the job complete with every company that has a domain`, async () => {
      await fault({ fault: what, times: ALWAYS });
      const job = await run();
      expect(job).toMatchObject({ status: "complete", phase: "done", progress: 100, error: null });
      expect(job).toMatchObject({
        found: WITH_DOMAIN + BY_NAME + 1,
        stored: WITH_DOMAIN,
        storedNew: WITH_DOMAIN,
      });
      expect(job.warnings).toHaveLength(1);
      const [warning = ""] = job.warnings;
      expect(warning).toContain(says);
      expect(warning).toContain("gespeichert, aber ohne gefundene Ansprechperson.");
      expect(warning).toContain("2 Firmen, von denen nur der Name bekannt ist");
      expect(warning).not.toMatch(INNARDS);
      const { results, skipped } = await getResults(app.server.url, job.id);
      expect(results).toHaveLength(WITH_DOMAIN);
      for (const result of results) {
        expect(result).toMatchObject({ email: null, contactName: null, emailState: "failed" });
        expect(result.leadId).not.toBeNull();
      }
      expect(skipped).toEqual([{ reason: "no_domain", count: BY_NAME + 1 }]);
      const calls = await countAsked();
      if (isFatal) expect(calls).toBeLessThanOrEqual(CONCURRENCY);
      else expect(calls).toBeLessThan((WITH_DOMAIN + BY_NAME) * TRIES);
      const page = await pageOf(job);
      expect(page).toContain(warning);
      for (const { domain: shown } of results) expect(page).toContain(shown);
    });
  }

  test("that passes is overcome by trying again, and nothing is said of it", async () => {
    await fault({ match: `"${domain(0)}"`, fault: busy("1") });
    await fault({ match: `"${domain(0)}"`, fault: { cutAfterBytes: 10 } });
    await answers(domain(0), {});
    const job = await run(`Domain\r\n${domain(0)}`);
    expect(job).toMatchObject({ status: "complete", warnings: [] });
    expect(await stateOf(job, 0)).toMatchObject({ email: `erika@${domain(0)}` });
    expect(await countAsked()).toBe(TRIES);
  });
});

test("a fault of one company leaves it without a person, and the others get theirs", async () => {
  for (let index = 1; index < WITH_DOMAIN; index += 1) await answers(domain(index), {});
  await fault({ match: `"${domain(0)}"`, fault: { status: 503 }, times: ALWAYS });
  await fault({ match: `"${nameOnly(0)}"`, fault: { status: 400 }, times: ALWAYS });
  const job = await run();
  expect(job).toMatchObject({ status: "complete", stored: WITH_DOMAIN });
  expect(await stateOf(job, 0)).toMatchObject({ emailState: "failed", email: null });
  for (let index = 1; index < WITH_DOMAIN; index += 1) {
    expect(await stateOf(job, index)).toMatchObject({
      emailState: "found",
      contactName: "Erika Mustermann",
      contactTitle: "Geschäftsführerin",
    });
  }
  expect(job.warnings).toEqual([
    expect.stringMatching(/^Bei 2 Firmen blieb die E-Mail-Suche ohne Antwort\. Anymailfinder: /),
  ]);
});

describe("an answer", () => {
  test("makes leads of companies that the list only names, and tells why others are left out", async () => {
    await answers(nameOnly(0), { valid_email: `erika@${domain(50)}`, email: null });
    await answers(nameOnly(1), { valid_email: "erika@gmx.de" });
    const job = await run(`Firma\r\n${nameOnly(0)}\r\n${nameOnly(1)}\r\nUnbekannt ${first}`);
    expect(job).toMatchObject({ found: 3, stored: 1, storedNew: 1 });
    const { results, skipped } = await getResults(app.server.url, job.id);
    expect(results).toMatchObject([
      {
        domain: domain(50),
        companyName: nameOnly(0),
        email: `erika@${domain(50)}`,
        contactName: "Erika Mustermann",
        isNew: true,
        source: "csv",
      },
    ]);
    expect(skipped).toEqual([{ reason: "no_domain", count: 2 }]);
    const page = await pageOf(job);
    expect(page).toContain("Erika Mustermann");
    expect(page).toContain(nameOnly(1));
    const bodies = (await listCalls(app.providers.origin)).map(({ body }) => body);
    expect(bodies).toContainEqual({
      company_name: nameOnly(0),
      decision_maker_category: ["ceo"],
    });
  });

  test("at another domain is not taken over, and the job says so", async () => {
    await answers(domain(0), { valid_email: "erika@konzern.example" });
    await answers(domain(1), { email_status: "risky", valid_email: null });
    await answers(domain(2), { email_status: "blacklisted" });
    await fault({ match: `"${domain(3)}"`, fault: { status: 404 } });
    const job = await run(["Domain", ...[0, 1, 2, 3].map(domain)].join("\n"));
    const states = ["other_domain", "risky", "blacklisted", "not_found"];
    for (const [index, emailState] of states.entries()) {
      expect(await stateOf(job, index)).toMatchObject({ emailState, email: null });
    }
    expect(job.warnings).toEqual([
      `1 gefundene Adresse gehört zu einer anderen Domain als die Firma und wurde nicht übernommen: ${domain(0)} (gefunden: konzern.example).`,
    ]);
    const query = `${app.server.url}/api/leads?q=kontaktfirma-${first}`;
    const { leads } = await getAnswer(query, LeadPageSchema);
    const names = new Map(leads.map((lead) => [lead.domain, lead.contactName]));
    expect(names.get(domain(0))).toBeNull();
    expect(await pageOf(job)).toContain(job.warnings[0]);
  });

  test("is remembered: the same list again costs nothing", async () => {
    await run();
    await resetProviders(app.providers.origin);
    const again = await run();
    expect(again).toMatchObject({ status: "complete", stored: WITH_DOMAIN, storedNew: 0 });
    expect(await countAsked()).toBe(0);
  });
});

describe("a list that can't be used is refused, and nothing is started", () => {
  const countJobs = async () =>
    (await getAnswer(`${app.server.url}/api/jobs`, JobPageSchema)).total;

  test.each<[string, string, () => Promise<Response>, string]>([
    [
      "is no list",
      "file",
      () => post(new Uint8Array([0, 1, 2, 255, 0, 9]), {}, "bild.png"),
      "Datei",
    ],
    ["is empty", "file", () => post(""), "leer"],
    ["has no usable column", "file", () => post("Ort;Land\nKöln;DE"), "keine Spalte"],
    ["names no company", "file", () => post("Firma;Domain\n;-\n;facebook.com"), "keiner Zeile"],
    ["has too many rows", "file", () => post(`Firma\n${"x\n".repeat(50_001)}`), "50.000"],
    ["lacks the column", "domainColumn", () => post("Firma\nA", { domainColumn: "Web" }), "„Web“"],
    ["has another category", "category", () => post("Firma\nA", { category: "chef" }), "Erlaubt"],
  ])("because it %s", async (_, path, send, words) => {
    const before = await countJobs();
    const problem = await readFault(await send());
    expect(problem.path).toBe(path);
    expect(problem.message).toContain(words);
    expect(await countJobs()).toBe(before);
    expect(await countAsked()).toBe(0);
  });

  test("because it is larger than 20 MB", async () => {
    const before = await countJobs();
    const response = await post(new Uint8Array(21 * 1024 * 1024));
    await readProblem(response, 413);
    expect(await countJobs()).toBe(before);
  });
});

test("without a key nothing is started", async () => {
  const keyless = await startTestApp(0, { ANYMAILFINDER_API_KEY: "" });
  try {
    const form = new FormData();
    form.set("file", new File(["Domain\nfirma.example"], "Liste.csv"));
    form.set("category", "ceo");
    const url = `${keyless.server.url}/api/jobs/csv-enrich`;
    const problem = await readProblem(await fetch(url, { method: "POST", body: form }), 409);
    expect(problem.detail).toContain("Schlüssel von Anymailfinder");
    const { total } = await getAnswer(`${keyless.server.url}/api/jobs`, JobPageSchema);
    expect(total).toBe(0);
  } finally {
    await keyless.stop();
  }
});

test("the key is masked where the provider repeats it", async () => {
  const body = { error: "unauthorized", message: `The key ${KEY} is not known.` };
  await fault({ fault: { status: 401, body }, times: ALWAYS });
  const job = await run();
  expect(job.warnings.join()).toContain("The key ••• is not known.");
});
