import { z } from "zod";
import { domainKey } from "../../reading/companies/domain-key.server";
import type { FileTable } from "../../reading/tables/fields";
import { invalid } from "../../refusal";
import { shortLine } from "../../text/clean-text";
import {
  findProfileColumns,
  type ProfileColumns,
  type ProfileField,
} from "./profile-columns.server";

export type ProfileRow = ReturnType<typeof readProfile> & { line: number };

const MAX_TEXT = 300;
const MAX_URL = 2_000;
const NO_MATCH = new Set(["false", "no", "nein", "0"]);
const DELIVERABLE = /^(?:valid|safe|verified|deliverable|ok)$/i;

const EmailSchema = z.email().max(254);
const UrlSchema = z.url({ protocol: /^https?$/ }).max(MAX_URL);

const NO_PROFILE_COLUMNS =
  "In der Datei ist keine Spalte mit Firma, Website oder Domain zu erkennen. Erwartet wird ein Export von Vayne, PhantomBuster, Evaboot oder Apify, oder eine Tabelle mit Spalten wie „Vorname“, „Nachname“, „Position“, „Firma“ und „Website“.";

export function profileColumnsOf(table: Pick<FileTable, "header">): ProfileColumns {
  const columns = findProfileColumns(table.header);
  if (columns === null) throw invalid("file", NO_PROFILE_COLUMNS);
  return columns;
}

export function readProfiles(
  table: FileTable,
  columns: ProfileColumns,
  start = 0,
  end = table.rows.length,
): ProfileRow[] {
  return table.rows.slice(start, end).map((cells, offset) => {
    const line = table.lines[start + offset] ?? start + offset + 2;
    return { line, ...readProfile(cells, columns) };
  });
}

function readProfile(cells: readonly string[], columns: ProfileColumns) {
  const all = (field: ProfileField) =>
    (columns.get(field) ?? []).flatMap((column) => tidy(cells[column] ?? "") || []);
  const text = (field: ProfileField) => all(field)[0]?.slice(0, MAX_TEXT) ?? null;
  const emails = addressesIn(all("email"), text("emailStatus"));
  const website = all("website")[0]?.slice(0, MAX_URL) ?? null;
  const domain = ownDomain([...all("domain"), ...all("website")]) ?? ownDomain(emails);
  const isOwn = (email: string) => domain !== null && ownDomain([email]) === domain;
  return {
    domain,
    website,
    companyName: text("company"),
    fullName: nameOf(text("fullName"), text("firstName"), text("lastName")),
    title: text("title"),
    profileUrl: profileAddress(all("profile")),
    companyProfileUrl: all("companyProfile").flatMap((url) => toUrl(url) ?? [])[0] ?? null,
    industry: text("industry"),
    size: text("size"),
    location: text("location"),
    /** At the company's own domain only. */
    email: emails.find(isOwn) ?? null,
    /** False where the exporter says that it does not match the search. */
    matches: !NO_MATCH.has((text("matches") ?? "").toLowerCase()),
  };
}

function tidy(cell: string): string {
  return shortLine(cell, Number.POSITIVE_INFINITY);
}

function nameOf(full: string | null, first: string | null, last: string | null): string | null {
  if (full !== null) return full;
  return [first, last].filter((part) => part !== null).join(" ") || null;
}

/** Null for platforms. */
function ownDomain(addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const key = domainKey(address);
    if (key.kind === "company") return key.domain;
  }
  return null;
}

function addressesIn(cells: readonly string[], status: string | null): string[] {
  if (status !== null && !DELIVERABLE.test(status)) return [];
  return cells.flatMap((cell) => EmailSchema.safeParse(cell.toLowerCase()).data ?? []);
}

function toUrl(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return UrlSchema.safeParse(address).data ?? null;
}

function profileAddress(cells: readonly string[]): string | null {
  const urls = cells.flatMap((cell) => toUrl(cell) ?? []);
  return urls.find((url) => /^https?:\/\/[^/]+\/in\//.test(url)) ?? urls[0] ?? null;
}
