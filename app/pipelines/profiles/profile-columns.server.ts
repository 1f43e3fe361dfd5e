import { columnsNamed, foldHeader } from "../../reading/tables/guess-mapping.server";

export type ProfileColumns = Map<string, number[]>;

/** Folded headers of Vayne, PhantomBuster, Evaboot, Apify and lists that people made, best first. */
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

/** A person, a last name or a company, by the columns beside it. */
const NAME = "name";
const COMPANY_FIELDS = ["company", "website", "domain", "email"] as const;
const PERSON_FIELDS = ["firstName", "lastName", "fullName", "title", "profile"] as const;

/** Only present positions of nested exports count. */
function nameOfHeader(header: string): string {
  const path = header.split("/");
  const isFirst = path.every((part) => !/^\d+$/.test(part) || part === "0");
  if (path.length > 1 && !(isFirst && /^current/i.test(header))) return "";
  return foldHeader(path.at(-1) ?? "");
}

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
