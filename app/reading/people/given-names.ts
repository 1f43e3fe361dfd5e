import list from "./given-names.json";

/** Folded. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  list.names.flatMap((line) => line.split(" ")),
);
