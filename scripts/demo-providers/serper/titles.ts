import type { Company } from "../world/companies";
import { createRandom } from "../world/seeded-random";
import { trades } from "../world/trades";

/** Titles longer than this are cut by the search engine, between two words. */
const LONGEST_TITLE = 66;

const slogans = [
  "Qualität aus Meisterhand seit 1978",
  "Ihr Partner vor Ort",
  "Alles aus einer Hand",
  "Wir sind für Sie da",
  "Beratung, Planung und Ausführung",
];

/** A page of a company's website, and what its title says before or behind the name. */
interface Page {
  path: string;
  title(name: string, label: string, town: string, slogan: string): string;
}

/** The ways in which companies name their first page. */
const startPages: readonly Page[] = [
  { path: "", title: (name, label, town) => `${name} – ${label} in ${town}` },
  { path: "", title: (name) => `Startseite - ${name}` },
  { path: "", title: (name) => `${name} | Startseite` },
  { path: "", title: (name, label, town) => `${label} ${town} | ${name}` },
  { path: "", title: (name, _label, _town, slogan) => `${name}: ${slogan}` },
  { path: "", title: (name) => `Herzlich willkommen | ${name}` },
  { path: "", title: (name, label, town) => `Ihr ${label} in ${town} » ${name}` },
  { path: "", title: (name) => `${name} · Home` },
  { path: "", title: (name) => name },
  { path: "leistungen/", title: (name) => `Unsere Leistungen • ${name}` },
];

/** Pages with which a company is listed a second time. */
const subPages: readonly Page[] = [
  { path: "impressum/", title: (name) => `Impressum - ${name}` },
  { path: "kontakt.html", title: (name) => `Kontakt | ${name}` },
  { path: "karriere", title: (name) => `Karriere – ${name}` },
  { path: "ueber-uns?lang=de", title: (name) => `Über uns » ${name}` },
];

/** What a trade is called in titles. */
export function labelOf(company: Company): string {
  const trade = trades.find(({ key }) => key === company.trades[0]);
  return trade?.typeLabel?.de ?? (trade?.key === "stadtwerke" ? "Energieversorger" : "Versorger");
}

function cut(title: string): string {
  if (title.length <= LONGEST_TITLE) return title;
  return `${title.slice(0, LONGEST_TITLE).replace(/(?<!\s)\s+\S*$/, "")} ...`;
}

/**
 * A page of a company as the search engine lists it, the same for the same company.
 *
 * @param kind the page it is found by first, or another one
 */
export function pageOf(company: Company, kind: "start" | "sub"): { title: string; path: string } {
  const random = createRandom(`title/${kind}/${company.placeId}`);
  const page = random.pick(kind === "start" ? startPages : subPages);
  const title = page.title(
    company.name,
    labelOf(company),
    company.seat.locality,
    random.pick(slogans),
  );
  return { title: cut(title), path: page.path };
}
