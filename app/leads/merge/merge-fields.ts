import { e164Of } from "~db/phone-number";
import { type LeadChange, parseContacts, parseList } from "~db/queries/leads";
import type { LeadContact, LeadRow } from "~db/schema";
import { PLAIN_TEXTS } from "~db/schema/lead-fields";
import { joinPersons } from "../contact-columns.server";
import { ADDRESS_FIELDS, CONTACT_FIELDS } from "../lead";

/** Columns that go together, by the first of them. */
const GROUPS = [
  ["companyName", "nameGuessed"],
  ["website"],
  ["email"],
  ["phone"],
  ADDRESS_FIELDS,
  ["companyType"],
  ["topics"],
  ["salesScore", "salesReason"],
  ...PLAIN_TEXTS.map((name) => [name] as const),
  ["owner"],
  ["followUpAt"],
  ["status"],
  ["priority"],
  ["approved", "approvedAt"],
  ["imprint"],
  ["adObjection", "adObjectionUrl"],
] as const;

export const MERGE_FIELDS = GROUPS.map(([field]) => field);
export type MergeField = (typeof MERGE_FIELDS)[number];

const EMPTY: readonly unknown[] = [null, "[]", 0, "neu"];
/** Without the others of its group it says nothing. */
const MINOR = ["nameGuessed", "federalState", "country", "latitude", "longitude"];

/** The lead's value stays, unless it is empty or only the other's is a person's. `take` decides where both say something. */
export function chooseFields(lead: LeadRow, other: LeadRow, take?: readonly MergeField[]) {
  return GROUPS.map((columns) => {
    const [field] = columns;
    const [own, others] = [lead, other].map((row) => {
      const edited = parseList(row.editedFields);
      const isByPerson = columns.some((column) => edited.includes(column));
      const told = columns.filter((column) => !MINOR.includes(column));
      return { isByPerson, isEmpty: told.every((column) => EMPTY.includes(row[column])) };
    });
    const isDifferent = columns.some((column) => lead[column] !== other[column]);
    // A person emptied it.
    const isRefused = own?.isEmpty && own.isByPerson;
    const isOpen = !others?.isEmpty && isDifferent && (isRefused || !own?.isEmpty);
    const isWanted = take?.includes(field) ?? (others?.isByPerson && !own?.isByPerson);
    const isTaken = isOpen ? isWanted === true : own?.isEmpty === true && !others?.isEmpty;
    return { field, columns, isOpen, isTaken };
  });
}

const MAX_EMAILS = 50;
/** The lead has those of both. */
export const JOINED: readonly string[] = ["emails", "phones", "contacts", ...CONTACT_FIELDS];

/** The lead's row after a merge, without notes and tags. Lists hold the values of both. */
export function mergedChange(
  lead: LeadRow,
  other: LeadRow,
  persons: readonly LeadContact[],
  take?: readonly MergeField[],
): LeadChange {
  const taken = chooseFields(lead, other, take).filter(({ isTaken }) => isTaken);
  const values: LeadChange = Object.fromEntries(
    taken.flatMap(({ columns }) => columns.map((column) => [column, other[column]])),
  );
  const others = parseList(other.editedFields);
  const chosen = taken.flatMap(({ field, columns, isOpen }) => {
    const isChosen = isOpen && take?.includes(field);
    const changed = columns.filter((column) => lead[column] !== other[column]);
    return changed.filter((column) => isChosen || others.includes(column));
  });
  // Searches do not bring back what a person removed from the other's lists.
  const edited = [...chosen, ...others.filter((column) => JOINED.includes(column))];
  const { email = lead.email, phone = lead.phone } = values;
  const joined = joinPersons({ ...lead, editedFields: "[]" }, persons);
  const shown = parseContacts(joined.contacts ?? lead.contacts);
  const isShown = ({ email, phone }: LeadContact) =>
    shown.some((one) => one.email === email && one.phone === phone);
  const nameless = persons.filter((one) => one.name === null && !isShown(one));
  const listsOf = (list: "emails" | "phones", main: "email" | "phone") => [
    ...[lead, other].flatMap((row) => [row[main] ?? [], parseList(row[list])].flat()),
    ...nameless.flatMap((one) => one[main] ?? []),
  ];
  const emails = new Set([email ?? [], listsOf("emails", "email")].flat());
  const keyOf = (number: string) => e164Of(number) || number;
  const phones = new Map(
    listsOf("phones", "phone")
      .toReversed()
      .map((one) => [keyOf(one), one]),
  );
  phones.delete(keyOf(phone ?? ""));
  return {
    ...values,
    ...joined,
    emails: JSON.stringify([...emails].slice(0, MAX_EMAILS)),
    phones: JSON.stringify([...phones.values()].toReversed()),
    editedFields: JSON.stringify([...new Set([...parseList(lead.editedFields), ...edited])]),
  };
}
