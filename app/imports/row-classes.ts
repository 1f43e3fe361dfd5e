import { COUNTED_WORDS, SKIP_WORDS } from "../jobs/job-words";

const OWN_WORDS = {
  fresh: "neu",
  known: "bereits vorhanden",
  faulty: "fehlerhaft",
  dropped: "mit ausgelassenen Werten",
};

/** Of one row. */
export const OUTCOME_WORDS = { ...SKIP_WORDS, ...OWN_WORDS };
export type RowOutcome = Exclude<keyof typeof OUTCOME_WORDS, "dropped">;

/** Behind a number of rows, as in the results of the import. */
export const CLASS_WORDS = { ...COUNTED_WORDS, ...OWN_WORDS };

export const CLASSES = [
  ...(["fresh", "known", "in_trash", "no_domain", "platform"] as const),
  ...(["duplicate", "blocked", "faulty", "dropped"] as const),
] as const;
export type RowClass = (typeof CLASSES)[number];

export type RowCounts = Record<RowClass, number> & {
  rows: number;
  /** Values left out of rows that are imported anyway. */
  droppedValues: number;
};

export function isRowClass(name: string): name is RowClass {
  return CLASSES.some((rowClass) => rowClass === name);
}
