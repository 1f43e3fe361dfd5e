/** What a column of an export can tell of a profile. */
const PROFILE_FIELDS = [
  "firstName",
  "lastName",
  "fullName",
  "title",
  "company",
  "website",
  "domain",
  "profile",
  "companyProfile",
  "industry",
  "size",
  "location",
  "email",
  "emailStatus",
  "matches",
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** For each field the columns that can fill it, from 0, the best first. */
export type ProfileColumns = Record<ProfileField, number[]>;

/**
 * Headers of the usual exporters (Vayne, PhantomBuster, Evaboot, Apify's actors) and of lists that people made of
 * them, folded, the best first.
 */
const ALIASES: Record<ProfileField, string> = {
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

/** Means a person, a last name or a company, by what stands beside it. */
const NAME = "name";
/** Any of these says which company it is. */
const COMPANY_FIELDS = ["company", "website", "domain", "email"] as const;
/** Any of these says that the rows are people. */
const PERSON_FIELDS = ["firstName", "lastName", "fullName", "title", "profile"] as const;

/** A header as it is compared; a nested value of an export is known by its last name, if it is of the present. */
function fold(header: string): string {
  const path = header.split("/");
  const last = path.at(-1) ?? "";
  const isFirst = path.every((part) => !/^\d+$/.test(part) || part === "0");
  if (path.length > 1 && !(isFirst && /^current/i.test(header))) return "";
  return last.toLowerCase().replace(/[\s_\-()[\]{}]/g, "");
}

/** Which columns of an export tell what; null when none tells a company. */
export function findProfileColumns(header: readonly string[]): ProfileColumns | null {
  const folded = header.map(fold);
  const at = (alias: string) => folded.flatMap((name, column) => (name === alias ? [column] : []));
  const of = (field: ProfileField) => ALIASES[field].split(" ").flatMap(at);
  const columns: ProfileColumns = {
    firstName: of("firstName"),
    lastName: of("lastName"),
    fullName: of("fullName"),
    title: of("title"),
    company: of("company"),
    website: of("website"),
    domain: of("domain"),
    profile: of("profile"),
    companyProfile: of("companyProfile"),
    industry: of("industry"),
    size: of("size"),
    location: of("location"),
    email: of("email"),
    emailStatus: of("emailStatus"),
    matches: of("matches"),
  };
  columns[nameField(columns)].push(...at(NAME));
  return COMPANY_FIELDS.some((field) => columns[field].length > 0) ? columns : null;
}

function nameField(columns: ProfileColumns): "lastName" | "fullName" | "company" {
  const { firstName, lastName, company } = columns;
  if (firstName.length > 0 && lastName.length === 0) return "lastName";
  const hasPeople = PERSON_FIELDS.some((field) => columns[field].length > 0);
  return hasPeople || company.length > 0 ? "fullName" : "company";
}
