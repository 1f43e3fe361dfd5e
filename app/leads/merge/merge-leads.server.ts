import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { findDeletedSeqs, moveLeadsToTrash } from "~db/queries/deleted-leads";
import { findUndoneImports } from "~db/queries/imports";
import {
  addEvents,
  findTags,
  getLeadById,
  parseContacts,
  parseList,
  setTags,
  updateLead,
} from "~db/queries/leads";
import {
  findMerged,
  type Merged,
  moveRows,
  refreshMoved,
  returnRows,
} from "~db/queries/merged-leads";
import type { LeadRow } from "~db/schema";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { conflict, invalid } from "../../refusal";
import { withoutRemoved } from "../contact-columns.server";
import { changedFacts, keepFacts } from "../evidence/lead-evidence.server";
import { entityTag, missingLead } from "../get-lead.server";
import { toLead } from "../lead-json.server";
import { findBlockedDeleted } from "../store/blocked-companies.server";
import type { Author, FieldChanges } from "../store/change-lead.server";
import { mergeChanges, undoActionOf, undoImportOf } from "../undo/undo-action.server";
import { JOINED, type MergeField, mergedChange } from "./merge-fields";

const GONE = "Den anderen Lead gibt es nicht.";
const STALE =
  "Einer der beiden Leads wurde inzwischen geändert. Die Vorschau ist neu: bitte noch einmal ansehen.";
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export interface MergeRequest {
  otherId: string;
  /** Fields of which the other lead's value stays; absent: a person's value wins, else the lead's own. */
  take?: readonly MergeField[] | undefined;
  /** Entity tags of both leads, as a preview showed them. */
  seen?: readonly string[] | undefined;
}

/** @throws Refusal 404 or 409 for a lead that is gone, 422 for one and the same */
export async function getPair(db: Db, id: string, otherId: string) {
  const [lead, other] = [await getLeadById(db, id), await getLeadById(db, otherId)];
  if (lead === undefined) throw await missingLead(db, id);
  if (lead.id === other?.id)
    throw invalid("otherId", "Ein Lead lässt sich nicht mit sich selbst zusammenführen.");
  if (other !== undefined) return { lead, other };
  const trashed = await findDeletedSeqs(db, { ids: [otherId], isKept: false });
  if (trashed.length === 0) throw await missingLead(db, otherId, GONE);
  throw conflict("Der andere Lead liegt im Papierkorb. Zuerst wiederherstellen.");
}

/** Without notes and tags, as `undoActionOf` reads them. */
function changesBetween(before: LeadRow, after: LeadRow): FieldChanges {
  const [from = {}, to = {}] = [before, after].map((row) => {
    const { notes, updatedAt, ...lead } = toLead(row, []);
    const { nameGuessed, imprint, adObjection, adObjectionUrl } = row;
    const editedFields = parseList(row.editedFields);
    return { ...lead, nameGuessed, imprint, adObjection, adObjectionUrl, editedFields };
  });
  const old = new Map<string, unknown>(Object.entries(from));
  const all = Object.entries(to).map(([field, value]) => {
    return [field, { from: old.get(field), to: value }] as const;
  });
  const edited = new Set(parseList(after.editedFields));
  for (const field of parseList(before.editedFields)) edited.delete(field);
  return Object.fromEntries(
    all.filter(([field, { from, to }]) => edited.has(field) || !isSame(from, to)),
  );
}

/** After a part, no event since the merge tells the other's values or leads back to them. */
async function forgetValues(trx: Db, { seq }: LeadRow, { deletionId }: Merged, since: string) {
  const rows = trx.selectFrom("leadEvents").select(["id", "actionId", "changes"]);
  const events = rows.where("leadSeq", "=", seq).orderBy("id");
  let own: FieldChanges | undefined;
  for (const { id, actionId, changes } of await events.execute()) {
    const isMerge = actionId === deletionId && own === undefined;
    if (own === undefined && !isMerge) continue;
    const read = mergeChanges([{ changes }]);
    const kept = isMerge ? { mergedDomain: read.mergedDomain } : withoutValues(read, own ?? {});
    own ??= read;
    const change = { changes: JSON.stringify(kept) };
    await trx.updateTable("leadEvents").set(change).where("id", "=", id).execute();
  }
  const undone = trx.deleteFrom("leadEvents").where("leadSeq", "=", seq);
  await undone.where("kind", "=", "undone").where("id", ">", since).execute();
  await trx.deleteFrom("actions").where("id", "=", deletionId).execute();
}

