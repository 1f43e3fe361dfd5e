import { z } from "zod";
import { findPhoneNumbers } from "~db/phone-number";
import { perPlainText } from "~db/schema/lead-fields";
import { emailAddress } from "../../reading/companies/domain-key.server";
import { parseCountry } from "../../reading/places/country";
import { parseFederalState } from "../../reading/places/parse-federal-state";
import { parseUrl } from "../../text/parse-url";
import { LEAD_PRIORITIES, LEAD_STATUSES } from "../lead";
import { MAX_TAGS, uniqueTags } from "../tag";
import { TagSchema } from "../tag-schema.server";

const MAX_NOTES_LENGTH = 20_000;
const MAX_LINK_LENGTH = 1_000;
const MAX_REASON_LENGTH = 5_000;

const cleaned = (clean: (value: string) => string, max: number) =>
  z
    .string("Ein Text oder null.")
    .transform((value) => clean(value).trim() || null)
    .pipe(
      z
        .string()
        .max(max, `Höchstens ${max.toLocaleString("de-DE")} Zeichen.`)
        .nullable(),
    )
    .nullable();

/** Forms send CR LF. SQLite can't store lone surrogates (\p{Cs}). */
const text = (max: number) =>
  cleaned((value) => value.replace(/\r\n?/g, "\n").replace(/\p{Cs}/gu, "\ufffd"), max);

const line = cleaned((value) => value.replace(/[\s\p{Cc}\p{Cs}]+/gu, " "), 200);

const scoreMessage = "Eine ganze Zahl von 1 bis 5.";

const timeMessage = "Eine Zeit wie 2026-11-20T08:00:00Z.";
const FIRST_TIME = Date.parse("0000-01-01T00:00:00Z");
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

const time = z.iso
  .datetime({ offset: true, error: timeMessage })
  // The offset may move a time out of ISO's four-digit years.
  .refine((text) => !(Date.parse(text) < FIRST_TIME || Date.parse(text) > LAST_TIME), timeMessage)
  .transform((text) => new Date(text).toISOString());
const dayMessage = "Ein Tag wie 2026-11-20 oder eine Zeit wie 2026-11-20T08:00:00Z.";

function normalized(message: string, read: (text: string) => string | null) {
  const toStored = (text: string, context: z.RefinementCtx): string => {
    const stored = read(text.replace(/\p{Cs}/gu, "\ufffd").trim());
    if (stored !== null && stored.length <= MAX_LINK_LENGTH) return stored;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  return {
    required: z.string(message).transform(toStored),
    optional: z
      .string(message)
      .transform((text, context) => (text.trim() === "" ? null : toStored(text, context)))
      .nullable(),
  };
}

const phone = normalized("Eine Telefonnummer wie 030 1234567.", (text) => {
  const [number, second] = findPhoneNumbers(text);
  return number !== undefined && second === undefined ? number.stored : null;
});
const email = normalized("Eine E-Mail-Adresse wie info@firma.de.", emailAddress);
const link = normalized("Eine Webadresse wie https://firma.de.", (text) => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return /^https?:$/.test(parseUrl(url)?.protocol ?? "") ? url : null;
});
const federalState = normalized("Ein Bundesland wie Bayern.", parseFederalState);
const country = normalized("Ein Land wie DE oder Österreich.", parseCountry);
const domainMessage = "Eine Domain wie firma.de.";

const list = <T extends z.ZodType>(item: T, name: string, max: number) =>
  z
    .array(item, `Eine Liste von ${name} oder null.`)
    .max(max, `Höchstens ${max} ${name}.`)
    .transform((items) => [...new Set(items)])
    .nullable()
    .transform((items) => items ?? []);

const person = z.strictObject({
  name: line.default(null),
  title: line.default(null),
  email: email.optional.default(null),
  phone: phone.optional.default(null),
  profileUrl: link.optional.default(null),
});
const topic = z
  .string("Ein Text.")
  .trim()
  .min(1, "Darf nicht leer sein.")
  .max(100, "Höchstens 100 Zeichen.");

/** A JSON merge patch (RFC 7396): absent fields stay, null clears. */
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
    companyName: line,
    domain: z.string(domainMessage).trim().min(1, domainMessage).max(300, domainMessage),
    website: link.optional.describe("Eine andere Domain wird auch die des Leads"),
    email: email.optional,
    emails: list(email.required, "E-Mail-Adressen", 50).describe("Alle, die erste ist email"),
    phone: phone.optional,
    phones: list(phone.required, "Telefonnummern", 20).describe("Weitere Nummern"),
    street: line,
    postalCode: line,
    city: line,
    federalState: federalState.optional,
    country: country.optional.describe("ISO 3166-1, zwei Buchstaben, oder der Name"),
    contacts: list(person, "Ansprechpersonen", 50)
      .transform((all) => all.filter((one) => Object.values(one).some(Boolean)))
      .describe("Alle, die wichtigste zuerst"),
    owner: line.describe("Name eines Benutzers"),
    followUpAt: z
      .union([time, z.iso.date(), z.literal("").transform(() => null)], dayMessage)
      .nullable()
      .describe("Wiedervorlage: ein Tag oder eine Zeit"),
    companyType: line,
    topics: list(topic, "Themen", 50),
    salesScore: z.int(scoreMessage).min(1, scoreMessage).max(5, scoreMessage).nullable(),
    salesReason: text(MAX_REASON_LENGTH),
    ...perPlainText(() => line),
    adObjection: z
      .null("Nur null.")
      .describe(
        "null nimmt einen Widerspruch gegen Werbung weg; die Website setzt ihn nicht wieder",
      ),
    approved: z
      .boolean("Erlaubt sind true und false.")
      .nullable()
      .transform((approved) => approved ?? false),
    approvedAt: time
      .nullable()
      .describe("Setzt die Freigabe auf diese Zeit; null nimmt sie zurück"),
  })
  .partial()
  .refine(
    ({ approved, approvedAt }) =>
      approved === undefined || approvedAt === undefined || approved === (approvedAt !== null),
    { path: ["approvedAt"], message: "Widerspricht approved." },
  );

export const NewLeadSchema = LeadPatchSchema.refine(
  ({ domain, website, email }) => Boolean(domain ?? website ?? email),
  { path: ["domain"], message: "Eine Domain, eine Website oder eine E-Mail-Adresse angeben." },
);

export type LeadPatch = z.infer<typeof LeadPatchSchema>;
