import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadEventRow, Row } from "../schema";
import { listed } from "./read-rows";

export type Action = Pick<Row<"actions">, "id" | "text" | "isUndo">;

export async function recordAction(
  db: Db,
  { id, text, isUndo }: Action,
  { actor, at }: { actor: string; at: number },
  leads: number,
  lastEventId = id,
): Promise<void> {
  const more = { leads: sql<number>`leads + excluded.leads`, lastEventId };
  const entry = { id, text, isUndo, actor, at, leads, lastEventId };
  const query = db.insertInto("actions").values(entry);
  await query.onConflict((known) => known.column("id").doUpdateSet(more)).execute();
}

/** Finds an open action by id, or the user's last one that is not an undo. */
export function findOpenAction(db: Db, which: { id: string } | { actor: string; since: number }) {
  const open = db.selectFrom("actions").selectAll().where("undoneAt", "is", null);
  if ("id" in which) return open.where("id", "=", which.id).executeTakeFirst();
  const own = open.where("actor", "=", which.actor).where("at", ">=", which.since);
  return own.where("isUndo", "=", 0).orderBy("id", "desc").limit(1).executeTakeFirst();
}

export async function closeAction(db: Db, id: string, undoneAt: number): Promise<void> {
  await db.updateTable("actions").set({ undoneAt }).where("id", "=", id).execute();
}

export async function findSeqsOfAction(db: Db, id: string): Promise<number[]> {
  const query = sql<{ seq: number }>`SELECT lead_seq AS seq FROM actions CROSS JOIN lead_events AS e
      ON e.id BETWEEN actions.id AND last_event_id AND action_id = actions.id WHERE actions.id = ${id}
    UNION SELECT seq FROM deleted_leads WHERE deletion_id = ${id} ORDER BY 1`;
  const { rows } = await query.execute(db);
  return rows.map(({ seq }) => seq);
}

type ActionEvent = Pick<LeadEventRow, "leadSeq" | "kind" | "changes"> & { isTouched: 0 | 1 };

/** Oldest first; `isTouched` means another actor changed the lead afterwards. */
export async function findEventsOfAction(db: Db, id: string, seqs: readonly number[]) {
  const query = sql<ActionEvent>`SELECT e.lead_seq, e.kind, e.changes, EXISTS (SELECT 1 FROM lead_events AS later
        WHERE later.lead_seq = e.lead_seq AND later.id > e.id AND later.actor != e.actor) AS is_touched
    FROM actions CROSS JOIN lead_events AS e INDEXED BY lead_events_by_lead
      ON e.lead_seq IN ${listed(seqs)} AND e.id BETWEEN actions.id AND last_event_id
    WHERE actions.id = ${id} AND e.action_id = actions.id ORDER BY e.id`;
  return (await query.execute(db)).rows;
}

export function findUndoableEvents(db: Db, leadSeq: number) {
  const events = db.selectFrom("leadEvents").innerJoin("actions", "actions.id", "actionId");
  const open = events.where("leadSeq", "=", leadSeq).where("undoneAt", "is", null);
  const changed = open.where("kind", "in", ["updated", "undone"]);
  return changed.select(["leadEvents.id", "actionId"]).execute();
}

/** A merge can be undone as long as it stands. */
export async function purgeActions(db: Db, before: number): Promise<void> {
  const outdated = db.deleteFrom("actions").where("at", "<", before);
  await outdated
    .where(
      sql<boolean>`id NOT IN (SELECT deletion_id FROM merged_leads JOIN deleted_leads USING (seq))`,
    )
    .execute();
}
