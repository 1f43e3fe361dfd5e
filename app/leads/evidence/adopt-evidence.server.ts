import type { Db } from "~db/client";
import {
  getLeadById,
  type LeadChange,
  parseContacts,
  parseList,
  updateLead,
} from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { parseAddressLine } from "../../reading/places/address-line";
import { conflict, notFound } from "../../refusal";
import { joinPersons, toPersons } from "../contact-columns.server";
import { ADDRESS_PARTS, CONTACT_FIELDS } from "../lead";
import { type Evidence, groupOf } from "../lead-schema";
import { refuseBlocked } from "../store/blocked-companies.server";
import { type Author, changesOf, editAction, recordEvent } from "../store/change-lead.server";
import { fillChange } from "../store/fill-lead.server";
import { findLeadEvidence } from "./lead-evidence.server";
import { evidenceKey, isSameFinding } from "./show-evidence.server";

const ADDRESS: readonly string[] = ADDRESS_PARTS;

const empty = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, null]));

/** The found person becomes the first. Values without a name describe the present first person. */
function firstPerson(row: LeadRow, found: readonly Evidence[]): LeadChange {
  const [name = row.contactName, title = null, profileUrl = null] = CONTACT_FIELDS.map((field) =>
    found.flatMap(({ value, ...of }) => (of.field === field ? String(value) : [])).at(0),
  );
  const contacts = JSON.stringify(toPersons({ name, title, profileUrl }));
  return joinPersons({ contacts, editedFields: "[]" }, parseContacts(row.contacts));
}

function adoptedChange(row: LeadRow, evidence: readonly Evidence[], chosen: Evidence): LeadChange {
  const { field, value } = chosen;
  const group = groupOf(field);
  const found = evidence.filter(
    (entry) => isSameFinding(entry, chosen) && group.includes(entry.field),
  );
  if (group === CONTACT_FIELDS) return firstPerson(row, found);
  const isPlace = found.some((entry) => ADDRESS.includes(entry.field));
  const isWhole = isPlace || field === "adObjection";
  const line = found.find((entry) => entry.field === "address")?.value;
  const { region, ...parts } = parseAddressLine(String(line ?? ""));
  const used = (isWhole ? [...found, chosen] : [chosen]).map((entry) => [entry.field, entry.value]);
  const phones = [...new Set([value, row.phone, ...parseList(row.phones)])].flatMap((number) =>
    typeof number === "string" ? number : [],
  );
  const about = {
    values: { ...(line ? parts : {}), ...Object.fromEntries(used) },
    ...{ isNameGuessed: false, persons: [] },
    ...{ phones, emails: field === "email" ? [String(value)] : [] },
  };
  const open = { ...row, ...empty(group), editedFields: "[]", phones: "[]" };
  return {
    ...(isPlace ? empty(group) : {}),
    ...fillChange(open, about, { rename: false, addEmails: false }),
    ...(field === "topics" ? { topics: JSON.stringify(value ?? []) } : {}),
  };
}

/** @throws Refusal 404 for an unknown lead, 409 if the value is gone, 422 if it is blocked */
export async function adoptEvidence(
  db: Db,
  id: string,
  key: string,
  { actor, now }: Author,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    if (row === undefined) throw notFound();
    const evidence = await findLeadEvidence(trx, row);
    const chosen = evidence.find((entry) => evidenceKey(entry) === key);
    if (chosen === undefined) throw conflict("Diese Angabe ist inzwischen eine andere.");
    const change = adoptedChange(row, evidence, chosen);
    const changes = changesOf(change, row);
    const edited = Object.keys(changes).filter((field) => field !== "emails" && field !== "phones");
    const editedFields = JSON.stringify([...new Set([...parseList(row.editedFields), ...edited])]);
    const lead = await updateLead(trx, row, { ...change, editedFields }, now);
    await refuseBlocked(trx, row, lead);
    changes.editedFields = { from: parseList(row.editedFields), to: parseList(editedFields) };
    await recordEvent(trx, lead, "updated", changes, { actor, now, action: editAction(changes) });
  });
}
