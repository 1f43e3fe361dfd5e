import { LEAD_SORTS } from "../../app/leads/list/lead-filters";

const DAY_MS = 86_400_000;

/** A list by its address, and a part of it. */
export interface Request {
  group: string;
  address: string;
  part: "Seite 1" | "Seite 10" | "Mitte mit Cursor" | "Mitte nach Nummer" | "letzte Seite";
}

/** „term1“ is the search term of most leads, „day30“ the day 30 days ago. */
const FILTERS = `
  contacted=true contacted=false favorite=true favorite=false approvedOnly=true hasEmail=true
  hasEmail=false hasPhone=true hasPhone=false tag=messe tag=newsletter tag=eil tag=messe&tag=newsletter
  companyType=Energieversorger companyType=Entsorger companyType=Handel&companyType=IT&companyType=Verein
  federalState=NW federalState=SL federalState=BY&federalState=BW&federalState=HB sourceType=maps
  sourceType=profiles minScore=3 minScore=5 term=term1 term=term1900 term=term21&term=term22&term=term23
  createdFrom=day0 createdFrom=day6 createdFrom=day30 createdTo=day200 createdFrom=day100&createdTo=day100`;

const COMBINATIONS = `
  contacted=true&approvedOnly=true contacted=true&federalState=NW&companyType=Handel
  contacted=false&hasEmail=true&minScore=3 favorite=false&federalState=SL favorite=true&contacted=true
  approvedOnly=true&hasEmail=true&hasPhone=true tag=messe&federalState=SL tag=messe&createdFrom=day30
  tag=messe&contacted=true tag=messe&term=term1 tag=newsletter&approvedOnly=true tag=eil&hasEmail=true
  term=term21&term=term22&hasEmail=true term=term21&term=term22&tag=messe term=term1&contacted=true
  term=term1&minScore=3 createdFrom=day30&contacted=true createdFrom=day6&federalState=NW
  createdTo=day200&companyType=Handel&hasEmail=true createdFrom=day100&createdTo=day100&approvedOnly=true
  companyType=Entsorger&federalState=SL&minScore=5&hasPhone=false sourceType=maps&hasEmail=false
  companyType=Handel&federalState=SL&sourceType=profiles
  federalState=BY&federalState=BW&companyType=Handel&companyType=IT tag=messe&tag=newsletter&federalState=BY
  near=Kassel&radiusKm=30 near=Berlin&radiusKm=100 near=Kassel&hasEmail=true&federalState=HE postalCode=34
  offerPackage=Basis not.tag=messe not.companyType=Handel without=website without=salesScore&federalState=SL`;

const TEXTS = `
  q=zahnarzt q=krämer+vogt q=gmbh q=hauptstraße q=zimmermann q=müller+zahnarzt q=aschinenb q=köln q=kg q=e q=0173
  q=gibtesnicht q=stadtwerke+solar+wärme`;

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Every list that is measured; `terms` are the search terms of the store, most frequent first. */
export function requestsOf(terms: readonly string[], now: number): Request[] {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  const filled = (text: string) =>
    wordsOf(text).map((address) =>
      address
        .replace(/\bterm(\d+)/g, (_, rank) => encodeURIComponent(terms[rank - 1] ?? ""))
        .replace(/\bday(\d+)/g, (_, ago) => day(Number(ago))),
    );
  const [one, several, texts] = [FILTERS, COMBINATIONS, TEXTS].map(filled);
  const both = (texts ?? []).flatMap((text) => (one ?? []).map((filter) => `${text}&${filter}`));
  const all = (
    group: string,
    lists: readonly string[] = [],
    sorts: readonly string[],
    ...parts: Request["part"][]
  ): Request[] =>
    lists.flatMap((list) =>
      sorts.flatMap((sort) =>
        parts.map((part) => ({ group, address: `${list}&sort=${sort}`, part })),
      ),
    );
  const [newest = "", ...others] = LEAD_SORTS;
  const some = ["companyName", "updatedAt"];
  return [
    ...all("ohne Filter, Seite 1", ["dir=asc", "dir=desc"], LEAD_SORTS, "Seite 1"),
    ...all("ohne Filter, tief", [""], LEAD_SORTS, "Mitte mit Cursor", "letzte Seite"),
    ...all("ein Filter, Seite 1", one, LEAD_SORTS, "Seite 1"),
    ...all("ein Filter, tief", one, LEAD_SORTS, "Mitte mit Cursor", "letzte Seite"),
    ...all("ein Filter, Mitte nach Nummer", one, LEAD_SORTS, "Mitte nach Nummer"),
    ...all("mehrere Filter, Seite 1", several, LEAD_SORTS, "Seite 1"),
    ...all("mehrere Filter, tief", several, [newest, ...some], "Mitte mit Cursor", "letzte Seite"),
    ...all("Text, neueste zuerst", texts, [newest], "Seite 1", "Seite 10"),
    ...all("Text, andere Sortierung", texts, others, "Seite 1", "Seite 10"),
    ...all("Text und Filter, neueste zuerst", both, [newest], "Seite 1"),
    ...all("Text und Filter, andere Sortierung", both, some, "Seite 1"),
  ];
}
