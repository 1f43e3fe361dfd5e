import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import type { LeadNoteRow } from "../schema";
import { CHANNEL_NAMES } from "../schema/leads";
import { insertRows } from "./insert-rows";
import { listed } from "./read-rows";

/** An entry as an event keeps it, too. */
export type LeadNote = Omit<LeadNoteRow, "leadSeq">;

/** A lead's entries, the newest first. */
export async function findNotes(db: Db, leadSeq: number): Promise<LeadNote[]> {
  const notes = db.selectFrom("leadNotes").select(["id", "at", "actor", "text", "channel"]);
  return notes.where("leadSeq", "=", leadSeq).orderBy("at", "desc").orderBy("id", "desc").execute();
}

/**
 * Puts entries in the place of others, by their ids; the other way round it is taken back. Runs inside the caller's
 * transaction.
 *
 * @returns what the lead's column says from then on
 */
export async function replaceNotes(
  db: Db,
  leadSeq: number,
  { from, to }: { from: readonly LeadNote[]; to: readonly LeadNote[] },
): Promise<string | null> {
  const gone = [...from, ...to].map(({ id }) => id);
  const query = db.deleteFrom("leadNotes").where("leadSeq", "=", leadSeq);
  await query.where("id", "in", listed(gone)).execute();
  const added = to.map((note) => ({ ...note, leadSeq }));
  await insertRows(db, "leadNotes", added);
  return notesText(await findNotes(db, leadSeq));
}

/**
 * Makes the entries say a text: those that it still ends with stay whose they are, what stands before is a new one. Runs
 * inside the caller's transaction.
 *
 * @returns what became of what, as an event tells it
 */
export async function noteText(
  db: Db,
  { seq }: { seq: number },
  text: string | null,
  by: { at: number; actor: string },
) {
  const all = await findNotes(db, seq);
  const endOf = (start: number) => notesText(all.slice(start)) ?? "";
  const isKept = (start: number) => `\n\n${text ?? ""}`.endsWith(`\n\n${endOf(start)}`);
  const start = all.findIndex((_, index) => isKept(index));
  const from = start < 0 ? all : all.slice(0, start);
  const own = start < 0 ? text : text?.slice(0, -endOf(start).length - 2);
  const to: LeadNote[] = own ? [{ id: uuid(), ...by, text: own, channel: null }] : [];
  await replaceNotes(db, seq, { from, to });
  return { from, to };
}

/** Entries as one text: a blank line between, and how the company was contacted before what came of it. */
function notesText(notes: readonly LeadNote[]): string | null {
  const textOf = ({ channel, text }: LeadNote) =>
    [channel && CHANNEL_NAMES[channel], text].filter(Boolean).join(": ");
  return notes.map(textOf).join("\n\n") || null;
}
