import { z } from "zod";
import { foldText } from "../world/folded-text";
import type { Choices } from "./answer-for";
import { chooseCompanyType } from "./company-types";
import { countSigns, findQuotes, findTopics, PageSchema } from "./page-text";

const DataSchema = z.object({
  company: z.object({ name: z.string().nullish(), city: z.string().nullish() }),
  offer: z.object({
    sells: z.string().default(""),
    packages: z
      .array(z.object({ name: z.string(), description: z.string().default("") }))
      .default([]),
  }),
  pages: z.array(PageSchema),
});
type Data = z.infer<typeof DataSchema>;

const TYPES = [
  "Stadtwerke",
  "Industrieunternehmen",
  "Handwerksbetrieb",
  "Dienstleister",
  "Sonstiges",
];
const LARGE = [
  "stadtwerk",
  "konzern",
  "gruppe",
  "niederlassung",
  "standorte",
  "holding",
  "versorg",
  "werke",
];
const SMALL = [
  "familienbetrieb",
  "meisterbetrieb",
  "inhaber",
  "praxis",
  "kleiner",
  "pension",
  "backstube",
];
/** What is changing at a company, so that it may need something. */
const CHANGES = [
  "digitalisierung",
  "erneuer",
  "umstell",
  "zweiten",
  "verstaerkung",
  "ausbau",
  "modernisier",
];
const TOPICS = 5;
/** Shorter words of what the team sells say too little. */
const TELLING_WORD = 8;
/** Longer ones that say as little, by the same beginnings. */
const EMPTY_WORDS = new Set([
  "unterneh",
  "leistung",
  "betriebe",
  "mehreren",
  "einfache",
  "mittlere",
]);
/** So many people make a medium company, and so many a large one. */
const MEDIUM = 25;
const LARGE_FROM = 200;
const PEOPLE =
  /(?<![\d.])(\d{1,4}) (?:Mitarbeit|Menschen|Fachleute|Beschäftigte|Monteur|Dachdecker|Tischler)/;

/** 0 small, 1 medium, 2 large: by the people who work there where the pages count them, else by their words. */
function sizeOf(text: string): number {
  const people = Number(PEOPLE.exec(text)?.[1] ?? 0);
  if (people > 0) return people >= LARGE_FROM ? 2 : people >= MEDIUM ? 1 : 0;
  const large = countSigns(text, LARGE);
  const small = countSigns(text, SMALL);
  if (large === small) return 1;
  return large > small ? 2 : 0;
}

/** Whether the pages speak of what the team sells. */
function doesFit({ offer }: Data, text: string): boolean {
  const said = [offer.sells, ...offer.packages.map(({ description }) => description)].join(" ");
  const stems = foldText(said)
    .split(" ")
    .filter((word) => word.length >= TELLING_WORD)
    .map((word) => word.slice(0, TELLING_WORD))
    .filter((stem) => !EMPTY_WORDS.has(stem));
  return countSigns(text, stems) > 0;
}

function choosePackage({ offer }: Data, size: number, allowed: readonly string[]): string | null {
  const names = offer.packages
    .map(({ name }) => name)
    .filter((name) => allowed.length === 0 || allowed.includes(name));
  return names[Math.round((size / 2) * (names.length - 1))] ?? null;
}

function verdictOf(score: number): string {
  if (score >= 4) return "Das passt gut zu dem, was das Team verkauft.";
  return score === 3
    ? "Ein Bedarf ist möglich, steht aber nicht ausdrücklich da."
    : "Ein Bedarf ist nicht zu erkennen.";
}

function reasonFor(companyType: string, topics: readonly string[], score: number): string {
  const named = topics.slice(0, 3).join(", ");
  const about =
    named === "" ? "Die Website sagt wenig über das Angebot" : `Die Website nennt ${named}`;
  return `${companyType}: ${about}. ${verdictOf(score)}`;
}

/** Judges a company by what its pages say. */
export function answerEnrichment(
  data: unknown,
  attempt: number,
  choices: Choices,
): object | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { company, pages } = parsed.data;
  const text = [
    company.name ?? "",
    ...pages.map((page) => `${page.title ?? ""} ${page.text}`),
  ].join(" ");
  const types = choices("companyType");
  const companyType = chooseCompanyType(text, types.length > 0 ? types : TYPES);
  const topics = findTopics(text, TOPICS);
  const size = sizeOf(text);
  const fit = doesFit(parsed.data, text) ? 1 : 0;
  const need = countSigns(text, CHANGES) > 0 ? 1 : 0;
  const salesScore = 1 + size + fit + need;
  return {
    companyType,
    topics,
    salesScore,
    salesReason: reasonFor(companyType, topics, salesScore),
    offerPackage: choosePackage(parsed.data, size, choices("offerPackage")),
    // Fewer after an answer that did not fit.
    passages: findQuotes(pages, Math.max(1, 3 - attempt), company.name ?? ""),
  };
}
