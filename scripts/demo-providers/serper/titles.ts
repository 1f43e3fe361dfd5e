import type { Company } from "../world/companies";
import { createRandom } from "../world/seeded-random";

/** Titles longer than this are cut by the search engine, between two words. */
const LONGEST_TITLE = 66;

/** How companies title their pages: {N} the name, {L} the trade, {C} the town; and the page's path. */
const PAGES = {
  start: [
    ["{N} – {L} in {C}", ""],
    ["Startseite - {N}", ""],
    ["{N} | Startseite", ""],
    ["{L} {C} | {N}", ""],
    ["{N}: Alles aus einer Hand", ""],
    ["Herzlich willkommen | {N}", ""],
    ["Ihr {L} in {C} » {N}", ""],
    ["{N} · Home", ""],
    ["{N}", ""],
    ["Unsere Leistungen • {N}", "leistungen/"],
  ],
  sub: [
    ["Impressum - {N}", "impressum/"],
    ["Kontakt | {N}", "kontakt.html"],
    ["Karriere – {N}", "karriere"],
    ["Über uns » {N}", "ueber-uns?lang=de"],
  ],
} as const;

/**
 * A page of a company as the search engine lists it, the same for the same company.
 *
 * @param kind the page it is found by first, or another one
 */
export function pageOf(
  { placeId, name, trade, seat }: Company,
  kind: keyof typeof PAGES,
): { title: string; path: string } {
  const pages: readonly (readonly [string, string])[] = PAGES[kind];
  const [pattern, path] = createRandom(`title/${kind}/${placeId}`).pick(pages);
  const parts: Record<string, string> = { N: name, L: trade.label, C: seat.locality };
  const title = pattern.replace(/\{(\w)\}/g, (_, key: string) => parts[key] ?? "");
  if (title.length <= LONGEST_TITLE) return { title, path };
  return { title: `${title.slice(0, LONGEST_TITLE).replace(/(?<!\s)\s+\S*$/, "")} ...`, path };
}