/** As if `gone` had never been changed. */
function withoutValues(changes: FieldChanges, gone: FieldChanges): FieldChanges {
  const clean = ([field, { from, to }]: [string, FieldChanges[string]]) => {
    const { [field]: { from: was, to: became } = { from: undefined, to: undefined } } = gone;
    const isIn = (list: unknown, one: unknown) =>
      Array.isArray(list) && list.some((other) => isSame(one, other));
    const back = (value: unknown) =>
      Array.isArray(value)
        ? value.filter((one) => isIn(was, one) || !isIn(became, one))
        : isSame(value, became)
          ? was
          : value;
    return [field, { from: back(from), to: back(to) }];
  };
  return Object.fromEntries(Object.entries(changes).map(clean));
}

/**
 * The other lead's rows go to this one; the rest of it is kept until `partLead` gives it back.
 * @throws Refusal 404 or 409 for a lead that is gone or changed since the preview, 422 for one and the same
 */
export async function mergeLeads(
  db: Db,
  id: string,
  { otherId, take, seen }: MergeRequest,
  { actor, now: at }: Author,
): Promise<{ domain: string; actionId: string }> {
  return db.transaction().execute(async (trx) => {
    const { lead, other } = await getPair(trx, id, otherId);
    const isFresh = [lead, other].every((row) => seen?.includes(entityTag(row)) ?? true);
    if (!isFresh) throw conflict(STALE);
    const domain = displayDomain(other.domain);
    const action = { id: uuid(), text: `Mit ${domain} zusammengeführt`, isUndo: 0 } as const;
    const persons = await withoutRemoved(trx, lead, parseContacts(other.contacts));
    const tags = await findTags(trx, [lead.seq, other.seq]);
    const from = (tags.get(lead.seq) ?? []).sort();
    const to = [...new Set([...from, ...(tags.get(other.seq) ?? [])])].sort();
    const moved = await moveRows(trx, other.seq, lead.seq);
    await moveLeadsToTrash(trx, [other.seq], { id: action.id, at, actor, kind: "merged" });
    const entry = { seq: other.seq, leadSeq: lead.seq, moved };
    await trx.insertInto("mergedLeads").values(entry).execute();
    await setTags(trx, new Map([[lead.seq, to]]));
    const row = await updateLead(trx, lead, mergedChange(lead, other, persons, take), at);
    await refreshMoved(trx, [lead.seq]);
    for (const loser of [lead, other]) {
      const facts = changedFacts(changesBetween(row, loser));
      const lost = facts.filter(({ field, value }) => value !== null && !JOINED.includes(field));
      const origin = { source: "merge", provider: displayDomain(loser.domain), jobId: null };
      await keepFacts(trx, lead.seq, lost, { ...origin, foundAt: at });
    }
    const told = { mergedDomain: { from: null, to: domain }, ...changesBetween(lead, row) };
    const changes = to.length > from.length ? { ...told, tags: { from, to } } : told;
    const event = { leadSeq: lead.seq, changes: JSON.stringify(changes) };
    await addEvents(trx, { at, actor, kind: "merged", action }, [event]);
    return { domain, actionId: action.id };
  });
}

/**
 * Gives both leads back as they were. What changed since stays with the lead.
 * @param otherId the id that the other lead had; by default the last that was merged
 * @throws Refusal 404 for a lead that is gone, 409 if it has no such part, or something of the other one is blocked
 * @returns a sentence that says so
 */
export function partLead(
  db: Db,
  id: string,
  { actor, now: at }: Author,
  otherId?: string,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const lead = await getLeadById(trx, id);
    if (lead === undefined) throw await missingLead(trx, id);
    const all = await findMerged(trx, lead.seq);
    const merged = all.find((one) => otherId === undefined || one.id === otherId);
    if (merged === undefined)
      throw conflict("Dieser Lead ist nicht (mehr) mit ihm zusammengeführt.");
    const { seq, deletionId, via } = merged;
    if (via !== undefined) throw conflict(`Zuerst ${displayDomain(via)} trennen.`);
    const blocked = (await findBlockedDeleted(trx, [seq])).get(seq);
    if (blocked) throw conflict(`${blocked} steht auf der Sperrliste. Zuerst dort entfernen.`);
    const by = { id: uuid(), actor, at };
    await undoActionOf(trx, [lead.seq, seq], deletionId, by);
    await returnRows(trx, merged, lead);
    await refreshMoved(trx, [lead.seq, seq]);
    await forgetValues(trx, lead, merged, by.id);
    const domain = displayDomain(merged.domain);
    const changes = JSON.stringify({ mergedDomain: { from: domain, to: null } });
    await addEvents(trx, { ...by, kind: "parted" }, [{ leadSeq: lead.seq, changes }]);
    const text = `${displayDomain(lead.domain)} und ${domain} sind getrennt.`;
    for (const one of await findUndoneImports(trx, seq, merged.deletedAt))
      await undoImportOf(trx, [seq], one, by);
    if ((await getLeadById(trx, merged.id)) !== undefined) return text;
    return `${text} ${domain} liegt im Papierkorb, denn der Import ist rückgängig.`;
  });
}
