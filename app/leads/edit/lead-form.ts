import { parsePhoneNumber } from "~db/phone-number";
import { type FieldWith, fieldsWith } from "~db/schema/lead-fields";
import { isoDay } from "../../format/iso-time";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { invalidInput } from "../../refusal";
import { PERSON_PARTS } from "../lead";
import type { Lead } from "../lead-schema";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";

/** One field holds the main number and all further ones, another all email addresses. */
const LEAD_FORM_FIELDS = fieldsWith("inPanel");
export type LeadFormField = FieldWith<"inPanel">;

/** Lists have one value a line, the main one first; tabs separate a person's parts. */
export type LeadFormValues = Partial<Record<LeadFormField, string>>;

const LISTS = new Set<LeadFormField>(["phone", "email", "contacts"]);

export function formFieldOf(column: string): LeadFormField | undefined {
  return LEAD_FORM_FIELDS.find((field) => field === column || `${field}s` === column);
}

const displayed = (phone: string | null) => phone && parsePhoneNumber(phone).display;

export function toFormTexts(lead: Lead, timeZone: string): LeadFormValues {
  const lines = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter(Boolean).join("\n");
  const persons = lead.contacts.map((one) => ({ ...one, phone: displayed(one.phone) }));
  const read: LeadFormValues = {
    domain: displayDomain(lead.domain),
    phone: lines([lead.phone, ...lead.phones].map(displayed)),
    email: lines([lead.email, ...lead.emails]),
    contacts: lines(persons.map((one) => PERSON_PARTS.map((part) => one[part]).join("\t"))),
    followUpAt: lead.followUpAt === null ? "" : isoDay(lead.followUpAt, timeZone),
    topics: lead.topics.join(", "),
  };
  const textOf = (field: LeadFormField) => read[field] ?? plainLineEnds(String(lead[field] ?? ""));
  return Object.fromEntries(LEAD_FORM_FIELDS.map((field) => [field, textOf(field)]));
}

function plainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

const linesOf = (text: string) => text.split("\n").filter(Boolean);

function toPatchValues(field: LeadFormField, text: string): Partial<Record<string, unknown>> {
  const value = text.trim() === "" ? null : text;
  switch (field) {
    case "topics":
      return { topics: text.split(",").flatMap((topic) => topic.trim() || []) };
    case "salesScore":
      return { salesScore: value && Number(value) };
    case "phone": {
      const [phone = null, ...phones] = linesOf(text);
      return { phone, phones };
    }
    case "email":
      return { email: linesOf(text)[0] ?? null, emails: linesOf(text) };
    case "contacts": {
      const persons = linesOf(text).map((line) => line.split("\t"));
      return {
        contacts: persons.map((texts) =>
          Object.fromEntries(PERSON_PARTS.map((part, at) => [part, texts[at] || null])),
        ),
      };
    }
    default:
      return { [field]: value };
  }
}

/** @throws Refusal 422 that names the invalid fields */
export function toPatch(changed: LeadFormValues): LeadPatch {
  const values = LEAD_FORM_FIELDS.map((field) => {
    const text = changed[field];
    return text === undefined ? {} : toPatchValues(field, text);
  });
  const patch = LeadPatchSchema.safeParse(Object.assign({}, ...values));
  if (patch.success) return patch.data;
  throw invalidInput(
    patch.error.issues.map(({ path: [column = ""], message }) => ({
      path: formFieldOf(String(column)) ?? String(column),
      message,
    })),
  );
}

/** The buttons `first` and `remove` name a line of a list, e.g. „phone.2“. */
function readLines(form: FormData, field: LeadFormField): string | undefined {
  const names = field === "contacts" ? PERSON_PARTS.map((part) => `${field}.${part}`) : [field];
  const [first = [], ...others] = names.map((name) => form.getAll(name));
  if (first.length === 0) return undefined;
  const clean = (value: unknown) =>
    String(value ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const lines = first.map((text, at) => [text, ...others.map((texts) => texts[at])].map(clean));
  const placeOf = (button: string) =>
    lines.findIndex((_, at) => form.get(button) === `${field}.${at}`);
  const head = lines[placeOf("first")];
  const removed = lines[placeOf("remove")];
  const rest = lines.filter((line) => line !== head && line !== removed);
  const kept = [...(head ? [head] : []), ...rest].filter((line) => line.some(Boolean));
  return kept.map((line) => line.join("\t")).join("\n");
}

/** A hidden „seen.…“ field holds each shown value, so only the user's changes are written. */
export function readLeadForm(form: FormData): { changed: LeadFormValues; seen: LeadFormValues } {
  const textsOf = (name: string) =>
    form.getAll(name).flatMap((value) => (typeof value === "string" ? plainLineEnds(value) : []));
  const changed: LeadFormValues = {};
  const seen: LeadFormValues = {};
  for (const field of LEAD_FORM_FIELDS) {
    const texts = textsOf(field);
    // A button with a day is sent after the field, and wins.
    const typed = LISTS.has(field) ? readLines(form, field) : texts.at(-1);
    const [shown] = textsOf(`seen.${field}`);
    if (shown !== undefined) seen[field] = shown;
    if (typed !== undefined && typed !== shown) changed[field] = typed;
  }
  return { changed, seen };
}
