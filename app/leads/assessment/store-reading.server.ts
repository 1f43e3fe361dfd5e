import type { Db } from "~db/client";
import {
  findFieldsSetByReadings,
  getLeadEnrichment,
  putLeadEnrichment,
} from "~db/queries/lead-enrichments";
import { type LeadChange, parseList, updateLead } from "~db/queries/leads";
import type { LeadEnrichmentRow, LeadRow } from "~db/schema";
import { withFullStop } from "../../text/form-text";
import { changedFacts, keepFacts } from "../evidence/lead-evidence.server";
import { type Author, changesOf, recordEvent } from "../store/change-lead.server";
import { storeFacts } from "../store/store-facts.server";
import type { JudgedField, SiteReading } from "./assessment";

interface ReadingContext extends Author {
  jobId: string;
}

type ReadValues = Partial<Pick<LeadRow, JudgedField>>;

/** Fixed rules never replace a model's judgement. */
function valuesOf(reading: SiteReading, before: LeadEnrichmentRow | undefined): ReadValues {
  if (reading.kind === "problem") return {};
  const { companyType, topics } = reading.assessment;
  const found: ReadValues = {
    ...(companyType === null ? {} : { companyType }),
    ...(topics === null ? {} : { topics: JSON.stringify(topics) }),
  };
  if (reading.kind === "judged") {
    const { passages: _, companyType: __, topics: ___, ...judged } = reading.assessment;
    return judged.salesScore === null ? found : { ...found, ...judged };
  }
  if (before?.basis === "model") return {};
  if (topics?.length === 0) delete found.topics;
  return found;
}

const isEmpty = (value: unknown) => value === null || value === "[]";

/** Overwrites empty values and those of earlier readings. A score that stays keeps its reason. */
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

const JUDGED_LATER =
  "Die Website ist gelesen, aber noch nicht vom Sprachmodell bewertet; sie wird später bewertet.";

function problemOf(reading: SiteReading): string | null {
  if (reading.kind === "problem") return reading.problem;
  const { imprintProblem = null } = reading;
  if (reading.kind === "judged" || reading.problem === null) return imprintProblem;
  return [JUDGED_LATER, withFullStop(reading.problem), imprintProblem ?? []].flat().join(" ");
}

function findingsOf(reading: SiteReading, before: LeadEnrichmentRow | undefined, now: number) {
  if (reading.kind === "judged") {
    const { model, note, assessment } = reading;
    const passages = JSON.stringify(assessment.passages ?? []);
    return { basis: "model", model, note, passages, awaitsModel: 0, enrichedAt: now } as const;
  }
  if (reading.kind === "problem") return {};
  // An earlier judgement stays. The model is asked again only if this question failed.
  if (before?.basis === "model") return { awaitsModel: reading.problem === null ? 0 : 1 } as const;
  return { basis: "rules", model: null, passages: "[]", awaitsModel: 1, enrichedAt: now } as const;
}

export async function storeReading(
  trx: Db,
  lead: LeadRow,
  reading: SiteReading,
  context: ReadingContext,
): Promise<void> {
  const before = await getLeadEnrichment(trx, lead.seq);
  const ownFields = await findFieldsSetByReadings(trx, lead.seq);
  const change = changeOf(lead, valuesOf(reading, before), ownFields);
  const { jobId, now } = context;
  const { website, domain } = lead;
  const site = /^https?:/.test(website ?? "") ? website : `https://${domain}`;
  const { model = null, assessment = null } = reading.kind === "judged" ? reading : {};
  const { passages } = assessment ?? {};
  const judged = changedFacts(changesOf(change, lead)).flatMap((fact) => {
    const isQuoted = fact.field === "salesScore" && passages?.length;
    return (isQuoted ? passages : [{}]).map((passage) => ({ url: site, ...fact, ...passage }));
  });
  const source = model === null ? "rules" : "model";
  await keepFacts(trx, lead.seq, judged, { source, provider: model, jobId, foundAt: now });
  await putLeadEnrichment(trx, {
    leadSeq: lead.seq,
    triedAt: now,
    jobId,
    problem: problemOf(reading),
    ...(reading.isSuspicious === null ? {} : { isSuspicious: reading.isSuspicious ? 1 : 0 }),
    ...findingsOf(reading, before, now),
  });
  const hasChanged = Object.keys(change).length > 0;
  const next = hasChanged ? await updateLead(trx, lead, change, now) : lead;
  const problems = { from: before?.problem ?? null, to: problemOf(reading) };
  if (before === undefined || hasChanged || problems.from !== problems.to) {
    const changes = changesOf(change, lead);
    if (problems.from !== problems.to) changes.siteProblem = problems;
    await recordEvent(trx, lead, "enriched", changes, context);
  }
  await storeFacts(trx, next, reading.facts ?? [], { ...context, source: "imprint" });
}
