import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../client";
import { countRows } from "./read-pages";
import { listed } from "./read-rows";
import { getSetting, putSetting } from "./settings";

const PURGED_TO = "rawDataPurgedTo";
/** Jobs per transaction, with some hundred results each: about 10 ms. */
const STEP = 5;

/** The raw data of jobs that ended before this time (milliseconds UTC) is purged. */
export async function getPurgedTo(db: Db): Promise<number> {
  return z.number().safeParse(await getSetting(db, PURGED_TO)).data ?? 0;
}

async function outdatedJobs(db: Db, before: number) {
  const from = await getPurgedTo(db);
  return db.selectFrom("jobs").where("finishedAt", ">=", from).where("finishedAt", "<", before);
}

export async function countOutdatedJobs(db: Db, before: number): Promise<number> {
  return countRows(await outdatedJobs(db, before));
}

/** Counts and reasons stay, as do results of leads in the trash. */
export async function purgeRawData(
  db: Db,
  before: number,
  by: { actor: string; now: number },
): Promise<void> {
  const ids = (await (await outdatedJobs(db, before)).select("id").execute()).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += STEP) {
    const some = listed(ids.slice(at, at + STEP));
    await db.transaction().execute(async (trx) => {
      await sql`UPDATE job_results SET domain = NULL, company_name = NULL, website = NULL, phone = NULL,
          address = NULL, city = NULL, contact_name = NULL, contact_title = NULL, contact_profile_url = NULL, facts = NULL
        WHERE job_id IN ${some} AND lead_seq IS NULL
          AND NOT EXISTS (SELECT 1 FROM deleted_leads AS d WHERE d.domain = job_results.domain)`.execute(
        trx,
      );
      await sql`UPDATE jobs SET warnings = '[]', note = NULL, error = iif(error IS NULL, NULL, '(gelöscht)'),
          checkpoint = json_remove(checkpoint, '$.page', '$.hitIds')
        WHERE id IN ${some}`.execute(trx);
    });
    await nextTurn();
  }
  await putSetting(db, PURGED_TO, Math.max(before, await getPurgedTo(db)), by);
}
