import { expect } from "vitest";
import type { Job } from "../../app/jobs/job";
import { INNARDS, waitForStarted } from "./api-answers";
import { countCalls, type FaultRule, postJson } from "./api-client";
import type { TestApp } from "./app-server";
import { textOf } from "./page-text";

/** More often than any call is tried. */
export const ALWAYS = 500;

export type Fault = FaultRule["fault"];

export const busy = (seconds: string): Fault => ({
  status: 429,
  headers: { "retry-after": seconds },
});

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
