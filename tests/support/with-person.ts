import { type LeadInsert, NOBODY } from "../../db/queries/leads";

/** Gives a lead the person that its columns name. */
export function withPerson<Fields extends Partial<LeadInsert>>(fields: Fields): Fields {
  const { contacts, contactName: name = null, contactTitle: title = null } = fields;
  const { contactProfileUrl: profileUrl = null } = fields;
  if (contacts !== undefined || (name ?? title ?? profileUrl) === null) return fields;
  return { ...fields, contacts: JSON.stringify([{ ...NOBODY, name, title, profileUrl }]) };
}
