import type { DomainKey } from "../leads/domain-key.server";
import type { FoundCompany } from "../leads/store/found-company";
import type { NumberedReading } from "./read-row.server";

/** What becomes of a row: it makes a lead, adds to one, or is left out. */
export type RowFate = "fresh" | "known" | "withoutDomain" | "duplicate" | "blocked" | "faulty";

export interface JudgedRow {
  index: number;
  line: number;
  fate: RowFate;
  /** Registrable domain, punycode; null where there is none of the company's own. */
  domain: string | null;
  /** Null for a faulty row. */
  company: FoundCompany | null;
  /** German sentences, without a full stop. */
  faults: string[];
}

function ownDomain(key: DomainKey): string | null {
  return key.kind === "company" ? key.domain : null;
}

/** The companies' domains of some rows, each once. */
export function domainsOf(rows: readonly NumberedReading[]): string[] {
  const domains = rows.flatMap(({ reading }) =>
    reading.faults === null ? (ownDomain(reading.key) ?? []) : [],
  );
  return [...new Set(domains)];
}

/**
 * Tells what an import would do with each row, in their order and without doing it.
 *
 * @param known domains that are in the store
 * @param blocked domains on the block list
 */
export function judgeRows(
  rows: readonly NumberedReading[],
  known: ReadonlySet<string>,
  blocked: ReadonlySet<string>,
): JudgedRow[] {
  const seen = new Set<string>();
  return rows.map(({ index, line, reading }) => {
    if (reading.faults !== null) {
      const { faults } = reading;
      return { index, line, fate: "faulty", domain: null, company: null, faults };
    }
    const domain = ownDomain(reading.key);
    const fate = fateOf(domain, seen, known, blocked);
    if (domain !== null) seen.add(domain);
    return { index, line, fate, domain, company: reading.company, faults: [] };
  });
}

/** The same order of questions as when a company is stored. */
function fateOf(
  domain: string | null,
  seen: ReadonlySet<string>,
  known: ReadonlySet<string>,
  blocked: ReadonlySet<string>,
): RowFate {
  if (domain === null) return "withoutDomain";
  if (blocked.has(domain)) return "blocked";
  if (seen.has(domain)) return "duplicate";
  return known.has(domain) ? "known" : "fresh";
}

/** How many rows end how. */
export type RowCounts = Record<RowFate, number> & { rows: number };

export function countRows(rows: readonly Pick<JudgedRow, "fate">[]): RowCounts {
  const counts: RowCounts = {
    rows: rows.length,
    fresh: 0,
    known: 0,
    withoutDomain: 0,
    duplicate: 0,
    blocked: 0,
    faulty: 0,
  };
  for (const { fate } of rows) counts[fate] += 1;
  return counts;
}
