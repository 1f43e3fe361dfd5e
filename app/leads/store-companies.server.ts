import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import {
  addEvent,
  addSource,
  findLeadsByDomain,
  insertLead,
  type LeadChange,
  parseList,
  updateLead,
} from "~db/queries/leads";
import type { LeadRow, SkipReason, SourceType } from "~db/schema";
import { displayDomain, domainKey } from "./domain-key.server";
import type { FoundCompany } from "./found-company";
import { parsePhoneNumber } from "./phone-number.server";

/** Where companies come from: which search of which job found them. */
export interface Finding {
  jobId: string;
  actor: string;
  sourceType: SourceType;
  provider: string;
  term: string;
  region: string | null;
  now: number;
}

/** What became of one found company. */
export interface StoredCompany {
  company: FoundCompany;
  domain: string | null;
  lead: LeadRow | null;
  isNew: boolean;
  skipReason: SkipReason | null;
}

/** What the search index needs of a lead besides its columns. */
export function leadDisplay(domain: string, phone: string | null) {
  return {
    unicodeDomain: displayDomain(domain),
    nationalPhone:
      phone === null ? null : parsePhoneNumber(phone).display.replaceAll("\u00a0", " "),
  };
}

function classify(
  company: FoundCompany,
  seen: ReadonlySet<string>,
): { domain: string | null; skipReason: SkipReason | null } {
  if (company.isClosed) return { domain: null, skipReason: "closed" };
  const key = company.website === null ? { kind: "none" as const } : domainKey(company.website);
  if (key.kind === "none") return { domain: null, skipReason: "no_domain" };
  if (key.kind === "platform") return { domain: null, skipReason: "platform" };
  return { domain: key.domain, skipReason: seen.has(key.domain) ? "duplicate" : null };
}

const ADDRESS_FIELDS = [
  "address",
  "street",
  "postalCode",
  "city",
  "federalState",
  "country",
  "latitude",
  "longitude",
] as const;
/** Each of these is a part of an address that another address must not be mixed with. */
const ADDRESS_PARTS = ["address", "street", "postalCode", "city"] as const;
const FILLABLE_FIELDS = ["companyName", "website", "phone", ...ADDRESS_FIELDS] as const;

/** The columns a search can fill, as the company has them. */
function fillable(company: FoundCompany) {
  return {
    companyName: company.name,
    website: company.website,
    phone: company.phone === null ? null : parsePhoneNumber(company.phone).stored,
    address: company.address,
    street: company.street,
    postalCode: company.postalCode,
    city: company.city,
    federalState: company.federalState,
    country: company.country,
    latitude: company.latitude,
    longitude: company.longitude,
  };
}

/** The empty fields of a known lead that a new find fills. An address is taken whole or not at all. */
function fillChange(lead: LeadRow, company: FoundCompany): LeadChange {
  const values = fillable(company);
  const edited = new Set(parseList(lead.editedFields));
  const hasAddress =
    ADDRESS_PARTS.some((field) => lead[field] !== null) ||
    ADDRESS_FIELDS.some((field) => edited.has(field));
  const kept = new Set<string>(hasAddress ? ADDRESS_FIELDS : []);
  const filled = FILLABLE_FIELDS.filter(
    (field) =>
      values[field] !== null && lead[field] === null && !edited.has(field) && !kept.has(field),
  );
  return Object.fromEntries(filled.map((field) => [field, values[field]]));
}

async function insertCompany(
  trx: Db,
  domain: string,
  company: FoundCompany,
  finding: Finding,
): Promise<LeadRow> {
  const fields = fillable(company);
  return insertLead(
    trx,
    {
      id: uuid(),
      domain,
      ...fields,
      emails: "[]",
      topics: "[]",
      sourceType: finding.sourceType,
      sourceTerm: finding.term,
      createdAt: finding.now,
      updatedAt: finding.now,
    },
    leadDisplay(domain, fields.phone),
  );
}

