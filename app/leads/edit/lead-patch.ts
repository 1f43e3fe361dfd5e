import { z } from "zod";
import { findPhoneNumbers } from "~db/phone-number";
import { LEAD_PRIORITIES, LEAD_STATUSES } from "../lead";
import { MAX_TAGS, uniqueTags } from "../tag";
import { TagSchema } from "../tag-schema.server";

const MAX_NOTES_LENGTH = 20_000;
const MAX_LINE_LENGTH = 200;
const MAX_REASON_LENGTH = 5_000;
const textMessage = "Ein Text oder null.";

/**
 * Windows' line ends, which every form sends, become plain ones; half a character, which the store can't keep, the
 * sign for one; what is only blanks is nothing.
 */
const text = (max: number) =>
  z
    .string(textMessage)
    .transform(
      (value) =>
        value
          .replace(/\r\n?/g, "\n")
          .replace(/\p{Cs}/gu, "\ufffd")
          .trim() || null,
    )
    .pipe(
      z
        .string()
        .max(max, `Höchstens ${max.toLocaleString("de-DE")} Zeichen.`)
        .nullable(),
    )
    .nullable();

const line = z
  .string(textMessage)
  .transform((value) => value.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim() || null)
  .pipe(z.string().max(MAX_LINE_LENGTH, `Höchstens ${MAX_LINE_LENGTH} Zeichen.`).nullable())
  .nullable();

const scoreMessage = "Eine ganze Zahl von 1 bis 5.";

const timeMessage = "Eine Zeit wie 2026-11-20T08:00:00Z.";
const FIRST_TIME = Date.parse("0000-01-01T00:00:00Z");
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

const numberMessage = "Eine Telefonnummer wie 030 1234567.";

/** A telephone number in any spelling, as it is stored. */
const phone = z.string(numberMessage).transform((text, context): string => {
  const [number, second] = findPhoneNumbers(text);
  if (number !== undefined && second === undefined) return number.stored;
  context.addIssue({ code: "custom", message: numberMessage });
  return z.NEVER;
});

const unique = (values: readonly string[]) => [...new Set(values)];

/**
 * A change of a lead as a JSON merge patch (RFC 7396): what is absent stays, null clears. Status has no empty value;
 * cleared, it is „neu“ again.
 */
export const LeadPatchSchema = z
  .strictObject({
    status: z
      .enum(LEAD_STATUSES, `Erlaubt sind ${LEAD_STATUSES.join(", ")}.`)
      .nullable()
      .describe("null setzt auf neu zurück")
      .transform((status) => status ?? "neu"),
    priority: z.enum(LEAD_PRIORITIES, `Erlaubt sind ${LEAD_PRIORITIES.join(", ")}.`).nullable(),
    tags: z
      .array(TagSchema, "Eine Liste von Tags oder null.")
      .max(MAX_TAGS, `Höchstens ${MAX_TAGS} Tags.`)
      .transform(uniqueTags)
      .nullable()
      .describe("Alle Tags des Leads, 1–40 Zeichen, ohne Komma; groß oder klein ist derselbe Tag")
      .transform((tags) => tags ?? []),
    notes: text(MAX_NOTES_LENGTH),
    phone: z.union([phone, z.literal("").transform(() => null)], numberMessage).nullable(),
    phones: z
      .array(phone, "Eine Liste von Telefonnummern oder null.")
      .max(20, "Höchstens 20 Nummern.")
      .transform(unique)
      .nullable()
      .describe("Weitere Nummern")
      .transform((phones) => phones ?? []),
    companyType: line,
    topics: z
      .array(
        z
          .string("Ein Text.")
          .trim()
          .min(1, "Darf nicht leer sein.")
          .max(100, "Höchstens 100 Zeichen."),
        "Eine Liste von Texten oder null.",
      )
      .max(50, "Höchstens 50 Themen.")
      .transform(unique)
      .nullable()
      .transform((topics) => topics ?? []),
    salesScore: z.int(scoreMessage).min(1, scoreMessage).max(5, scoreMessage).nullable(),
    salesReason: text(MAX_REASON_LENGTH),
    offerPackage: line,
    approved: z
      .boolean("Erlaubt sind true und false.")
      .nullable()
      .transform((approved) => approved ?? false),
    approvedAt: z.iso
      .datetime({ offset: true, error: timeMessage })
      // An offset can carry a time past the years that ISO writes with four digits.
      .refine(
        (time) => !(Date.parse(time) < FIRST_TIME || Date.parse(time) > LAST_TIME),
        timeMessage,
      )
      .transform((time) => new Date(time).toISOString())
      .nullable()
      .describe("Setzt die Freigabe auf diese Zeit; null nimmt sie zurück"),
  })
  .partial()
  .refine(
    ({ approved, approvedAt }) =>
      approved === undefined || approvedAt === undefined || approved === (approvedAt !== null),
    { path: ["approvedAt"], message: "Widerspricht approved." },
  );

export type LeadPatch = z.infer<typeof LeadPatchSchema>;
