import querystring from "node:querystring";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { inventPerson, type Person } from "../world/names";
import { createRandom, hashText, positionOf } from "../world/seeded-random";

export interface DemoProfile {
  person: Person;
  title: string;
  company: Company;
  /** As on the network; many firms have entered none. */
  website: string;
  /** False if the profile does not match the search. */
  matches: boolean;
}

const COLLEAGUE_TITLES = ["Leitung Einkauf", "Technische Leitung", "Prokura", "Leitung Vertrieb"];
const WITHOUT_WEBSITE = 0.2;
const NOT_MATCHING = 0.06;
const WITH_COLLEAGUE = 0.12;
/** Fewest and most people for a search by filters that the demo does not understand. */
const FEWEST = 40;
const MOST = 180;

/** The people of a search, the same for the same address; none if it contains „leer“. */
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

/** Firms of the trade that the search names, else random firms from everywhere. */
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

const memberOf = ({ person: { firstName, lastName }, company }: DemoProfile) =>
  100_000_000 + (hashText(`${firstName}/${lastName}/${company.placeId}`) % 1e8);

/** Columns of the simple export that have a value here, in their order. */
const COLUMNS: readonly (readonly [name: string, cell: (profile: DemoProfile) => string])[] = [
  ["matching filters", ({ matches }) => String(matches)],
  ["mismatched filters", ({ matches }) => (matches ? "" : "current company")],
  ["first name", ({ person }) => person.firstName],
  ["last name", ({ person }) => person.lastName],
  [
    "summary",
    ({ title, company }) => `${title} bei ${company.name}.\nGern im „direkten“ Gespräch.`,
  ],
  ["job title", ({ title }) => title],
  ["linkedin url", (profile) => `https://www.linkedin.com/in/demo-${memberOf(profile)}`],
  ["location", ({ company: { seat } }) => `${seat.locality}, ${seat.state.name}, Deutschland`],
  ["company", ({ company }) => company.name],
  [
    "corporate linkedin url",
    ({ company }) => `https://www.linkedin.com/company/${1e6 + (hashText(company.placeId) % 1e6)}`,
  ],
  ["corporate website", ({ website }) => website],
  ["headline", ({ title, company }) => `${title} bei ${company.name}`],
];

/** The file of an order: UTF-8 with a byte order mark, commas, every cell in quotes. */
export function csvOf(profiles: readonly DemoProfile[]): string {
  const rows = profiles.map((profile) => COLUMNS.map(([, cell]) => cell(profile)));
  const lines = [COLUMNS.map(([name]) => name), ...rows].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","),
  );
  return `\ufeff${lines.join("\r\n")}\r\n`;
}
