import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { test as base, onTestFinished } from "vitest";
import { type Db, openSerialized } from "~db/client";
import { insertJob } from "~db/queries/jobs";
import { insertLead, type LeadInsert } from "~db/queries/leads";
import { saveProviderLimits } from "~db/queries/provider-limits";
import type { Change, JobRow, LeadRow, NewJobRow } from "~db/schema";
import { TEMPLATE } from "./store-template";
import { withPerson } from "./with-person";

/** 20.11.2026, 12:00 in Berlin; what tests call „now“. */
export const NOON = Date.parse("2026-11-20T11:00:00Z");

/** The team's time zone. */
export const ZONE = "Europe/Berlin";

let ids = 0;

/** An id that no other call in this process answers, growing as text. */
export function nextId(prefix: string): string {
  ids += 1;
  return `${prefix}-${String(ids).padStart(8, "0")}`;
}

let template: Buffer | undefined;

/**
 * A migrated database in memory, closed when the test is over. Migrating would take 20 ms,
 * opening a copy of the template takes next to nothing.
 */
export function openTestStore(): Db {
  template ??= readFileSync(TEMPLATE);
  const db = openSerialized(template);
  onTestFinished(() => db.destroy());
  return db;
}

/** Lets a database grow, or not by a page, as on a full disk. */
export async function allowGrowth(db: Db, mayGrow: boolean): Promise<void> {
  // Pages that are free already would be room.
  if (!mayGrow) await sql`VACUUM`.execute(db);
  await sql.raw(`PRAGMA max_page_count = ${mayGrow ? 1_000_000_000 : 1}`).execute(db);
}

/** A test that gets such a database as `db` when it asks for one. */
export const it = base.extend("db", () => openTestStore());

/** A folder of its own, removed when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A lead with nothing but what it must have. */
export function leadOf(fields: Partial<LeadInsert> & { domain: string }): LeadInsert {
  return {
    id: nextId("lead"),
    emails: "[]",
    topics: "[]",
    sourceType: "maps",
    createdAt: NOON,
    updatedAt: NOON,
    ...withPerson(fields),
  };
}

/** Stores a lead as a search does. */
export async function addLead(
  db: Db,
  fields: Partial<LeadInsert> & { domain: string },
): Promise<LeadRow> {
  return insertLead(db, leadOf(fields));
}

/** Stores a maps job that waits for its run. */
export async function addJob(db: Db, fields: Partial<NewJobRow> = {}): Promise<JobRow> {
  return insertJob(db, {
    id: nextId("job"),
    kind: "maps",
    status: "queued",
    phase: "searching",
    requested: 50,
    params: JSON.stringify({ query: "Maler", region: "Köln", count: 50, enrich: true }),
    query: "Maler",
    region: "Köln",
    createdBy: "anna",
    createdAt: NOON,
    ...fields,
  });
}

export async function setJob(db: Db, id: string, fields: Change<"jobs">): Promise<void> {
  await db.updateTable("jobs").set(fields).where("id", "=", id).execute();
}

/** Allows a provider so many calls a month; any number where it is null. */
export async function setCeiling(db: Db, provider: string, monthlyCeiling: number | null) {
  const limits = { provider, maxConcurrent: 1, maxPerMinute: 60, monthlyCeiling };
  await saveProviderLimits(db, { ...limits, updatedAt: NOON, updatedBy: "anna" });
}
