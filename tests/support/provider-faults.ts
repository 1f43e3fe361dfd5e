import { expect, test } from "vitest";
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

/** A fault that stays, and how it is said. */
export interface LastingFault {
  name: string;
  fault: Fault;
  says: string;
  /** Tries that are made before the call is given up. */
  tries?: number;
}

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
    faults.map((fault) => ({ at, call, ...fault })),
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
    for (const { leadId, domain } of results) {
      const lead = await fetch(`${app.server.url}/api/leads/${leadId}`);
      expect(lead.status).toBe(200);
      await lead.body?.cancel();
      expect(page).toContain(domain);
    }
  });
}

/** Each fault at each call is overcome by trying again, and nothing is said of it. */
export function testPassingFaults(
  { app: usual, hasty }: FaultApps,
  calls: Record<string, Call>,
  faults: readonly [name: string, fault: Fault, times: number][],
): void {
  const rows = Object.entries(calls).flatMap(([at, call]) =>
    faults.map(([name, fault, times]) => ({ at, call, name, fault, times })),
  );
  test.each(rows)("$name at $at that passes loses nothing", async ({ call, fault, times }) => {
    const app = fault.hang ? hasty : usual;
    await setUp(app, call, fault, times);
    const job = await call.run(app);
    expect(job).toMatchObject({ status: "complete", progress: 100, error: null, warnings: [] });
    expect(job.stored).toBeGreaterThan(0);
    if (!call.isSentOnce) return;
    const calls = await listCalls(app.providers.origin);
    const sent = calls.filter(({ provider }) => provider === call.provider);
    const bodies = new Set(sent.map(({ body }) => JSON.stringify(body)));
    expect(sent.length - bodies.size).toBe(times);
  });
}
