import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../db/client";

/** The empty, migrated database that unit tests copy, relative to the root of the repository. */
export const TEMPLATE = ".cache/test-store.sqlite";

/** Vitest calls it once before the unit tests. */
export default async function writeTemplate(): Promise<void> {
  mkdirSync(dirname(TEMPLATE), { recursive: true });
  rmSync(TEMPLATE, { force: true });
  const db = await openDatabase(":memory:");
  await sql`vacuum into ${TEMPLATE}`.execute(db);
  await db.destroy();
}
