import querystring from "node:querystring";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { inventPerson, type Person } from "../world/names";
import { createRandom, positionOf } from "../world/seeded-random";

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
