import { formTexts } from "../text/form-text";
import { MAX_QUEUE } from "./search-input";
import { PairSchema, type SearchPair } from "./search-schema";
import { pairKey } from "./search-words.server";

export interface PairRow extends SearchPair {
  searchedAt?: string;
  errors: Partial<Record<keyof SearchPair, string>>;
}

const TEXT_LIMITS = { count: MAX_QUEUE + 1, length: 400 };

export function readRows(form: FormData): PairRow[] {
  const regions = formTexts(form, "region", TEXT_LIMITS);
  return formTexts(form, "query", TEXT_LIMITS)
    .map((query, index) => ({
      query,
      region: regions[index] ?? "",
      errors: {},
    }))
    .filter(({ query, region }) => query.trim() !== "" || region.trim() !== "");
}

/** @returns the pairs to start, or the rows with their errors */
export function validateRows(
  rows: readonly PairRow[],
): { pairs: SearchPair[] } | { rows: PairRow[]; problem: string | null } {
  if (rows.length > MAX_QUEUE) {
    const problem = `Höchstens ${MAX_QUEUE} Suchen lassen sich auf einmal starten.`;
    return { rows: rows.slice(0, MAX_QUEUE), problem };
  }
  const seen = new Set<string>();
  const pairs: SearchPair[] = [];
  const validated = rows.map((row) => {
    const { data: pair, error } = PairSchema.safeParse(row);
    if (pair === undefined) {
      const faults = error.issues.map(({ path, message }) => [path[0], message]);
      return { ...row, errors: Object.fromEntries(faults) };
    }
    const key = pairKey(pair);
    if (seen.has(key)) return { ...row, errors: { query: "Diese Suche steht schon weiter oben." } };
    seen.add(key);
    pairs.push(pair);
    return row;
  });
  if (validated.some(({ errors }) => Object.keys(errors).length > 0)) {
    return { rows: validated, problem: null };
  }
  if (pairs.length > 0) return { pairs };
  return { rows: [...rows], problem: "Mindestens eine Suche stehen lassen." };
}
