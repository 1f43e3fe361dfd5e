import type { Db } from "~db/client";
import { getLeadById, type LeadChange, parseList, updateLead } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { conflict, notFound } from "../../refusal";
import { parseAddressLine } from "../../text/address-line";
import { findLeadRecord } from "../get-lead.server";
import { ADDRESS_PARTS, type Evidence, groupOf } from "../lead";
import { type ByWhom, changesOf, recordEvent } from "../store/change-lead.server";
import { fillChange } from "../store/fill-lead.server";
import { evidenceOf } from "./lead-evidence.server";
import { evidenceKey, isOfOne } from "./show-evidence.server";

const HEADS: readonly string[] = [...ADDRESS_PARTS, "contactName"];

const empty = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, null]));

/** What a lead becomes by a value that lost, as if that were the first to be found. */
function adoptedChange(row: LeadRow, evidence: readonly Evidence[], chosen: Evidence): LeadChange {
  const { field, value } = chosen;
  const group = groupOf(field);
  const found = evidence.filter((entry) => isOfOne(entry, chosen) && group.includes(entry.field));
  const isWhole = found.some((entry) => HEADS.includes(entry.field));
  const line = found.find((entry) => entry.field === "address")?.value;
  const { region, ...parts } = parseAddressLine(String(line ?? ""));
  const said = (isWhole ? [...found, chosen] : [chosen]).map((entry) => [entry.field, entry.value]);
  const phones = [...new Set([value, row.phone, ...parseList(row.phones)])].flatMap((number) =>
    typeof number === "string" ? number : [],
  );
  const about = {
    values: { ...(line ? parts : {}), ...Object.fromEntries(said) },
    ...{ isNameGuessed: false, isPerson: false },
    ...{ phones, emails: field === "email" ? [String(value)] : [] },
  };
  const open = { ...row, ...empty(group), editedFields: "[]", phones: "[]" };
  return {
    ...(isWhole ? empty(group) : {}),
    ...fillChange(open, about, { rename: false, addEmails: false }),
    ...(field === "topics" ? { topics: JSON.stringify(value) } : {}),
  };
}

/**
 * Takes over what was found and lost against a better value, an address or a person whole: from then on it is a
 * person's own.
 *
 * @param key of a value that the panel shows
 * @throws Refusal 404, and 409 where it is no longer there
 */
export async function adoptEvidence(
  db: Db,
  id: string,
  key: string,
  { actor, now }: ByWhom,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    if (row === undefined) throw notFound();
    const evidence = evidenceOf(await findLeadRecord(trx, row));
    const chosen = evidence.find((entry) => evidenceKey(entry) === key);
    if (chosen === undefined) throw conflict("Diese Angabe ist inzwischen eine andere.");
    const change = adoptedChange(row, evidence, chosen);
    const changes = changesOf(change, row);
    const edited = Object.keys(changes).filter((field) => field !== "emails" && field !== "phones");
    const editedFields = JSON.stringify([...new Set([...parseList(row.editedFields), ...edited])]);
    const lead = await updateLead(trx, row, { ...change, editedFields }, now);
    await recordEvent(trx, lead, "updated", changes, { actor, now });
  });
}
