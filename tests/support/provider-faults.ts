import { expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { getResults, INNARDS, waitForStarted } from "./api-answers";
import { countCalls, type FaultRule, postJson, setFault } from "./api-client";
import type { TestApp } from "./app-server";
import { textOf } from "./page-text";
import { listCalls } from "./provider-calls";

/** Where faults are tried. */
export interface FaultApps {
  app: TestApp;
  /** One that waits for no answer for long, for the fault that is silence. */
  hasty: TestApp;
}

/** More often than any call is tried. */
export const ALWAYS = 500;

export type Fault = FaultRule["fault"];

/** A call that a run makes, and which of the local providers' answers it is. */
export interface Call extends Omit<FaultRule, "fault" | "times"> {
  /** Starts a run that makes the call; the job when it has ended. */
  run(app: TestApp): Promise<Job>;
  /** Companies that the run has read before the call. */
  foundBefore?: number;
  /** Whether a run without faults sends each body once. */
  isSentOnce?: boolean;
}

/** A fault that stays, how it is said, and how often the call is tried before it is given up. */
export type LastingFault = readonly [name: string, fault: Fault, says: string, tries?: number];

/** How a failure is said, whichever service it is of. */
export const BUSY = "Zu viele Anfragen in kurzer Zeit (429)";
export const DOWN = "Der Dienst ist gestört";
export const NO_CREDIT = "Guthaben aufgebraucht";
export const REFUSED_KEY = "Der Zugangsschlüssel wird nicht angenommen";
export const SILENT = "Der Dienst hat nicht rechtzeitig geantwortet: keine Antwort in 1 Sekunden";
export const UNREACHABLE = "Der Dienst ist gerade nicht erreichbar";
export const UNREADABLE = "Die Antwort des Dienstes ist nicht lesbar";

export const busy = (seconds: string): Fault => ({
  status: 429,
  headers: { "retry-after": seconds },
});

/** Settings of {@link FaultApps.hasty}. */
export const HASTY = { CALL_TIME_LIMIT_MS: "400" };

/** Starts a run by the API; the job when it has ended. */
export async function runJob(app: TestApp, path: string, body: object): Promise<Job> {
  return waitForStarted(app.server.url, await postJson(`${app.server.url}${path}`, body));
}

/** The text of a job's page. */
export async function pageOf(app: TestApp, job: Job): Promise<string> {
  const response = await fetch(`${app.server.url}/ergebnisse/${job.id}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).not.toMatch(INNARDS);
  return textOf(html);
}

export async function countAsked(app: TestApp, provider: FaultRule["provider"]): Promise<number> {
  return (await countCalls(app.providers.origin))[provider] ?? 0;
}

function setUp(app: TestApp, call: Call, fault: Fault, times: number): Promise<void> {
  const { run: _, foundBefore: __, isSentOnce: ___, ...rule } = call;
  return setFault(app.providers.origin, { ...rule, fault, times });
}

/**
 * Each fault at each call ends the run in the provider's words: as failed where nothing was found before, else as
 * complete, with a warning and what was found.
 */
export function testLastingFaults(
  { app: usual, hasty }: FaultApps,
  calls: Record<string, Call>,
  faults: readonly LastingFault[],
): void {
  const rows = Object.entries(calls).flatMap(([at, call]) =>
    faults.map(([name, fault, says, tries]) => ({ at, call, name, fault, says, tries })),
  );
  test.each(rows)("$name at $at ends the run in the provider's words", async (row) => {
    const { call, fault, says, tries } = row;
    const app = fault.hang ? hasty : usual;
    const { provider, after = 0, foundBefore = 0 } = call;
    await setUp(app, call, fault, ALWAYS);
    const job = await call.run(app);
    const isFound = foundBefore > 0;
    expect(job).toMatchObject({ status: isFound ? "complete" : "failed", found: foundBefore });
    const [words = "", ...others] = isFound ? job.warnings : [job.error ?? ""];
    expect(isFound ? [job.error, ...others] : job.warnings).toEqual(isFound ? [null] : []);
    expect(words).toContain(says);
    expect(words).toMatch(/^[\wäöü ]+: [A-ZÄÖÜ]/);
    expect(words).not.toMatch(INNARDS);
    expect(job.finishedAt).not.toBeNull();
    if (tries !== undefined) expect(await countAsked(app, provider)).toBe(after + tries);
    const page = await pageOf(app, job);
    expect(page).toContain(words);
    const { results, total } = await getResults(app.server.url, job.id);
    expect(total).toBe(job.stored);
    expect(job.stored > 5).toBe(isFound);
    for (const { domain } of results) expect(page).toContain(domain);
    const [first] = results;
    if (first === undefined) return;
    const lead = await fetch(`${app.server.url}/api/leads/${first.leadId}`);
    expect((await lead.json()).domain).toBe(first.domain);
  });
}

const RulesSchema = z.object({ faults: z.array(z.object({ times: z.number() })) });

/** Each fault at each call of one run is overcome by trying again, and nothing is said of it. */
export function testPassingFaults(
  { app: usual, hasty }: FaultApps,
  calls: readonly [Call, ...Call[]],
  faults: readonly [name: string, fault: Fault, times: number][],
): void {
  test.each(faults)("%s that passes at each call loses nothing", async (_, fault, times) => {
    const app = fault.hang ? hasty : usual;
    const { origin } = app.providers;
    for (const call of calls) await setUp(app, call, fault, times);
    const [{ provider, isSentOnce, run }] = calls;
    const job = await run(app);
    expect(job).toMatchObject({ status: "complete", progress: 100, error: null, warnings: [] });
    expect(job.stored).toBeGreaterThan(0);
    const left = RulesSchema.parse(await (await fetch(`${origin}/_control/faults`)).json());
    expect(left.faults.filter((rule) => rule.times === times)).toEqual([]);
    if (!isSentOnce) return;
    const sent = (await listCalls(origin)).filter((call) => call.provider === provider);
    const bodies = new Set(sent.map(({ body }) => JSON.stringify(body)));
    expect(sent.length - bodies.size).toBe(times * calls.length);
  });
}
