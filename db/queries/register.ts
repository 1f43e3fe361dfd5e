import { type SqlBool, sql } from "kysely";
import type { Db } from "../client";
import { foldText } from "../fold";
import type { New, Row } from "../schema";
import { countRows } from "./read-pages";

export type RegisterActor = Row<"registerActors">;
export type NewRegisterActor = New<"registerActors">;

export interface RegisterConditions {
  exportId: number;
  /** Bits; one of them must be set. */
  roles?: number;
  /** Null finds actors without a state. */
  federalState?: string | null;
  /** A part of a town's name, or the first digits of a postal code. */
  place?: string;
  name?: string;
  numbers?: readonly string[];
}

export function getCurrentExport(db: Db) {
  const whole = db.selectFrom("registerExports").selectAll().where("finishedAt", "is not", null);
  return whole.orderBy("id", "desc").executeTakeFirst();
}

export async function beginExport(db: Db, jobId: string, fileName: string): Promise<number> {
  const { id } = await db
    .insertInto("registerExports")
    .values({ jobId, fileName, finishedAt: null })
    .onConflict((conflict) => conflict.column("jobId").doUpdateSet({ fileName }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @param unless skips actors that have one of these roles */
export async function addRoles(
  db: Db,
  exportId: number,
  { number, roles, unless }: { number: string; roles: number; unless: number },
): Promise<void> {
  await sql`UPDATE register_actors SET roles = roles | ${roles}
    WHERE export_id = ${exportId} AND number = ${number} AND roles & ${unless} = 0`.execute(db);
}

export async function removeActor(db: Db, exportId: number, number: string): Promise<void> {
  await sql`DELETE FROM register_actors WHERE export_id = ${exportId} AND number = ${number}`.execute(
    db,
  );
}

export async function finishExport(
  db: Db,
  id: number,
  change: { actors: number; leftOut: number; finishedAt: number },
): Promise<void> {
  await db.updateTable("registerExports").set(change).where("id", "=", id).execute();
}

/** @returns true while more are left */
export async function removeOutdated(db: Db, limit: number): Promise<boolean> {
  const shown = (await getCurrentExport(db))?.id ?? 0;
  const { numAffectedRows = 0n } = await sql`DELETE FROM register_actors WHERE id IN
    (SELECT id FROM register_actors WHERE export_id <> ${shown} LIMIT ${limit})`.execute(db);
  if (numAffectedRows > 0n) return true;
  await db.deleteFrom("registerExports").where("id", "<>", shown).execute();
  return false;
}

function actorsOf(db: Db, { exportId, ...asked }: RegisterConditions) {
  const { roles, federalState, place, name = "", numbers } = asked;
  let query = db.selectFrom("registerActors").where("exportId", "=", exportId);
  if (roles !== undefined) query = query.where(sql<SqlBool>`roles & ${roles} <> 0`);
  if (federalState !== undefined) query = query.where("federalState", "is", federalState);
  if (numbers !== undefined) query = query.where("number", "in", [...numbers]);
  if (place && /^\d{1,5}$/.test(place)) query = query.where("postalCode", "like", `${place}%`);
  else if (place) query = query.where(sql<SqlBool>`instr(city_key, ${foldText(place)}) > 0`);
  for (const word of foldText(name).split(" ").filter(Boolean)) {
    query = query.where(sql<SqlBool>`instr(name_key, ${word}) > 0`);
  }
  return query;
}

export function countActors(db: Db, conditions: RegisterConditions): Promise<number> {
  return countRows(actorsOf(db, conditions));
}

/** The subquery needs only the index, so rows of earlier pages are not read. */
export async function findActors(
  db: Db,
  conditions: RegisterConditions,
  limit: number,
  offset: number,
): Promise<RegisterActor[]> {
  const ids = actorsOf(db, conditions).select("id").orderBy("nameKey").orderBy("id");
  const page = db.selectFrom("registerActors").where("id", "in", ids.limit(limit).offset(offset));
  return page.selectAll().orderBy("nameKey").orderBy("id").execute();
}

export async function findActorsAfter(
  db: Db,
  conditions: RegisterConditions,
  after: number,
  limit: number,
): Promise<RegisterActor[]> {
  const query = actorsOf(db, conditions).selectAll().where("id", ">", after);
  return query.orderBy("id").limit(limit).execute();
}
