import { foldText } from "./fold";
import regions from "./state-regions.json";

const TITLE = /^(?:freie )?(?:landeshaupt|universitaets|hanse|kreis)?stadt /;
const NAMES = new Map<string | undefined, string>(Object.entries(regions.names));
/** Highest code first; each range lies in one federal state. */
const RANGES = regions.from.toReversed();
const EXCEPTIONS = new Map<string, Record<string, string[] | undefined>>(
  Object.entries(regions.exceptions),
);
const TOWNS = new Map(
  Object.entries(regions.towns).flatMap(([state, towns]) =>
    towns.map((town) => [townKey(town), state] as const),
  ),
);
const WRITTEN = new Map(
  Object.values(regions.towns)
    .flat()
    .map((town) => [townKey(town), town]),
);
const PART = /\s(?:a\.|am|an|auf|b\.|bei|i\.|im|in|ob|v\.|vor)(?:\s|$|(?<=\.))/;
/** No postal code begins with these. */
const UNUSED = /^(?:00|05|43|62)/;

export function townKey(town: string): string {
  return foldText(town)
    .replace(TITLE, "")
    .replace(/^st\. ?/, "sankt ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export const writtenTown = (key: string): string | undefined => WRITTEN.get(key);

function stateOfPostalCode(postalCode: string, city: string): string | undefined {
  const key = townKey(city);
  const [exception] =
    Object.entries(EXCEPTIONS.get(postalCode) ?? {}).find(([, towns]) =>
      towns?.some((town) => key === townKey(town) || key.startsWith(`${townKey(town)} `)),
    ) ?? [];
  return exception ?? RANGES.find(([from = ""]) => from <= postalCode)?.[1];
}

/** „Frankfurt am Main-Höchst“, „Eisenach OT Stregda“: includes towns that the city may be a part of. */
export function townNames(city: string): string[] {
  return [city, ...[/ OT | \(|\/|,/, /-|–/, PART].map((end) => city.split(end)[0] ?? "")];
}

function stateOfTown(city: string): string | undefined {
  const states = townNames(city).map((name) => TOWNS.get(townKey(name)));
  return states.find((state) => state !== undefined);
}

/** Reads the postal code, else a town with a unique name. Returns the German name. */
export function stateOfRegion(postalCode: string | null, city: string | null): string | null {
  const code = /^(?:DE?[ -]*)?(\d{5})$/.exec(postalCode?.trim() ?? "")?.[1];
  const isUsed = code !== undefined && !UNUSED.test(code);
  const state = isUsed ? stateOfPostalCode(code, city ?? "") : stateOfTown(city ?? "");
  return NAMES.get(state) ?? null;
}
