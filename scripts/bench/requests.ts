import { LEAD_SORTS } from "../../app/leads/list/lead-filters";

const DAY_MS = 86_400_000;

/** Parameters of a list's address. */
type Parameters = Record<string, string | readonly string[]>;

/** A list that somebody asks for, and which part of it. */
export interface Request {
  group: string;
  parameters: Parameters;
  part: "first" | "middle by cursor" | "middle by number" | "tenth" | "last";
}

const TEXTS = [
  "zahnarzt",
  "krämer & vogt",
  "gmbh",
  "hauptstraße",
  "zimmermann",
  "müller zahnarzt",
  "aschinenb",
  "köln",
  "kg",
  "e",
  "0173",
  "gibtesnicht",
  "stadtwerke solar wärme",
];

const OTHER_SORTS = ["companyName", "city", "updatedAt", "salesScore"];

/** One filter each, by its name; `terms` are the search terms of the store, most frequent first. */
function filtersOf(terms: readonly string[], now: number): Record<string, Parameters> {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  return {
    contacted: { contacted: "true" },
    "not contacted": { contacted: "false" },
    favorite: { favorite: "true" },
    "not favorite": { favorite: "false" },
    approved: { approvedOnly: "true" },
    email: { hasEmail: "true" },
    "no email": { hasEmail: "false" },
    phone: { hasPhone: "true" },
    "no phone": { hasPhone: "false" },
    messe: { tag: ["messe"] },
    newsletter: { tag: ["newsletter"] },
    eil: { tag: ["eil"] },
    "two tags": { tag: ["messe", "newsletter"] },
    type: { companyType: ["Energieversorger"] },
    "rare type": { companyType: ["Entsorger"] },
    types: { companyType: ["Handel", "IT", "Verein"] },
    state: { federalState: ["NW"] },
    "small state": { federalState: ["SL"] },
    states: { federalState: ["BY", "BW", "HB"] },
    maps: { sourceType: "maps" },
    profiles: { sourceType: "profiles" },
    "score 3": { minScore: "3" },
    "score 5": { minScore: "5" },
    term: { term: terms.slice(0, 1) },
    "rare term": { term: terms.slice(-1) },
    terms: { term: terms.slice(20, 25) },
    today: { createdFrom: day(0) },
    "7 days": { createdFrom: day(6) },
    "30 days": { createdFrom: day(30) },
    "old days": { createdTo: day(200) },
    "a day": { createdFrom: day(100), createdTo: day(100) },
  };
}

const COMBINATIONS = [
  ["contacted", "approved"],
  ["contacted", "state", "type"],
  ["not contacted", "email", "score 3"],
  ["not favorite", "small state"],
  ["approved", "email", "phone"],
  ["favorite", "contacted"],
  ["messe", "small state"],
  ["messe", "30 days"],
  ["messe", "contacted"],
  ["messe", "term"],
  ["newsletter", "approved"],
  ["eil", "email"],
  ["terms", "email"],
  ["terms", "messe"],
  ["term", "contacted"],
  ["term", "score 3"],
  ["30 days", "contacted"],
  ["7 days", "state"],
  ["old days", "type", "email"],
  ["a day", "approved"],
  ["rare type", "small state", "score 5", "no phone"],
  ["type", "small state", "profiles"],
  ["states", "types"],
  ["maps", "no email"],
  ["two tags", "states"],
];

/** Every list that is measured: each filter by each order, combinations, texts, and texts with filters. */
export function requestsOf(terms: readonly string[], now: number): Request[] {
  const filters = filtersOf(terms, now);
  const one = Object.values(filters);
  const combined = COMBINATIONS.map((names) =>
    Object.assign({}, ...names.map((name) => filters[name])),
  );
  const texts = TEXTS.map((q) => ({ q }));
  const both = texts.flatMap((text) => one.map((filter) => ({ ...text, ...filter })));
  const all = (
    group: string,
    lists: readonly Parameters[],
    sorts: readonly string[],
    ...parts: Request["part"][]
  ): Request[] =>
    lists.flatMap((list) =>
      sorts.flatMap((sort) =>
        parts.map((part) => ({ group, parameters: { ...list, sort }, part })),
      ),
    );
  const backwards = LEAD_SORTS.map((sort) => ({ sort, dir: sort.endsWith("At") ? "asc" : "desc" }));
  return [
    ...all("ohne Filter, Seite 1", [{}], LEAD_SORTS, "first"),
    ...backwards.map((parameters) => ({
      group: "ohne Filter, Seite 1",
      parameters,
      part: "first" as const,
    })),
    ...all("ohne Filter, tief", [{}], LEAD_SORTS, "middle by cursor", "last"),
    ...all("ein Filter, Seite 1", one, LEAD_SORTS, "first"),
    ...all("ein Filter, tief mit Cursor", one, LEAD_SORTS, "middle by cursor", "last"),
    ...all("ein Filter, Mitte nach Nummer", [{}, ...one], LEAD_SORTS, "middle by number"),
    ...all("mehrere Filter, Seite 1", combined, ["createdAt", ...OTHER_SORTS], "first"),
    ...all(
      "mehrere Filter, tief mit Cursor",
      combined,
      ["createdAt", "companyName"],
      "middle by cursor",
      "last",
    ),
    ...all("Text, neueste zuerst", texts, ["createdAt"], "first", "tenth"),
    ...all("Text, andere Sortierung", texts, LEAD_SORTS.slice(1), "first", "tenth"),
    ...all("Text und Filter, neueste zuerst", both, ["createdAt"], "first"),
    ...all("Text, Filter, andere Sortierung", both, ["companyName", "updatedAt"], "first"),
  ];
}
