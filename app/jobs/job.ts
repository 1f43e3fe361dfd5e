import type { z } from "zod";
import type { JobDetailSchema, JobResultSchema, JobSchema } from "./job-schema.server";

export type Job = z.infer<typeof JobSchema>;
export type JobDetail = z.infer<typeof JobDetailSchema>;
export type JobResult = z.infer<typeof JobResultSchema>;

export function isFinished(job: Pick<Job, "status">): boolean {
  return job.status !== "queued" && job.status !== "running";
}

export function requestedCount(job: Pick<Job, "params" | "requested">): number {
  const { count } = job.params;
  return typeof count === "number" ? count : job.requested;
}

export function countsOnlyNew(job: Pick<Job, "params">): boolean {
  return job.params.goal === "new";
}

export function newLeadsAddress(jobIds: readonly string[]): string {
  return `/leadspeicher?${new URLSearchParams(jobIds.map((id) => ["jobId", id]))}&isNew=true`;
}

export function nameOf(job: Pick<Job, "params" | "query">): string {
  const region = regionOf(job);
  return region === null ? job.query : `${job.query} in ${region}`;
}

export function regionOf(job: Pick<Job, "params">): string | null {
  const { region } = job.params;
  return typeof region === "string" && region !== "" ? region : null;
}
