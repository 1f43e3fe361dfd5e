import { z } from "zod";
import type { Decision } from "./measure";
import { searchHits } from "./subjects";
import searchLeads from "./tables/search-leads.json";
import searchQueries from "./tables/search-queries.json";

const leads = z.array(z.looseObject({ id: z.string() })).parse(searchLeads);
const queries = z.array(z.tuple([z.string(), z.string()])).parse(searchQueries);

/** Each search text must find exactly the leads that are named behind it. */
export function decideSearches(): Decision[] {
  const named = (isNamed: (id: string, index: number) => boolean) =>
    leads.flatMap(({ id }, index) => (isNamed(id, index) ? id : [])).join(" ") || null;
  return queries.map(([label, expected]) => {
    const hits = searchHits(leads, label);
    const ids = expected.split(" ");
    return {
      label,
      given: named((_, index) => hits.includes(index)),
      expected: named((id) => ids.includes(id)),
    };
  });
}