/** Compares a lead before and after, for its timeline. */
function changesOf(change: LeadChange, before: LeadRow): string {
  const old = new Map<string, unknown>(Object.entries(before));
  const entries = Object.entries(change).map(([field, to]) => [
    field,
    { from: old.get(field) ?? null, to },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * Puts found companies into the store: each registrable domain once. A new domain becomes a lead; a known one is
 * filled where it is empty and gets one more source, and nothing that a person set is touched. Which domains are known
 * is read in one query before anything is written. Runs inside the caller's transaction.
 *
 * @param seen domains that this job already met; the ones met here are added
 * @param room how many companies may still become results with a lead; the rest of the list is left unread
 */
export async function storeCompanies(
  trx: Db,
  companies: readonly FoundCompany[],
  finding: Finding,
  seen: Set<string>,
  room: number,
): Promise<StoredCompany[]> {
  const sorted: Omit<StoredCompany, "lead" | "isNew">[] = [];
  let taken = 0;
  for (const company of companies) {
    if (taken === room) break;
    const { domain, skipReason } = classify(company, seen);
    sorted.push({ company, domain, skipReason });
    if (domain !== null && skipReason === null) {
      seen.add(domain);
      taken += 1;
    }
  }
  const wanted = sorted.flatMap(({ domain, skipReason }) =>
    domain !== null && skipReason === null ? [domain] : [],
  );
  const known = await findLeadsByDomain(trx, wanted);
  const stored: StoredCompany[] = [];
  for (const entry of sorted) {
    if (entry.domain === null || entry.skipReason !== null) {
      stored.push({ ...entry, lead: null, isNew: false });
      continue;
    }
    const before = known.get(entry.domain);
    const lead =
      before === undefined
        ? await storeNew(trx, entry.domain, entry.company, finding)
        : await storeAgain(trx, before, entry.company, finding);
    stored.push({ ...entry, lead, isNew: before === undefined });
  }
  return stored;
}

async function storeNew(trx: Db, domain: string, company: FoundCompany, finding: Finding) {
  const lead = await insertCompany(trx, domain, company, finding);
  await recordFinding(trx, lead, company, finding, "created", "{}");
  return lead;
}

async function storeAgain(trx: Db, before: LeadRow, company: FoundCompany, finding: Finding) {
  const change = fillChange(before, company);
  const isFilled = Object.keys(change).length > 0;
  const lead = isFilled
    ? await updateLead(
        trx,
        before,
        change,
        finding.now,
        leadDisplay(before.domain, change.phone ?? before.phone),
      )
    : before;
  await recordFinding(trx, lead, company, finding, "found_again", changesOf(change, before));
  return lead;
}

async function recordFinding(
  trx: Db,
  lead: LeadRow,
  company: FoundCompany,
  finding: Finding,
  kind: "created" | "found_again",
  changes: string,
): Promise<void> {
  const { jobId, now } = finding;
  await addSource(trx, {
    id: uuid(),
    leadSeq: lead.seq,
    jobId,
    sourceType: finding.sourceType,
    provider: finding.provider,
    term: finding.term,
    region: finding.region,
    payload: JSON.stringify(company.payload),
    foundAt: now,
  });
  await addEvent(trx, {
    id: uuid(),
    leadSeq: lead.seq,
    at: now,
    actor: finding.actor,
    kind,
    changes,
    jobId,
  });
}

/** Stores what an email finder said of a lead; an address that is there, or that a person removed, stays as it is. */
export async function storeEmails(
  trx: Db,
  lead: LeadRow,
  emails: readonly string[],
  finding: Pick<Finding, "jobId" | "actor" | "now">,
): Promise<void> {
  const [best] = emails;
  if (best === undefined || lead.email !== null) return;
  if (parseList(lead.editedFields).includes("email")) return;
  const change = { email: best, emails: JSON.stringify(emails) };
  await updateLead(trx, lead, change, finding.now, leadDisplay(lead.domain, lead.phone));
  await addEvent(trx, {
    id: uuid(),
    leadSeq: lead.seq,
    at: finding.now,
    actor: finding.actor,
    kind: "email_found",
    changes: changesOf(change, lead),
    jobId: finding.jobId,
  });
}
