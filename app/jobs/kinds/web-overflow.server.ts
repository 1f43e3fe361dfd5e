import { formatCount } from "../../format/german";
import type {
  SearchJobInput,
  StartServices,
} from "../../pipelines/company-search/start-search-job.server";
import type { SearchParams } from "./maps";

/** The web search beside a search on the map; null where none is needed or possible, with what there is to say. */
export interface WebOverflow {
  order: Omit<SearchJobInput, "parentId"> | null;
  warnings: string[];
}

function missingRest(requested: number, rest: number): string {
  const others = formatCount(rest, "weitere Firma", "weiteren Firmen");
  return `Die Kartensuche liefert höchstens ${requested} Firmen. Für die ${others} fehlt der Schlüssel von Serper (siehe Einstellungen).`;
}

/**
 * What is to be looked for in the web, since the map can't give it. Asks for keys in the store: to be called before a
 * transaction begins.
 */
export async function planWebOverflow(
  { providers }: Pick<StartServices, "providers">,
  params: SearchParams,
  requested: number,
): Promise<WebOverflow> {
  const rest = params.count - requested;
  if (rest <= 0) return { order: null, warnings: [] };
  if ((await providers.webSearch()) === null)
    return { order: null, warnings: [missingRest(requested, rest)] };
  return { order: { kind: "web", params: { ...params, count: rest } }, warnings: [] };
}
