import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import type { Db } from "~db/client";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import { findKnownDomains } from "~db/queries/imports";
import { findActiveNames } from "~db/queries/users";
import { formatCount, formatNumber } from "../format/german";
import { MAX_PERSONS, personKey } from "../leads/contact-columns.server";
import { vetCompanies } from "../leads/store/blocked-companies.server";
import type { FoundCompany } from "../providers/company-search";
import { displayDomain } from "../reading/companies/domain-key.server";
import { eachInTurns } from "../reading/tables/each-in-turns.server";
import type { FileTable, Mapping } from "../reading/tables/fields";
import { type NumberedReading, readRowAt } from "./read-row.server";
import { CLASSES, type RowClass, type RowCounts, type RowOutcome } from "./row-classes";
import { listSpec } from "./row-spec.server";

export interface RowPreview {
  cells: readonly string[];
  line: number;
  outcome: RowOutcome;
  /** Registrable domain, punycode; null if the company has none of its own. */
  domain: string | null;
  company: FoundCompany | null;
  /** Why the row is faulty, or which values were left out: German sentences, without a full stop. */
  messages: string[];
}

/** Larger lists are previewed one at a time, to limit memory. */
const MANY_CELLS = 100_000;
const large = new PQueue({ concurrency: 1 });

function domainOf({ reading }: NumberedReading): string | null {
  return "key" in reading && reading.key.kind === "company" ? reading.key.domain : null;
}

function companyOf(row: NumberedReading) {
  const { reading } = row;
  const domain = domainOf(row);
  return "problem" in reading || domain === null ? [] : { company: reading.company, domain };
}

/** Companies looked up at once; more would hold up other requests. */
const VET_CHUNK = 500;

async function vetInTurns(db: Db, found: Parameters<typeof vetCompanies>[1]) {
  const vetted: Awaited<ReturnType<typeof vetCompanies>> = new Map();
  for (let start = 0; start < found.length; start += VET_CHUNK) {
    const chunk = await vetCompanies(db, found.slice(start, start + VET_CHUNK));
    for (const [company, vet] of chunk) vetted.set(company, vet);
    await nextTurn();
  }
  return vetted;
}

/** The outcome of each row against the current store, in file order. Stores nothing. */
export async function previewImport(
  db: Db,
  table: FileTable,
  mapping: Mapping,
): Promise<RowPreview[]> {
  const preview = () => previewRows(db, table, mapping);
  const isLarge = table.rows.length * table.header.length > MANY_CELLS;
  return isLarge ? large.add(preview) : preview();
}

async function previewRows(db: Db, table: FileTable, mapping: Mapping): Promise<RowPreview[]> {
  const context = { owners: await findActiveNames(db), timeZone: "UTC" };
  const spec = await listSpec(table, mapping, context);
  const rows: NumberedReading[] = [];
  await eachInTurns(table.rows.keys(), (index) => rows.push(readRowAt(table, index, spec)));
  const domains = [...new Set(rows.flatMap((row) => domainOf(row) ?? []))];
  const [known, vetted, deleted] = await Promise.all([
    findKnownDomains(db, domains),
    vetInTurns(db, rows.flatMap(companyOf)),
    findDeletedByDomain(db, domains),
  ]);
  const seen = new Set<string>();
  /** Checks in the same order as storing a company does. */
  function outcomeOf(domain: string | null, company: FoundCompany): RowOutcome {
    if (domain === null) return "withoutDomain";
    if (vetted.get(company) === null) return "blocked";
    if (seen.has(domain)) return "duplicate";
    seen.add(domain);
    if (known.has(domain)) return "known";
    return deleted.has(domain) ? "deleted" : "fresh";
  }
  return rows.map((row) => {
    const { cells, line, reading } = row;
    if ("problem" in reading) {
      const messages = [reading.problem];
      return { cells, line, outcome: "faulty", domain: null, company: null, messages };
    }
    const domain = domainOf(row);
    const messages = reading.dropped.map(({ text }) => text);
    const outcome = outcomeOf(domain, reading.company);
    const company = vetted.get(reading.company) ?? reading.company;
    return { cells, line, outcome, domain, company, messages };
  });
}

export function isOfClass({ outcome, messages }: RowPreview, rowClass: RowClass): boolean {
  if (rowClass === "dropped") return outcome !== "faulty" && messages.length > 0;
  return outcome === rowClass;
}

export function countRows(rows: readonly RowPreview[]): RowCounts;
export function countRows(rows: readonly RowPreview[]): Record<string, number> {
  const rowsOf = (rowClass: RowClass) => rows.filter((row) => isOfClass(row, rowClass));
  const counts = CLASSES.map((rowClass) => [rowClass, rowsOf(rowClass).length]);
  const droppedValues = rowsOf("dropped").reduce((sum, { messages }) => sum + messages.length, 0);
  return { rows: rows.length, ...Object.fromEntries(counts), droppedValues };
}

export function listNotes(rows: readonly RowPreview[]): string[] {
  const doubles = new Map<string, number>();
  const persons = new Map<string, Set<string>>();
  let count = 0;
  for (const { domain, outcome, company } of rows) {
    if (domain === null) continue;
    const isDouble = outcome === "duplicate";
    count += Number(isDouble);
    doubles.set(domain, (doubles.get(domain) ?? 0) + Number(isDouble));
    const known = persons.get(domain) ?? new Set();
    for (const person of company?.listed?.persons ?? []) known.add(personKey(person));
    persons.set(domain, known);
  }
  const [[top, most] = ["", 0]] = [...doubles].sort((left, right) => right[1] - left[1]);
  const crowds = [...persons.keys()].filter((one) => (persons.get(one)?.size ?? 0) > MAX_PERSONS);
  const notes = [
    `${formatNumber(count)} von ${formatNumber(rows.length)} Zeilen sind doppelt, die meisten unter ${displayDomain(top)} (${formatNumber(most)}). Sie ergänzen dessen Lead; sind es andere Firmen, eine andere Spalte als Website, Domain oder E-Mail wählen.`,
    `${formatCount(crowds.length, "Firma hat", "Firmen haben")} mehr als ${MAX_PERSONS} Personen in der Liste, so ${displayDomain(crowds[0] ?? "")}. Ein Lead fasst ${MAX_PERSONS}; die übrigen fehlen.`,
  ];
  return notes.filter((_, at) => (at === 0 ? count > rows.length * 0.3 : crowds.length > 0));
}

export function importUnavailableReason(mapping: Mapping, counts: RowCounts): string | null {
  const names: Mapping = ["domain", "website", "email"];
  if (!names.some((field) => mapping.includes(field))) {
    return "Keine Spalte ist als Domain, Website oder E-Mail zugeordnet. Ohne eine davon lässt sich keine Firma wiedererkennen.";
  }
  if (counts.fresh + counts.known + counts.deleted === 0) {
    return "Keine Zeile lässt sich so importieren: In keiner steht eine brauchbare eigene Domain.";
  }
  return null;
}
