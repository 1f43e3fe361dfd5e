import type { LeadSort } from "../../db/queries/lead-list";
import type { LeadSeed } from "./lead-factory";

/** A filter in the words of the query parameters. */
export interface FilterQuery {
  q?: string;
  term?: string[];
  contacted?: boolean;
  favorite?: boolean;
  approvedOnly?: boolean;
  hasEmail?: boolean;
  hasPhone?: boolean;
  tag?: string[];
  companyType?: string[];
  /** German names. */
  federalState?: string[];
  sourceType?: string;
  minScore?: number;
  /** Days of Berlin, both included. */
  createdFrom?: string;
  createdTo?: string;
}

export function toSearchParams(filter: FilterQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const values: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const single of values) params.append(name, String(single));
  }
  return params;
}

const berlinDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

/** Umlauts written out, or reduced to their letter. */
function spellings(text: string): string[] {
  const lower = text.toLowerCase();
  const withoutMarks = (part: string) => part.normalize("NFD").replace(/\p{M}/gu, "");
  const writtenOut = lower
    .replace(/ä/g, "ae")
    .replace(/ö/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/ß/g, "ss");
  return [withoutMarks(writtenOut), withoutMarks(lower.replace(/ß/g, "ss"))];
}

function contains(lead: LeadSeed, q: string): boolean {
  const [wanted = ""] = spellings(q.trim());
  const fields = [
    lead.companyName,
    lead.domain,
    lead.email,
    lead.phone,
    lead.address,
    lead.contactName,
    lead.notes,
    lead.sourceTerm,
  ];
  return fields.some((field) => field && spellings(field).some((text) => text.includes(wanted)));
}

function isOneOf(value: string | null | undefined, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || (value != null && wanted.includes(value));
}

function isAs(actual: boolean, wanted: boolean | undefined): boolean {
  return wanted === undefined || actual === wanted;
}

/** Whether a lead meets a filter, found out by looking at it. */
export function meets(lead: LeadSeed, filter: FilterQuery): boolean {
  const { tags = [] } = lead;
  const day = berlinDay.format(lead.createdAt);
  return (
    (filter.q === undefined || contains(lead, filter.q)) &&
    isOneOf(lead.sourceTerm, filter.term) &&
    isAs(tags.includes("kontaktiert"), filter.contacted) &&
    isAs(tags.includes("favorit"), filter.favorite) &&
    (filter.approvedOnly !== true || lead.approved === 1) &&
    isAs(lead.email != null, filter.hasEmail) &&
    isAs(lead.phone != null, filter.hasPhone) &&
    (filter.tag ?? []).every((tag) => tags.includes(tag)) &&
    isOneOf(lead.companyType, filter.companyType) &&
    isOneOf(lead.federalState, filter.federalState) &&
    (filter.sourceType === undefined || lead.sourceType === filter.sourceType) &&
    (filter.minScore === undefined || (lead.salesScore ?? 0) >= filter.minScore) &&
    (filter.createdFrom === undefined || day >= filter.createdFrom) &&
    (filter.createdTo === undefined || day <= filter.createdTo)
  );
}

/** A text as German lists sort it: ä like a, ß like ss, capitals like small letters. */
export function germanKey(text: string): string {
  return spellings(text)[1] ?? "";
}

/** What a lead is sorted by; null where it has nothing to sort by. */
export function sortValue(lead: LeadSeed, sort: LeadSort): string | number | null {
  const text = (value: string | null | undefined) => (value == null ? null : germanKey(value));
  switch (sort) {
    case "createdAt":
      return lead.createdAt;
    case "updatedAt":
      return lead.updatedAt ?? lead.createdAt;
    case "companyName":
      return text(lead.companyName ?? lead.domain);
    case "domain":
      return lead.domain;
    case "city":
      return text(lead.city);
    case "salesScore":
      return lead.salesScore ?? null;
    case "sourceTerm":
      return text(lead.sourceTerm);
  }
}
