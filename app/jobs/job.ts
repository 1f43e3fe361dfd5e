import { z } from "zod";

export const JOB_TYPES = ["maps", "serp", "csv", "profiles", "enrichment"] as const;
export const JOB_STATUSES = ["queued", "running", "complete", "failed", "cancelled"] as const;
export const JOB_PHASES = ["searching", "storing", "emails", "enriching", "done"] as const;
export const SKIP_REASONS = ["no_domain", "platform", "duplicate", "closed", "blocked"] as const;

const isoTime = z.iso.datetime().nullable();

/** One run of a pipeline as the API gives it. */
export const JobSchema = z
  .object({
    id: z.string(),
    type: z.enum(JOB_TYPES),
    status: z.enum(JOB_STATUSES),
    phase: z.enum(JOB_PHASES),
    progress: z.int().min(0).max(100).describe("Prozent, fällt nie"),
    found: z.int().describe("Treffer, die der Anbieter lieferte"),
    stored: z.int().describe("Davon mit eigener Domain, also im Leadspeicher"),
    storedNew: z.int().describe("Davon vorher nicht im Leadspeicher"),
    requested: z.int(),
    params: z.record(z.string(), z.unknown()),
    query: z.string(),
    error: z.string().nullable(),
    warnings: z.array(z.string()),
    parentId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    startedAt: isoTime,
    finishedAt: isoTime,
  })
  .meta({ id: "Job" });

export type Job = z.infer<typeof JobSchema>;

/** One result of a job: what the search found, with the lead as it is now. */
export const JobResultSchema = z
  .object({
    position: z.int(),
    leadId: z.string().nullable().describe("null, wenn der Lead inzwischen gelöscht ist"),
    domain: z.string().nullable(),
    companyName: z.string().nullable(),
    website: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    isNew: z.boolean().describe("War die Domain neu, als die Suche sie fand?"),
    emailState: z
      .enum(["pending", "found", "risky", "not_found", "blacklisted", "failed"])
      .nullable()
      .describe("Ausgang der E-Mail-Suche; null, wenn keine nötig war"),
    skipReason: z.enum(SKIP_REASONS).nullable(),
  })
  .meta({ id: "JobResult" });

export type JobResult = z.infer<typeof JobResultSchema>;

export function isFinished(job: Pick<Job, "status">): boolean {
  return job.status !== "queued" && job.status !== "running";
}

/** Where a job searches, for jobs that search a region. */
export function regionOf(job: Pick<Job, "params">): string | null {
  const { region } = job.params;
  return typeof region === "string" && region !== "" ? region : null;
}
