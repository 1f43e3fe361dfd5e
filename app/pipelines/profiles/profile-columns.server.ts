import { columnsNamed, foldHeader } from "../../tables/guess-mapping.server";

/** For each field the columns that can fill it, from 0, the best first. */
export type ProfileColumns = Map<string, number[]>;

/**
 * Headers of the usual exporters (Vayne, PhantomBuster, Evaboot, Apify's actors) and of lists that people made of
 * them, folded, the best first.
 */
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
export type ProfileField = keyof typeof ALIASES;

/** Means a person, a last name or a company, by what stands beside it. */
const NAME = "name";
/** Any of these says which company it is. */
const COMPANY_FIELDS = ["company", "website", "domain", "email"] as const;
/** Any of these says that the rows are people. */
const PERSON_FIELDS = ["firstName", "lastName", "fullName", "title", "profile"] as const;

/** A nested value of an export is known by its last name, if it is of the present. */
function nameOfHeader(header: string): string {
  const path = header.split("/");
  const isFirst = path.every((part) => !/^\d+$/.test(part) || part === "0");
  if (path.length > 1 && !(isFirst && /^current/i.test(header))) return "";
  return foldHeader(path.at(-1) ?? "");
}

/** @returns null when no column tells a company */
export function findProfileColumns(header: readonly string[]): ProfileColumns | null {
  const names = header.map(nameOfHeader);
  const columns: ProfileColumns = new Map(
    Object.entries(ALIASES).map(([field, aliases]) => [field, columnsNamed(names, aliases)]),
  );
  columns.get(nameField(columns))?.push(...columnsNamed(names, NAME));
  return COMPANY_FIELDS.some((field) => hasColumn(columns, field)) ? columns : null;
}

function hasColumn(columns: ProfileColumns, field: ProfileField): boolean {
  return (columns.get(field) ?? []).length > 0;
}

function nameField(columns: ProfileColumns): "lastName" | "fullName" | "company" {
  if (hasColumn(columns, "firstName") && !hasColumn(columns, "lastName")) return "lastName";
  const hasPeople = PERSON_FIELDS.some((field) => hasColumn(columns, field));
  return hasPeople || hasColumn(columns, "company") ? "fullName" : "company";
}
