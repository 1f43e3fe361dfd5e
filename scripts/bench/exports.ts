import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import XLSX from "xlsx";
import { workbookResponse } from "../../app/exports/export-workbook.server";
import { LEAD_COLUMNS } from "../../app/exports/lead-columns";
import { leadRows } from "../../app/exports/lead-rows.server";
import { writeWorkbook } from "../../app/spreadsheet/workbook-writer.server";
import { openReadonly } from "../../db/client";
import { number, printTable, withLoopDelay } from "./measure";

const TIME_ZONE = "Europe/Berlin";

/** The export as the product makes it (a worker thread), in this thread, and by the xlsx package alone. */
export async function benchExports(databasePath: string, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-bench-"));
  const db = openReadonly(databasePath);
  const selection = { kind: "list", filter: {}, sort: "createdAt", dir: "desc" } as const;
  const path = join(folder, "leads.xlsx");
  try {
    const inWorker = await withLoopDelay(async () => {
      const response = await workbookResponse(
        { databasePath, timeZone: TIME_ZONE },
        selection,
        () => "leads.xlsx",
      );
      await response.arrayBuffer();
    });
    const inThread = await withLoopDelay(() =>
      writeWorkbook({
        path,
        sheetName: "Leads",
        columns: LEAD_COLUMNS,
        rows: leadRows(db, selection),
        timeZone: TIME_ZONE,
      }),
    );
    const plain = await withLoopDelay(async () => {
      const rows: unknown[][] = [LEAD_COLUMNS.map((column) => column.header)];
      for await (const row of leadRows(db, selection))
        rows.push(LEAD_COLUMNS.map((column) => column.value(row)));
      const sheet = XLSX.utils.aoa_to_sheet(rows);
      const book = XLSX.utils.book_new();
      XLSX.utils.book_append_sheet(book, sheet, "Leads");
      XLSX.write(book, { type: "buffer", compression: true });
    });
    const row = (name: string, { ms, stall }: { ms: number; stall: number }) => [
      name,
      `${number(ms / plain.ms)} ×`,
      `${number(stall / plain.stall)} ×`,
      `${number(ms)} ms`,
      `${number(stall)} ms`,
    ];
    const size = (await stat(path)).size;
    printTable(
      `Excel, ${number(count)} Leads × ${LEAD_COLUMNS.length} Spalten, ${number(size / 1e6)} MB`,
      ["Weg", "Dauer", "Stillstand", "Dauer", "längster Stillstand"],
      [
        row("Produkt (eigener Thread)", inWorker),
        row("im selben Thread", inThread),
        row("nur xlsx", plain),
      ],
    );
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
