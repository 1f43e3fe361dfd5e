import { dirname } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { type Problem, ProblemSchema } from "../../app/http/problem";
import type { Job } from "../../app/jobs/job";
import { JobResultSchema, JobSchema } from "../../app/jobs/job-schema.server";
import {
  EvidenceSchema,
  LeadEventSchema,
  LeadSchema,
  LeadSourceSchema,
} from "../../app/leads/lead-schema";
import { SKIP_REASONS } from "../../db/schema/jobs";
import { postJson, waitForJob } from "./api-client";
import type { TestApp } from "./app-server";

export const LeadPageSchema = z.strictObject({
  // The provider's record is left out of lists.
  leads: z.array(LeadSchema.strict().extend({ source: z.strictObject({}) })),
  total: z.int(),
  totalIsExact: z.boolean(),
  page: z.int(),
  pageSize: z.int(),
  pageCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadPage = z.infer<typeof LeadPageSchema>;

export const LeadWithEventsSchema = z.strictObject({
  ...LeadSchema.shape,
  events: z.array(LeadEventSchema),
  sources: z.array(LeadSourceSchema),
  evidence: z.array(EvidenceSchema),
});

export const JobPageSchema = z.strictObject({ jobs: z.array(JobSchema), total: z.int() });

export const ResultPageSchema = z.strictObject({
  results: z.array(JobResultSchema),
  total: z.int(),
  skipped: z.array(z.strictObject({ reason: z.enum(SKIP_REASONS), count: z.int() })),
});
type ResultPage = z.infer<typeof ResultPageSchema>;

/** Reads a JSON answer that must have this status and form. */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  status: number,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
  return schema.parse(JSON.parse(text));
}

export async function getAnswer<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return readAnswer(await fetch(url), 200, schema);
}

export const StartedSchema = z.strictObject({ jobId: z.string().min(1) });

/** Waits for the end of the job that an answer says it has started. */
export async function waitForStarted(appUrl: string, response: Response): Promise<Job> {
  const { jobId } = await readAnswer(response, 202, StartedSchema);
  expect(response.headers.get("location")).toBe(`/api/jobs/${jobId}`);
  return waitForJob(appUrl, jobId);
}

/** Starts a run by the API; the job when it has ended. */
export async function runJob({ server }: TestApp, path: string, body: object): Promise<Job> {
  return waitForStarted(server.url, await postJson(`${server.url}${path}`, body));
}

/** Every stored result of a job. */
export async function getResults(appUrl: string, jobId: string): Promise<ResultPage> {
  return getAnswer(`${appUrl}/api/jobs/${jobId}/results?pageSize=200`, ResultPageSchema);
}

/** What no answer may show: places in the program and in the file system. */
export const INNARDS = /\bat [\w.<>]+ \(|node_modules|\bbuild\/index|\.[cm]?[jt]sx?:\d|\/tmp\//;

/** An answer without what only the page of the server's state tells: where the store and its backups lie. */
export function withoutFolders(
  path: string,
  text: string,
  { databasePath }: { databasePath: string },
): string {
  const tells = /^\/einstellungen\/zustand/i.test(path);
  return tells ? text.replaceAll(dirname(databasePath), "") : text;
}

/** Reads a problem document of this status. */
export async function readProblem(response: Response, status: number): Promise<Problem> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json\b/);
  expect(text).not.toMatch(INNARDS);
  const problem = z.strictObject(ProblemSchema.shape).parse(JSON.parse(text));
  expect(problem.status).toBe(status);
  // A sentence, not a word or a code.
  expect(problem.detail).toMatch(/^\S.*\s.*\S$/s);
  return problem;
}

/** The one fault that a 422 names. */
export async function readFault(response: Response): Promise<{ path: string; message: string }> {
  const { errors = [] } = await readProblem(response, 422);
  expect(errors).toHaveLength(1);
  return errors[0] ?? { path: "", message: "" };
}
