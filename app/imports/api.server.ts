import { z } from "zod";
import { operation } from "../http/api.server";
import { FileSchema } from "../http/read-form.server";
import { startedJob } from "../jobs/api.server";
import { MAX_CELLS, MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "../reading/tables/fields";
import { dryRunReport } from "./import-page.server";
import { importFile } from "./imports.server";

const count = (meaning: string) => z.int().min(0).describe(meaning);

const importLeads = operation({
  id: "importLeads",
  method: "POST",
  path: "/api/leads/import",
  summary: "Eigene Liste importieren",
  description: [
    `CSV (Semikolon, Komma oder Tabulator; UTF-8 oder Windows-1252) oder Excel (.xlsx), höchstens ${MAX_FILE_MEGABYTES} MB, ${MAX_ROWS} Zeilen, ${MAX_COLUMNS} Spalten und ${MAX_CELLS} Zellen.`,
    "Von mehreren Blättern wird das mit der Tabelle gelesen.",
    "Welche Spalte was ist, wird aus der Kopfzeile und den Werten geraten; die Überschriften eines Exports werden immer erkannt; über der Kopfzeile dürfen Titel stehen.",
    "Ein unbrauchbarer Wert wird ausgelassen und genannt, die Zeile importiert. Mit `dryRun` wird nur gezählt (200), sonst ein Lauf gestartet (202).",
  ].join(" "),
  bodyType: "multipart/form-data",
  body: z.strictObject({
    file: FileSchema,
    dryRun: z.enum(["true", "false"], "Erlaubt sind true und false.").default("false"),
  }),
  status: 202,
  response: z.object({ jobId: z.string(), importId: z.string() }).meta({ id: "StartedImport" }),
  otherResponse: {
    status: 200,
    schema: z
      .object({
        rows: count("Zeilen unter der Kopfzeile"),
        fresh: count("Neue Leads"),
        known: count("Schon im Leadspeicher"),
        deleted: count("Im Papierkorb"),
        withoutDomain: count("Ohne eigene Domain"),
        duplicate: count("Mit der Domain einer Zeile davor"),
        blocked: count("Auf der Sperrliste"),
        faulty: count("Fehlerhaft: weder Firma noch Domain, Website oder E-Mail"),
        dropped: count("Zeilen, von denen Werte ausgelassen werden"),
        droppedValues: count("Diese Werte"),
        notes: z
          .array(z.string())
          .describe("Was an der ganzen Liste auffällt: viele doppelte Zeilen, zu viele Personen"),
        mapping: z
          .array(z.object({ column: z.string(), field: z.string().nullable() }))
          .describe("Für jede Spalte das Feld, null für keines"),
        faults: z
          .array(z.object({ line: z.int(), messages: z.array(z.string()) }))
          .describe("Die ersten 50 fehlerhaften Zeilen"),
        left: z
          .array(z.object({ line: z.int(), messages: z.array(z.string()) }))
          .describe("Die ersten 50 Zeilen mit ausgelassenen Werten"),
      })
      .meta({ id: "ImportDryRun" }),
  },
  problems: [400],
  async handle({ body: { file, dryRun }, context: { services, actor } }) {
    if (dryRun === "true") return Response.json(await dryRunReport(services.db, file));
    return startedJob(await importFile(services, file, actor));
  },
});

export const importOperations = [importLeads];
