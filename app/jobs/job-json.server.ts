import { z } from "zod";
import { parseList } from "~db/queries/leads";
import type { JobResultRow, JobRow, LeadRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { emailText, phoneText, toListLead } from "../leads/list/lead-view.server";
import { displayDomain } from "../reading/companies/domain-key.server";
import { adoptableDomain } from "./adopt-result.server";
import { isArea } from "./area/find-area.server";
import type { Job, JobResult } from "./job";
import { JOB_KINDS } from "./kinds/registry";
import type { ResultView } from "./progress/job-snapshot";
import { sourceOf } from "./runner/store-found.server";

function parseParams(json: string): Record<string, unknown> {
  // Up to thousands of lead numbers.
  const { seqs: _, ...params } = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
  return params;
}

const OrderSchema = z.object({
  booked: z.looseObject({}).nullish(),
  orderId: z.string().nullish(),
  isStored: z.boolean().default(false),
});

function hasOpenOrder({ kind, checkpoint }: Pick<JobRow, "kind" | "checkpoint">): boolean {
  if (kind !== "profiles" || checkpoint === null) return false;
  const { booked, orderId, isStored } = OrderSchema.parse(JSON.parse(checkpoint));
  return !isStored && Boolean(booked ?? orderId);
}

/** Whether a restart resumes at the checkpoint, so that nothing is paid twice. */
export function canResume(
  job: Pick<JobRow, "kind" | "status" | "failureKind" | "checkpoint" | "params">,
): boolean {
  if (job.status !== "failed" && job.status !== "cancelled") return false;
  return job.failureKind === "crashed" || hasOpenOrder(job) || isArea(job);
}

export function toJob(row: JobRow): Job {
  const { type, mode } = JOB_KINDS[row.kind];
  return {
    id: row.id,
    type,
    kind: row.kind,
    status: row.status,
    phase: row.phase,
    progress: row.progress,
    found: row.found,
    stored: row.stored,
    storedNew: row.fresh,
    requested: row.requested,
    params: { ...(mode === undefined ? {} : { mode }), ...parseParams(row.params) },
    query: row.query,
    error: row.error,
    goesOn: canResume(row),
    warnings: parseList(row.warnings),
    note: row.note,
    parentId: row.parentId,
    createdAt: isoTime(row.createdAt),
    startedAt: isoTime(row.startedAt),
    finishedAt: isoTime(row.finishedAt),
    resumeAt: row.status === "queued" ? isoTime(row.resumeAt) : null,
  };
}

export function toJobResult(
  row: JobResultRow & { lead: LeadRow | undefined },
  job: Pick<JobRow, "kind" | "params">,
): JobResult {
  const { lead } = row;
  const domain = lead?.domain ?? row.domain;
  // Taken from one record, so that they describe one person.
  const { contactName, contactTitle, contactProfileUrl } = lead?.contactName ? lead : row;
  return {
    position: row.position,
    leadId: lead?.id ?? null,
    domain: domain === null ? null : displayDomain(domain),
    companyName: lead?.companyName ?? row.companyName,
    website: lead?.website ?? row.website,
    email: lead?.email ?? null,
    phone: lead?.phone ?? row.phone,
    address: lead?.address ?? row.address,
    city: lead?.city ?? row.city,
    isNew: row.isNew === 1,
    emailState: row.emailState,
    siteState: row.siteState,
    skipReason: row.skipReason,
    source: sourceOf(job),
    contactName,
    contactTitle,
    contactProfileUrl,
  };
}

export function toResultView(
  row: JobResultRow & { lead: LeadRow | undefined; part: number },
  job: Pick<JobRow, "kind" | "params">,
  deletedLeads: ReadonlyMap<string, string>,
  tags: ReadonlyMap<number, string[]>,
): ResultView {
  const { phone, email, ...result } = toJobResult(row, job);
  const isInTrash = row.skipReason === "in_trash";
  const deletedLeadId = (isInTrash && deletedLeads.get(row.domain ?? "")) || null;
  const { part } = row;
  const adoptableIn = adoptableDomain(row) === null ? null : row.jobId;
  const shown = {
    phone: phoneText(phone, row.lead?.phoneDisplay),
    email: emailText(email, row.lead?.domain ?? row.domain),
  };
  const lead = row.lead ? toListLead(row.lead, tags.get(row.lead.seq) ?? []) : null;
  return { ...result, ...shown, lead, part, deletedLeadId, adoptableIn };
}
