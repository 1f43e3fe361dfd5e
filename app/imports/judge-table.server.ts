import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "~db/client";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import { findKnownDomains } from "~db/queries/imports";
import type { FileTable, Mapping } from "../tables/fields";
import { domainsOf, type JudgedRow, judgeRows, type RowCounts } from "./dry-run.server";
import { type NumberedReading, readRows } from "./read-row.server";

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

/** What an import would do with each row, as the store is now. */
export async function judgeTable(db: Db, table: FileTable, mapping: Mapping): Promise<JudgedRow[]> {
  const rows = await readAll(table, mapping);
  const domains = domainsOf(rows);
  const [known, blocked] = await Promise.all([
    findKnownDomains(db, domains),
    findBlockedDomains(db, domains),
  ]);
  return judgeRows(rows, known, blocked);
}

/** The rows that are left out for a fault. */
export async function findFaultyRows(table: FileTable, mapping: Mapping): Promise<JudgedRow[]> {
  const judged = judgeRows(await readAll(table, mapping), new Set(), new Set());
  return judged.filter(({ fate }) => fate === "faulty");
}

/** Why an import can't start with this mapping, as a sentence; null when it can. */
export function importObstacle(mapping: Mapping, counts: RowCounts): string | null {
  const names: Mapping = ["domain", "website", "email"];
  if (!names.some((field) => mapping.includes(field))) {
    return "Keine Spalte ist als Domain, Website oder E-Mail zugeordnet. Ohne eine davon lässt sich keine Firma wiedererkennen.";
  }
  if (counts.fresh + counts.known === 0) {
    return "Keine Zeile lässt sich so importieren: In keiner stehen eine brauchbare eigene Domain und lauter gültige Werte.";
  }
  return null;
}
