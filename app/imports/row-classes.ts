const ROW_OUTCOMES = {
  fresh: "neu",
  known: "bereits vorhanden",
  deleted: "im Papierkorb",
  withoutDomain: "ohne Website",
  duplicate: "doppelt in der Datei",
  blocked: "auf der Sperrliste",
  faulty: "fehlerhaft",
} as const;
export type RowOutcome = keyof typeof ROW_OUTCOMES;

export const ROW_CLASSES = { ...ROW_OUTCOMES, dropped: "mit ausgelassenen Werten" } as const;
export type RowClass = keyof typeof ROW_CLASSES;

export type RowCounts = Record<RowClass, number> & {
  rows: number;
  /** Values left out of rows that are imported anyway. */
  droppedValues: number;
};

export function isRowClass(name: string): name is RowClass {
  return Object.hasOwn(ROW_CLASSES, name);
}

export const CLASSES = Object.keys(ROW_CLASSES).filter(isRowClass);
