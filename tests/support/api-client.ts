import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { JobSchema } from "../../app/jobs/job-schema.server";
import type { Lead } from "../../app/leads/lead-schema";
import { LeadSchema } from "../../app/leads/lead-schema";
import type { faultRuleSchema } from "../../scripts/demo-providers/faults";

const StartedSchema = z.object({ jobId: z.string() });
const JOB_LIMIT_MS = 60_000;

/** Sends JSON to the API. */
export function sendJson(
  method: "POST" | "PUT" | "PATCH",
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const type = { "content-type": "application/json" };
  return fetch(url, { method, headers: { ...type, ...headers }, body: JSON.stringify(body) });
}

export const postJson = (url: string, body: unknown) => sendJson("POST", url, body);

/** Sends a form as a page without scripts does, files as multipart, and follows no redirect. */
export function postForm(url: string, fields: Record<string, string | File>): Promise<Response> {
  const form = new FormData();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
    if (typeof value === "string") query.set(name, value);
  }
  const body = query.size === Object.keys(fields).length ? query : form;
  const headers = { origin: new URL(url).origin };
  return fetch(url, { method: "POST", headers, body, redirect: "manual" });
}

/** Starts a search and answers its job's id. */
export async function startSearch(
  appUrl: string,
  search: { query: string; region: string; count?: number },
): Promise<string> {
  const response = await postJson(`${appUrl}/api/search`, search);
  if (response.status !== 202) throw new Error(`search refused: ${await response.text()}`);
  return StartedSchema.parse(await response.json()).jobId;
}

export async function getJob(appUrl: string, id: string): Promise<Job> {
  return JobSchema.parse(await (await fetch(`${appUrl}/api/jobs/${id}`)).json());
}

const LeadListSchema = z.object({ leads: z.array(LeadSchema) });

/** A page of leads; the query as `GET /api/leads` takes it. */
export async function listLeads(appUrl: string, query: string): Promise<Lead[]> {
  const response = await fetch(`${appUrl}/api/leads?${query}`);
  return LeadListSchema.parse(await response.json()).leads;
}

/** Changes a lead by a merge patch. */
export async function patchLead(appUrl: string, id: string, patch: object): Promise<void> {
  const response = await sendJson("PATCH", `${appUrl}/api/leads/${id}`, patch);
  if (!response.ok) throw new Error(`patch refused: ${await response.text()}`);
}

/** Waits until a job meets a condition, and answers it as it is then. */
export async function waitForJob(
  appUrl: string,
  id: string,
  isMet: (job: Job) => boolean = (job) => job.finishedAt !== null,
): Promise<Job> {
  const start = Date.now();
  for (;;) {
    const job = await getJob(appUrl, id);
    if (isMet(job)) return job;
    const ms = Date.now() - start;
    if (ms > JOB_LIMIT_MS) throw new Error(`waited in vain for job ${JSON.stringify(job)}`);
    // Asking takes the time of the server that works on it.
    await delay(Math.min(30 + ms / 5, 200));
  }
}

const done = new Map<string, Promise<Job>>();

/** Fills the store by a search; a test that wants what another one has searched on the same server has it already. */
export async function searchOnce(
  appUrl: string,
  search: { query: string; region: string; count: number },
): Promise<Job> {
  const key = `${appUrl} ${JSON.stringify(search)}`;
  const job = done.get(key) ?? startSearch(appUrl, search).then((id) => waitForJob(appUrl, id));
  done.set(key, job);
  return job;
}

/** A fault that the local providers shall answer with. */
export type FaultRule = Omit<Rule, "fault"> & {
  fault: Omit<Rule["fault"], "body"> & { body?: unknown };
};
type Rule = z.input<typeof faultRuleSchema>;

export async function setFault(providersOrigin: string, rule: FaultRule): Promise<void> {
  const response = await postJson(`${providersOrigin}/_control/faults`, rule);
  if (!response.ok) throw new Error(`fault refused: ${await response.text()}`);
}

const HeldSchema = z.object({ held: z.number() });

/**
 * Holds a provider's answers back from now on, until `release` lets them and all later ones go. `waitForCall` resolves
 * when at least so many requests stand waiting. A reset of the providers releases as well.
 */
export async function holdProvider(
  providersOrigin: string,
  rule: Pick<FaultRule, "provider" | "path" | "match" | "after">,
) {
  const hold = randomUUID();
  await setFault(providersOrigin, { ...rule, times: 10_000, fault: { hold } });
  return {
    async waitForCall(count = 1): Promise<void> {
      const deadline = Date.now() + JOB_LIMIT_MS;
      for (;;) {
        const response = await fetch(`${providersOrigin}/_control/held?hold=${hold}`);
        if (HeldSchema.parse(await response.json()).held >= count) return;
        if (Date.now() > deadline) throw new Error(`no call was held of ${JSON.stringify(rule)}`);
        await delay(20);
      }
    },
    async release(): Promise<void> {
      await postJson(`${providersOrigin}/_control/release`, { hold });
    },
  };
}

export async function resetProviders(providersOrigin: string): Promise<void> {
  await postJson(`${providersOrigin}/_control/reset`, {});
}

const CallsSchema = z.object({ counts: z.record(z.string(), z.number()) });

/** How many calls each provider got since the last reset. */
export async function countCalls(providersOrigin: string): Promise<Record<string, number>> {
  const response = await fetch(`${providersOrigin}/_control/calls`);
  return CallsSchema.parse(await response.json()).counts;
}
