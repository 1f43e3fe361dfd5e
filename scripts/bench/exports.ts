import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { workbookResponse } from "../../app/exports/export-workbook.server";
import { LEAD_COLUMNS } from "../../app/exports/lead-columns";
import { compare, number, printTable, withLoopDelay } from "./measure";

const ROUNDS = 3;
const CALM_MS = 3_000;

/** The export as the product makes it, in a thread of its own, beside reading the rows. */
export async function benchExports(databasePath: string): Promise<void> {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const select = sqlite.prepare("SELECT * FROM leads ORDER BY seq DESC");
  let rows = 0;
  let bytes = 0;
  const readRows = () => {
    rows = 0;
    for (const _ of select.iterate()) rows += 1;
  };
  const write = async () => {
    const services = { databasePath, timeZone: "Europe/Berlin" };
    const selection = { kind: "list", filter: {}, sort: "createdAt", dir: "desc" } as const;
    const response = await workbookResponse(services, selection, () => "leads.xlsx");
    bytes = 0;
    const count = new WritableStream<Uint8Array>({
      write: (part) => {
        bytes += part.length;
      },
    });
    await response.body?.pipeTo(count);
  };
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const calm = await withLoopDelay(() => delay(CALM_MS));
  const { ms, stall } = await withLoopDelay(write);
  clearInterval(watch);
  const [raw = Number.NaN, product = Number.NaN] = await compare([readRows, write], ROUNDS);
  sqlite.close();
  printTable(
    `Excel, ${number(rows)} Leads × ${LEAD_COLUMNS.length} Spalten, ${number(bytes / 1e6)} MB`,
    ["Was", "Wert", "Ziel"],
    [
      ["CPU, Zeilen nur lesen", `${number(raw)} ms`, ""],
      ["CPU, Datei schreiben", `${number(product)} ms = ${number(product / raw)} ×`, "≤ 6 ×"],
      ["Dauer", `${number(ms / 1_000)} s`, "1.000.000 ≤ 12 × 100.000"],
      ["längster Stillstand", `${number(stall)} ms (in Ruhe ${number(calm.stall)})`, "≤ 25 ms"],
      ["Speicher dabei", `+${number((peak - before) / 1e6)} MB`, "1.000.000 ≤ +150 MB"],
    ],
  );
}
