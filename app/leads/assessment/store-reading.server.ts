import type { Db } from "~db/client";
import {
  findFieldsOfReadings,
  getLeadEnrichment,
  putLeadEnrichment,
} from "~db/queries/lead-enrichments";
import { type LeadChange, parseList } from "~db/queries/leads";
import type { LeadEnrichmentRow, LeadRow } from "~db/schema";
import { withFullStop } from "../../text/form-text";
import {
  type ByWhom,
  changeLead,
  changesOf,
  type FieldChanges,
  recordEvent,
} from "../store/change-lead.server";
import { renamed } from "../store/store-companies.server";
import type { SiteReading } from "./assessment";

interface ReadingContext extends ByWhom {
  jobId: string;
}

type ReadValues = Partial<
  Pick<LeadRow, "companyType" | "topics" | "salesScore" | "salesReason" | "offerPackage">
>;

/** Fixed rules never take the place of a model's judgement. */
function valuesOf(reading: SiteReading, before: LeadEnrichmentRow | undefined): ReadValues {
  if (reading.kind === "problem") return {};
  const { companyType, topics } = reading.assessment;
  const found: ReadValues = {
    ...(companyType === null ? {} : { companyType }),
    ...(topics === null ? {} : { topics: JSON.stringify(topics) }),
  };
  if (reading.kind === "judged") {
    const { salesScore, salesReason, offerPackage } = reading.assessment;
    return salesScore === null ? found : { ...found, salesScore, salesReason, offerPackage };
  }
  if (before?.basis === "model") return {};
  if (topics?.length === 0) delete found.topics;
  return found;
}

const isEmpty = (value: unknown) => value === null || value === "[]";

/** Writes over empty values and those of earlier readings, never over a person's. A reason goes with its score. */
function changeOf(lead: LeadRow, values: ReadValues, ownFields: ReadonlySet<string>): LeadChange {
  const edited = parseList(lead.editedFields);
  const current = new Map<string, unknown>(Object.entries(lead));
  const isOpen = (field: string) =>
    !edited.includes(field) && (isEmpty(current.get(field)) || ownFields.has(field));
  const entries = Object.entries(values).filter(
    ([field, value]) =>
      isOpen(field) &&
      (field !== "salesReason" || isOpen("salesScore")) &&
      current.get(field) !== value,
  );
  return Object.fromEntries(entries);
}

function eventChanges(
  lead: LeadRow,
  { topics, companyName, ...change }: LeadChange,
  problems: { from: string | null; to: string | null },
): FieldChanges {
  const changes = changesOf(change, lead);
  if (topics !== undefined) {
    changes.topics = { from: parseList(lead.topics), to: parseList(topics) };
  }
  if (companyName) changes.imprintName = { from: lead.companyName, to: companyName };
  if (problems.from !== problems.to) changes.siteProblem = problems;
  return changes;
}

const JUDGED_LATER =
  "Die Website ist gelesen, aber noch nicht vom Sprachmodell bewertet; sie wird später bewertet.";

function problemOf(reading: SiteReading): string | null {
  if (reading.kind === "judged" || reading.problem === null) return null;
  return reading.kind === "ruled"
    ? `${JUDGED_LATER} ${withFullStop(reading.problem)}`
    : reading.problem;
}

/** Rules stand in for the model, unless its earlier judgement stands and nothing was asked of it. */
function awaitsModel(reading: SiteReading, before: LeadEnrichmentRow | undefined): boolean {
  if (reading.kind === "problem") return before?.awaitsModel === 1;
  return reading.kind === "ruled" && (before?.basis !== "model" || reading.problem !== null);
}

async function putReading(
  trx: Db,
  lead: LeadRow,
  reading: SiteReading,
  before: LeadEnrichmentRow | undefined,
  { jobId, now }: ReadingContext,
): Promise<void> {
  const isSuspicious = reading.isSuspicious ?? before?.isSuspicious === 1;
  const tried = {
    leadSeq: lead.seq,
    triedAt: now,
    jobId,
    isSuspicious: isSuspicious ? (1 as const) : (0 as const),
    problem: problemOf(reading),
    note: reading.kind === "judged" ? reading.note : (before?.note ?? null),
    awaitsModel: awaitsModel(reading, before) ? (1 as const) : (0 as const),
  };
  if (reading.kind === "judged") {
    const passages = JSON.stringify(reading.assessment.passages ?? []);
    const judged = { basis: "model" as const, model: reading.model, passages, enrichedAt: now };
    await putLeadEnrichment(trx, { ...tried, ...judged });
  } else if (reading.kind === "ruled" && before?.basis !== "model") {
    const ruled = { basis: "rules" as const, model: null, passages: "[]", enrichedAt: now };
    await putLeadEnrichment(trx, { ...tried, ...ruled });
  } else {
    const { basis = null, model = null, passages = "[]", enrichedAt = null } = before ?? {};
    await putLeadEnrichment(trx, { ...tried, basis, model, passages, enrichedAt });
  }
}

/**
 * Stores a reading in the caller's transaction, with an event where it says something new: the first reading, another
 * value, a website that can't be read any more or can be again. Touches neither approval nor status nor tags.
 */
export async function storeReading(
  trx: Db,
  lead: LeadRow,
  reading: SiteReading,
  context: ReadingContext,
): Promise<void> {
  const before = await getLeadEnrichment(trx, lead.seq);
  const ownFields = await findFieldsOfReadings(trx, lead.seq);
  const change = {
    ...changeOf(lead, valuesOf(reading, before), ownFields),
    ...(reading.imprintName ? renamed(lead, reading.imprintName) : {}),
  };
  await putReading(trx, lead, reading, before, context);
  const hasChanged = Object.keys(change).length > 0;
  if (hasChanged) await changeLead(trx, lead, change, context.now);
  const problems = {
    from: before?.problem ?? null,
    to: problemOf(reading),
  };
  if (before !== undefined && !hasChanged && problems.from === problems.to) return;
  await recordEvent(trx, lead, "enriched", eventChanges(lead, change, problems), context);
}
