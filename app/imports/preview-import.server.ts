import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "~db/client";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import { findKnownDomains } from "~db/queries/imports";
import type { FoundCompany } from "../providers/company-search";
import type { FileTable, Mapping } from "../tables/fields";
import { type NumberedReading, readRows } from "./read-row.server";

type RowOutcome = "fresh" | "known" | "withoutDomain" | "duplicate" | "blocked" | "faulty";

export interface RowPreview {
  line: number;
  outcome: RowOutcome;
  /** Registrable domain, punycode; null where there is none of the company's own. */
  domain: string | null;
  company: FoundCompany | null;
  /** German sentences, without a full stop. */
  faults: string[];
}

type RowCounts = Record<RowOutcome, number> & { rows: number };

/** Rows read before other requests get their turn. */
const CHUNK = 100;

async function readAll(table: FileTable, mapping: Mapping): Promise<NumberedReading[]> {
  const rows: NumberedReading[] = [];
  for (let start = 0; start < table.rows.length; start += CHUNK) {
    rows.push(...readRows(table, mapping, start, start + CHUNK));
    await nextTurn();
  }
  return rows;
}

function domainOf({ reading }: NumberedReading): string | null {
  return reading.faults === null && reading.key.kind === "company" ? reading.key.domain : null;
}

/** The outcome of each row of an import in their order, as the store is now. Nothing is stored. */
export async function previewImport(
  db: Db,
  table: FileTable,
  mapping: Mapping,
): Promise<RowPreview[]> {
  const rows = await readAll(table, mapping);
  const domains = [...new Set(rows.flatMap((row) => domainOf(row) ?? []))];
  const [known, blocked] = await Promise.all([
    findKnownDomains(db, domains),
    findBlockedDomains(db, domains),
  ]);
  const seen = new Set<string>();
  /** The same order of questions as when a company is stored. */
  function outcomeOf(domain: string | null): RowOutcome {
    if (domain === null) return "withoutDomain";
    if (blocked.has(domain)) return "blocked";
    if (seen.has(domain)) return "duplicate";
    seen.add(domain);
    return known.has(domain) ? "known" : "fresh";
  }
  return rows.map((row) => {
    const { line, reading } = row;
    if (reading.faults !== null) {
      const { faults } = reading;
      return { line, outcome: "faulty", domain: null, company: null, faults };
    }
    const domain = domainOf(row);
    const outcome = outcomeOf(domain);
    return { line, outcome, domain, company: reading.company, faults: [] };
  });
}

export async function findFaultyRows(table: FileTable, mapping: Mapping) {
  return (await readAll(table, mapping)).flatMap(({ cells, line, reading }) =>
    reading.faults === null ? [] : [{ cells, line, faults: reading.faults }],
  );
}

export function countRows(rows: readonly Pick<RowPreview, "outcome">[]): RowCounts {
  const counts: RowCounts = {
    rows: rows.length,
    fresh: 0,
    known: 0,
    withoutDomain: 0,
    duplicate: 0,
    blocked: 0,
    faulty: 0,
  };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/** Why an import can't start with this mapping, as a sentence; null when it can. */
export function importUnavailableReason(mapping: Mapping, counts: RowCounts): string | null {
  const names: Mapping = ["domain", "website", "email"];
  if (!names.some((field) => mapping.includes(field))) {
    return "Keine Spalte ist als Domain, Website oder E-Mail zugeordnet. Ohne eine davon lässt sich keine Firma wiedererkennen.";
  }
  if (counts.fresh + counts.known === 0) {
    return "Keine Zeile lässt sich so importieren: In keiner stehen eine brauchbare eigene Domain und lauter gültige Werte.";
  }
  return null;
}
