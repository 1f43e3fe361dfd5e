import { useEffect, useState } from "react";
import type { PairRow } from "~/search/queue-form.server";

export interface EditedRow extends PairRow {
  key: number;
}

const EMPTY: PairRow = { query: "", region: "", isDropped: false, errors: {} };
/** Room for searches of one's own where no script can make any. */
const SPARE = 2;

function begin(given: readonly PairRow[], max: number): EditedRow[] {
  const spare = Array.from({ length: Math.min(SPARE, max - given.length) }, () => EMPTY);
  return [...given, ...spare].map((row, key) => ({ ...row, key }));
}

function isFilled({ query, region, isDropped }: EditedRow): boolean {
  return !isDropped && (query.trim() !== "" || region.trim() !== "");
}

/** The rows of a form, as many as there may be; with a script they are added and taken away, without one ticked. */
export function useRows(given: readonly PairRow[], max: number) {
  const [rows, setRows] = useState(() => begin(given, max));
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => {
    setHasScript(true);
    // What a tick said is said by the row being gone from now on; one empty row invites to write.
    setRows((before) => {
      const kept = before.filter(isFilled);
      const spare = before.find((row) => row.query === "" && row.region === "");
      return spare === undefined ? kept : [...kept, spare];
    });
  }, []);
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  return {
    rows,
    hasScript,
    filled: rows.filter(isFilled).length,
    mayAdd: rows.length < max,
    add: () => setRows([...rows, { ...EMPTY, key: nextKey }]),
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    change: (key: number, field: "query" | "region" | "isDropped", value: string | boolean) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, [field]: value } : row))),
  };
}
