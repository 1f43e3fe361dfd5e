import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseTable } from "../../app/reading/tables/parse-table.server";
import { headerLine } from "../../app/reading/tables/to-table.server";
import { foldText } from "../../db/fold";
import { importList, importMapping } from "./subjects";

const FileSchema = z.object({
  file: z.string(),
  half: z.enum(["learn", "unseen"]),
  headerLine: z.int().nullable(),
  columns: z.array(z.string().nullable()),
  orColumns: z.record(z.string(), z.array(z.string().nullable())).default({}),
  samples: z.array(z.object({ row: z.int(), values: z.record(z.string(), z.unknown()) })),
  portalHosts: z.array(z.string()).default([]),
  usableRows: z.int(),
});

type RealFile = z.infer<typeof FileSchema>;
const CORE = "companyName domain website email phone contactName".split(" ");
const ELSE: Record<string, string> = { email: "contactEmail", phone: "contactPhone" };

/** In any case, with any signs between: a sample is written by hand. */
const plain = (value: unknown) =>
  foldText(String(value ?? ""))
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, "")
    .replace(/[^a-z0-9+@]/g, "");

async function measureFile(folder: string, real: RealFile, counts: Map<string, number>) {
  const faults: string[] = [];
  const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
  count("files");
  count("rows", real.usableRows);
  const table = await parseTable(readFileSync(join(folder, real.file))).catch(() => null);
  if (table === null) {
    count("refused");
    count("rows lost", real.usableRows);
    return ["refused"];
  }
  if (headerLine(table) !== (real.headerLine ?? 0)) {
    count("wrong header");
    faults.push(`header in line ${headerLine(table)}, not ${real.headerLine}`);
  }
  const mapping = importMapping(table.header, table.rows);
  for (const [column, expected] of real.columns.entries()) {
    const given = mapping[column] ?? null;
    const isRight = given === expected || real.orColumns[column]?.includes(given) === true;
    count("columns");
    count("columns right", Number(isRight));
    if (isRight) continue;
    if (CORE.includes(given ?? "")) count("core wrong");
    else if (CORE.includes(expected ?? "")) count("core missed");
    const values = table.rows.flatMap((row) => row[column] || []).slice(0, 3);
    faults.push(`${table.header[column]}: ${given}, not ${expected}: ${values.join(" | ")}`);
  }
  const rows = await importList(table, mapping);
  for (const { row, values } of real.samples) {
    for (const [field, expected] of Object.entries(values)) {
      const read = new Map<string, unknown>(Object.entries(rows[row - 1] ?? {}));
      // Either is right where a list does not tell the company's from the person's.
      const given = [field, ELSE[field] ?? field].map((name) => read.get(name) ?? null);
      const isRight = given.some((one) => plain(one) === plain(expected));
      count("values");
      count("values right", Number(isRight));
      if (!isRight) faults.push(`row ${row} ${field}: ${given[0]}, not ${expected}`);
    }
  }
  const isAtPortal = (domain: string) =>
    real.portalHosts.some((host) => `.${host}`.endsWith(`.${domain}`));
  const stored = rows.filter((row) => row?.domain && !isAtPortal(row.domain)).length;
  count("rows lost", Math.max(0, real.usableRows - stored));
  if (stored < real.usableRows) faults.push(`${stored} rows stored, not ${real.usableRows}`);
  return faults;
}

/** Lists that others wrote, as an import reads them; the faults of the unseen half stay untold. */
export async function measureRealLists(folder: string, half?: string): Promise<void> {
  const text = readFileSync(join(folder, "labels.json"), "utf8");
  for (const wanted of ["learn", "unseen"].filter((one) => half === undefined || one === half)) {
    const counts = new Map<string, number>();
    for (const real of z.array(FileSchema).parse(JSON.parse(text))) {
      if (real.half !== wanted) continue;
      const faults = await measureFile(folder, real, counts);
      if (wanted === "learn" && faults.length > 0) console.log([real.file, ...faults].join("\n  "));
    }
    console.log(wanted, Object.fromEntries(counts));
  }
}
