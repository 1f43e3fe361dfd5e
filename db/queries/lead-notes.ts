import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import type { LeadNoteRow } from "../schema";
import { CHANNEL_NAMES } from "../schema/leads";
import { insertRows } from "./insert-rows";
import { listed } from "./read-rows";

export type LeadNote = Omit<LeadNoteRow, "leadSeq">;

export async function findNotes(db: Db, leadSeq: number): Promise<LeadNote[]> {
  const notes = db.selectFrom("leadNotes").select(["id", "at", "actor", "text", "channel"]);
  return notes.where("leadSeq", "=", leadSeq).orderBy("at", "desc").orderBy("id", "desc").execute();
}

/** Runs in the caller's transaction. Returns the new value of `leads.notes`. */
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

/** Keeps the notes at the end of the text, and stores the rest as a new note. Runs in the caller's transaction. */
export async function saveNoteText(
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

/** Blank lines separate notes; the channel precedes the text. */
export function notesText(notes: readonly LeadNote[]): string | null {
  const textOf = ({ channel, text }: LeadNote) =>
    [channel && CHANNEL_NAMES[channel], text].filter(Boolean).join(": ");
  return notes.map(textOf).join("\n\n") || null;
}
