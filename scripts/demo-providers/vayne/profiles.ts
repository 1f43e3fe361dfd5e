import querystring from "node:querystring";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { inventPerson, type Person } from "../world/names";
import { createRandom, hashText, positionOf } from "../world/seeded-random";

/** A person of the demo world as the network shows them. */
export interface DemoProfile {
  person: Person;
  title: string;
  company: Company;
  /** As the network has it; many firms have entered none. */
  website: string;
  /** False where the profile is not what was searched for. */
  matches: boolean;
}

const COLLEAGUE_TITLES = ["Leitung Einkauf", "Technische Leitung", "Prokura", "Leitung Vertrieb"];
const WITHOUT_WEBSITE = 0.2;
const NOT_MATCHING = 0.06;
const WITH_COLLEAGUE = 0.12;
/** A search by filters that the demo does not understand brings between so many people. */
const FEWEST = 40;
const MOST = 180;

/** The people a search brings, the same for the same address; none where it contains „leer“. */
export function profilesFor(url: string): DemoProfile[] {
  const text = querystring.unescape(url);
  if (/\bleer\b/i.test(text)) return [];
  return companiesFor(text).flatMap((company) => {
    const random = createRandom(`colleague/${company.placeId}`);
    const manager = profileOf(company, company.manager, "Geschäftsführung");
    if (!random.chance(WITH_COLLEAGUE)) return [manager];
    const title = random.pick(COLLEAGUE_TITLES);
    return [manager, profileOf(company, inventPerson(random), title)];
  });
}

function profileOf(company: Company, person: Person, title: string): DemoProfile {
  const hasNone = positionOf(`network-website/${company.placeId}`) < WITHOUT_WEBSITE;
  return {
    person,
    title,
    company,
    website: hasNone ? "" : (company.website ?? ""),
    matches: positionOf(`matching/${company.placeId}/${title}`) >= NOT_MATCHING,
  };
}

/** By the words of the search, where there are some that mean a trade; else some firms of everywhere. */
function companiesFor(text: string): Company[] {
  const words = [...text.matchAll(/(?:keywords|text):([^,()]+)/g)].map(([, word = ""]) => word);
  const found = findCompanies(words.join(" "));
  const heads = found.filter(({ branch }) => !branch);
  if (heads.length > 0) return heads.slice(0, MOST);
  const random = createRandom(text);
  const count = random.integer(FEWEST, MOST);
  const all = allCompanies().filter(({ branch }) => !branch);
  return [...new Set(Array.from({ length: count }, () => random.pick(all)))];
}

/** Columns of the simple export, in their order. */
const COLUMNS = `recent duplicate,matching filters,mismatched filters,member linkedin id,
member linkedin sales nav id,first name,last name,email,phone,profile picture,summary,job title,
job description,job started on,linkedin url,location,company linkedin id,company,
corporate linkedin url,corporate website,linkedin description,linkedin specialities,
linkedin employees,linkedin industry,linkedin founded year,linkedin company location,
linkedin company picture,job ended on,linkedin company employee count,
linkedin company revenue range,headline,open profile,premium member,skills,languages,
number of connections,certifications`.split(/,\n?/);

/** The file of an order: UTF-8 with a byte order mark, commas, every cell in quotes. */
export function csvOf(profiles: readonly DemoProfile[]): string {
  const rows = profiles.map((profile) => {
    const cells = new Map(Object.entries(cellsOf(profile)));
    return COLUMNS.map((column) => cells.get(column) ?? "");
  });
  const lines = [COLUMNS, ...rows].map((cells) => cells.map(quoted).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function cellsOf({ person, title, company, website, matches }: DemoProfile) {
  const { firstName, lastName } = person;
  const member = 100_000_000 + (hashText(`${firstName}/${lastName}/${company.placeId}`) % 1e8);
  const firm = 1_000_000 + (hashText(company.placeId) % 1e6);
  const place = `${company.seat.locality}, ${company.seat.state.name}, Deutschland`;
  return {
    "recent duplicate": "false",
    "matching filters": String(matches),
    "mismatched filters": matches ? "" : "current company",
    "member linkedin id": String(member),
    "first name": firstName,
    "last name": lastName,
    summary: `${title} bei ${company.name}.\nSeit vielen Jahren dabei; gern im „direkten“ Gespräch, auch vor Ort.`,
    "job title": title,
    "linkedin url": `https://www.linkedin.com/in/demo-${member}`,
    location: place,
    "company linkedin id": `urn:li:fs_salesCompany:${firm}`,
    company: company.name,
    "corporate linkedin url": `https://www.linkedin.com/company/${firm}`,
    "corporate website": website,
    "linkedin employees": "11-50",
    "linkedin company location": place,
    headline: `${title} bei ${company.name}`,
    "open profile": "false",
    "premium member": "false",
  };
}
