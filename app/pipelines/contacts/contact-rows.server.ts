import { foldText } from "~db/fold";
import { type FoundCompany, foundCompany } from "../../providers/company-search";
import { type DomainKey, domainKey } from "../../reading/companies/domain-key.server";
import type { FileTable } from "../../reading/tables/fields";
import type { ContactColumns } from "./contact-columns.server";

export interface ContactRow {
  company: FoundCompany;
  key: DomainKey;
}

const MAX_NAME = 200;

function toRow(header: readonly string[], cells: readonly string[], columns: ContactColumns) {
  const cellOf = (column: string | null) =>
    (column === null ? undefined : cells[header.indexOf(column)])?.trim() ?? "";
  const cell = cellOf(columns.domainColumn);
  const [address = ""] = cell.split(/[\s,;]/);
  const name = cellOf(columns.companyColumn).replace(/\s+/g, " ").slice(0, MAX_NAME);
  const key = domainKey(cell);
  // A social network's page may precede the company's own address.
  const isSite = /^(?:https?:\/\/|www\.)/i.test(address) && domainKey(address).kind === key.kind;
  const company = foundCompany({
    name: name === "" ? null : name,
    website: isSite && key.kind !== "none" ? address : null,
    domain: key.kind === "none" ? null : key.domain,
    payload: Object.fromEntries(
      header.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : [])),
    ),
  });
  return { company, key };
}

export function readContactRows(
  { header, rows }: FileTable,
  columns: ContactColumns,
  start = 0,
  end = rows.length,
): ContactRow[] {
  return rows.slice(start, end).map((cells) => toRow(header, cells, columns));
}

export function isNameOnly({ company, key }: ContactRow): boolean {
  return key.kind !== "company" && company.name !== null;
}

function subjectOf({ company: { name }, key }: ContactRow): string | null {
  if (key.kind === "company") return key.domain;
  return name === null ? null : `name:${foldText(name)}`;
}

/** `unnamed` rows have neither domain nor name. */
export function countContactRows(table: FileTable, columns: ContactColumns) {
  const counts = { rows: table.rows.length, withDomain: 0, byName: 0, unnamed: 0, duplicates: 0 };
  const seen = new Set<string>();
  for (const row of readContactRows(table, columns)) {
    const subject = subjectOf(row);
    if (subject === null) counts.unnamed += 1;
    else if (seen.has(subject)) counts.duplicates += 1;
    else counts[row.key.kind === "company" ? "withDomain" : "byName"] += 1;
    if (subject !== null) seen.add(subject);
  }
  return counts;
}
