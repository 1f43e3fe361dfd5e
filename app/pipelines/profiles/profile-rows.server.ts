import { z } from "zod";
import { domainKey } from "../../reading/companies/domain-key.server";
import type { FileTable } from "../../reading/tables/fields";
import { columnsNamed, foldHeader } from "../../reading/tables/guess-mapping.server";
import { invalid } from "../../refusal";
import { shortLine } from "../../text/clean-text";

export type ProfileRow = ReturnType<typeof readProfile>;

const MAX_TEXT = 300;
const MAX_URL = 2_000;
const NO_MATCH = new Set(["false", "no", "nein", "0"]);
const DELIVERABLE = /^(?:valid|safe|verified|deliverable|ok)$/i;

const EmailSchema = z.email().max(254);
const UrlSchema = z.url({ protocol: /^https?$/ }).max(MAX_URL);

const NO_COMPANY_COLUMN =
  "Keine Spalte nennt die Firma einer Person. Erwartet wird ein Export von Vayne, PhantomBuster, Evaboot oder Apify, oder eine Tabelle mit Spalten wie „Vorname“, „Nachname“, „Position“, „Firma“ und „Website“.";

type ProfileColumns = Map<string, number[]>;

/** Folded headers of Vayne, PhantomBuster, Evaboot, Apify and handmade lists, best first. */
const ALIASES = {
  firstName: "firstname vorname",
  lastName: "lastname nachname surname",
  fullName: "fullname",
  title: "jobtitle title currentjob position currenttitle",
  company: "company companyname firma unternehmen linkedincompanyname",
  website: "corporatewebsite companywebsiteurl companywebsite website webseite homepage",
  domain: "companydomain domain",
  profile: "linkedinurl linkedinurlpublic profileurl linkedinprofileurl defaultprofileurl",
  companyProfile:
    "corporatelinkedinurl companylinkedinurluniqueid companyurl regularcompanyurl flagshipcompanyurl",
  industry: "linkedinindustry companyindustry industry branche",
  size: "linkedinemployees companyemployeerange companysize",
  location: "linkedincompanylocation companylocation",
  email: "email professionalemail mail",
  emailStatus: "emailstatus",
  matches: "matchingfilters matchesfilters",
};
type ProfileField = keyof typeof ALIASES;

/** Means a person, a last name or a company, depending on the other columns. */
const NAME = "name";
const COMPANY_FIELDS = ["company", "website", "domain", "email"] as const;
const PERSON_FIELDS = ["firstName", "lastName", "fullName", "title", "profile"] as const;

/** In nested exports, only the first current position counts. */
function nameOfHeader(header: string): string {
  const path = header.split("/");
  const isFirst = path.every((part) => !/^\d+$/.test(part) || part === "0");
  if (path.length > 1 && !(isFirst && /^current/i.test(header))) return "";
  return foldHeader(path.at(-1) ?? "");
}

/** @throws Refusal when no column names a company */
export function profileColumnsOf({ header }: Pick<FileTable, "header">): ProfileColumns {
  const names = header.map(nameOfHeader);
  const columns: ProfileColumns = new Map(
    Object.entries(ALIASES).map(([field, aliases]) => [field, columnsNamed(names, aliases)]),
  );
  columns.get(nameField(columns))?.push(...columnsNamed(names, NAME));
  if (COMPANY_FIELDS.some((field) => hasColumn(columns, field))) return columns;
  throw invalid("file", NO_COMPANY_COLUMN);
}

function hasColumn(columns: ProfileColumns, field: ProfileField): boolean {
  return (columns.get(field) ?? []).length > 0;
}

function nameField(columns: ProfileColumns): "lastName" | "fullName" | "company" {
  if (hasColumn(columns, "firstName") && !hasColumn(columns, "lastName")) return "lastName";
  const hasPeople = PERSON_FIELDS.some((field) => hasColumn(columns, field));
  return hasPeople || hasColumn(columns, "company") ? "fullName" : "company";
}

export function readProfiles(
  table: FileTable,
  columns: ProfileColumns,
  start = 0,
  end = table.rows.length,
): ProfileRow[] {
  return table.rows.slice(start, end).map((cells) => readProfile(cells, columns));
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
    /** False if the export marks it as not matching the search. */
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
