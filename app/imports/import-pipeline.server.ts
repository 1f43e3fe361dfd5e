import { z } from "zod";
import { findResultDomains } from "~db/queries/job-results";
import { findActiveNames } from "~db/queries/users";
import { timedSteps } from "~db/timed-steps";
import { formatCount } from "../format/german";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import { JobFailure, type Pipeline } from "../jobs/runner/job-run.server";
import { storeFound } from "../jobs/runner/store-found.server";
import { loadImport, withTag } from "./imports.server";
import { readRowAt } from "./read-row.server";
import { listSpec } from "./row-spec.server";

const count = z.int().default(0);
const CheckpointSchema = z.object({ next: count, faulty: count, dropped: count });

/** The runner sets 100 when the job is complete. */
const MAX_PROGRESS = 99;

export function importPipeline(timeZone: string): Pipeline {
  return {
    async run(run) {
      const { db, job } = run;
      const params = JOB_PARAMS.import.parse(JSON.parse(job.params));
      const loaded = await loadImport(db, params.importId);
      if (loaded === undefined || loaded.table.rows.length < params.rows) {
        throw new JobFailure(
          "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.",
        );
      }
      const { entry, table, mapping, tag } = loaded;
      const spec = await listSpec(table, mapping, { owners: await findActiveNames(db), timeZone });
      const term = entry.fileName.replace(/\.[a-z0-9]{1,5}$/i, "");
      const seen = await findResultDomains(db, job.id);
      let { next, faulty, dropped } = CheckpointSchema.parse(JSON.parse(job.checkpoint ?? "{}"));
      for await (const size of timedSteps(run.signal)) {
        const some = table.rows.slice(next, next + size);
        if (some.length === 0) break;
        const rows = some.map((_, offset) => readRowAt(table, next + offset, spec));
        const readings = rows.flatMap(({ cells, reading }) =>
          "company" in reading ? { ...reading, cells } : [],
        );
        const companies = readings.map(({ company, cells }) => {
          const named = table.header.map((column, index) => [column, cells[index]]);
          const payload = Object.fromEntries(named.filter(([, cell]) => cell));
          return { ...withTag(company, tag), payload };
        });
        next += rows.length;
        faulty += rows.length - companies.length;
        dropped += readings.reduce((sum, reading) => sum + reading.dropped.length, 0);
        await storeFound(run, companies, { provider: "import", term, seen }, () => ({
          phase: "storing",
          progress: Math.floor((MAX_PROGRESS * next) / table.rows.length),
          checkpoint: JSON.stringify({ next, faulty, dropped }),
        }));
      }
      for (const note of params.notes) await run.warn(note);
      if (faulty > 0) {
        await run.warn(
          `${formatCount(faulty, "fehlerhafte Zeile wurde", "fehlerhafte Zeilen wurden")} nicht importiert.`,
        );
      }
      if (dropped > 0) {
        await run.warn(
          `${formatCount(dropped, "unbrauchbarer Wert", "unbrauchbare Werte")} ausgelassen.`,
        );
      }
    },
  };
}
