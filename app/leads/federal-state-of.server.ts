import { foldText } from "~db/fold";
import { FEDERAL_STATES, type FederalState, parseFederalState } from "./federal-states";
import regions from "./state-regions.json";

/** What is known of where a company sits, as a source writes it. */
export interface Whereabouts {
  federalState: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  postalCode: string | null;
  city: string | null;
}

const STATES = new Map<string, FederalState>(Object.entries(FEDERAL_STATES));
/** The first postal code of each stretch that lies in one federal state, the highest first. */
const STRETCHES = regions.from.toReversed();
const EXCEPTIONS = new Map<string, Record<string, string[] | undefined>>(
  Object.entries(regions.exceptions),
);
const TOWNS = new Map(
  Object.entries(regions.towns).flatMap(([state, towns]) =>
    towns.map((town) => [townKey(town), state] as const),
  ),
);
/** No postal code begins with these. */
const UNUSED = /^(?:00|05|43|62)/;

function townKey(town: string): string {
  return foldText(town)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function stateOfPostalCode(postalCode: string, city: string | null): string | undefined {
  if (UNUSED.test(postalCode)) return undefined;
  const key = townKey(city ?? "");
  const [exception] =
    Object.entries(EXCEPTIONS.get(postalCode) ?? {}).find(([, towns]) =>
      towns?.some((town) => key === townKey(town) || key.startsWith(`${townKey(town)} `)),
    ) ?? [];
  return exception ?? STRETCHES.find(([from = ""]) => from <= postalCode)?.[1];
}

/** By the town's name, or by that of the town that it is a part of: „Frankfurt am Main-Höchst“, „Eisenach OT Stregda“. */
function stateOfTown(city: string): string | undefined {
  const names = [city, ...[/ OT | \(|\/|,/, /-|–/].map((end) => city.split(end)[0] ?? "")];
  return names.map((name) => TOWNS.get(townKey(name))).find((state) => state !== undefined);
}

/**
 * The federal state of a German address: as the source names it, else by the postal code, else by a town whose name
 * stands for one place alone. Null abroad, where the same codes mean other regions („BE“ is Bern, too).
 */
export function federalStateOf(place: Whereabouts): FederalState | null {
  const { country, city } = place;
  if (country !== null && country !== "DE") return null;
  const named = parseFederalState(place.federalState ?? "");
  if (named !== null) return named;
  const postalCode = /^(?:DE?[ -]*)?(\d{5})$/.exec(place.postalCode?.trim() ?? "")?.[1];
  const state = postalCode && stateOfPostalCode(postalCode, city);
  return STATES.get(state || stateOfTown(city ?? "") || "") ?? null;
}
