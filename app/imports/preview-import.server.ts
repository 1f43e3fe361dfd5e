import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import type { Db } from "~db/client";
import { findKnownDomains } from "~db/queries/imports";
import { findActiveNames } from "~db/queries/users";
import { formatCount, formatNumber } from "../format/german";
import { MAX_PERSONS, personKey } from "../leads/contact-columns.server";
import { selectCompanies } from "../leads/store/select-companies.server";
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

/** Companies looked up at once; more would hold up other requests. */
const CHUNK = 500;

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
  const previews: RowPreview[] = [];
  const seen = new Set<string>();
  for (let start = 0; start < rows.length; start += CHUNK) {
    const some = rows.slice(start, start + CHUNK);
    const companies = some.flatMap(({ reading }) => ("company" in reading ? reading.company : []));
    const selected = await selectCompanies(db, companies, seen, CHUNK, "import");
    const known = await findKnownDomains(
      db,
      selected.flatMap(({ domain }) => domain ?? []),
    );
    for (const { cells, line, reading } of some) {
      if ("problem" in reading) {
        const messages = [reading.problem];
        previews.push({ cells, line, outcome: "faulty", domain: null, company: null, messages });
        continue;
      }
      const { company = reading.company, domain = null, skipReason } = selected.shift() ?? {};
      const outcome = skipReason ?? (known.has(domain ?? "") ? "known" : "fresh");
      const messages = reading.dropped.map(({ text }) => text);
      previews.push({ cells, line, outcome, domain, company, messages });
    }
    await nextTurn();
  }
  return previews;
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
  if (counts.fresh + counts.known + counts.in_trash === 0) {
    return "Keine Zeile lässt sich so importieren: In keiner steht eine brauchbare eigene Domain.";
  }
  return null;
}
