import { z } from "zod";
import type { Db } from "~db/client";
import { findPhoneNumbers } from "~db/phone-number";
import { findLastChange } from "~db/queries/settings";
import { type PageForms, pageForm } from "../http/form.server";
import { inputIssues } from "../http/search-params";
import { domainKey } from "../reading/companies/domain-key.server";
import { invalidInput } from "../refusal";
import { plainText } from "../text/clean-text";
import { formText, formTexts } from "../text/form-text";
import {
  MAX_PACKAGE_NAME,
  MAX_PACKAGE_TEXT,
  MAX_PACKAGES,
  MAX_SELLS,
  MAX_SENDER_TEXT,
} from "./team-settings";
import { offerSetting, perSenderField, senderSetting } from "./team-settings.server";

const tooLong = (max: number) => `Höchstens ${max.toLocaleString("de-DE")} Zeichen.`;

const text = (max: number) => z.string().overwrite(plainText).max(max, tooLong(max));

const line = (max: number) =>
  z
    .string()
    .overwrite((typed) => plainText(typed.replace(/[\s\p{Cc}]+/gu, " ")))
    .max(max, tooLong(max));

const EmailSchema = z.email({ pattern: z.regexes.unicodeEmail });

const optionalEmail = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || EmailSchema.safeParse(typed).success,
  "Eine Mailadresse wie name@firma.de eingeben.",
);

const optionalPhone = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || findPhoneNumbers(typed).length > 0,
  "Eine Telefonnummer wie 030 1234567 eingeben.",
);

/** Email addresses and `javascript:` URLs also contain a domain. */
const NO_WEBSITE = /[\s@]|^(?!https?:)[a-z]+:(?!\d)/i;

const optionalWebsite = line(MAX_SENDER_TEXT).refine(
  (typed) => typed === "" || (!NO_WEBSITE.test(typed) && domainKey(typed).kind !== "none"),
  "Eine Adresse wie www.firma.de eingeben.",
);

const PackageSchema = z.object({
  name: line(MAX_PACKAGE_NAME).min(1, "Einen Namen eingeben."),
  description: text(MAX_PACKAGE_TEXT),
});

/** The language model names a package by its name only. */
function refuseDuplicates(packages: readonly { name: string }[], context: z.RefinementCtx): void {
  const names = packages.map(({ name }) => name.toLowerCase());
  names.forEach((name, index) => {
    if (name === "" || names.indexOf(name) === index) return;
    const message = "Diesen Namen hat schon ein anderes Paket.";
    context.addIssue({ code: "custom", path: [index, "name"], message });
  });
}

const TeamTextsSchema = z.object({
  offer: z.object({
    sells: text(MAX_SELLS).min(1, "Beschreiben, was das Team verkauft."),
    packages: z
      .array(PackageSchema)
      .min(1, "Mindestens ein Paket anlegen.")
      .max(MAX_PACKAGES, `Höchstens ${MAX_PACKAGES} Pakete.`)
      .superRefine(refuseDuplicates),
  }),
  sender: z.object({
    name: line(MAX_SENDER_TEXT),
    position: line(MAX_SENDER_TEXT),
    company: line(MAX_SENDER_TEXT),
    email: optionalEmail,
    phone: optionalPhone,
    website: optionalWebsite,
  }),
});

export type TeamTexts = z.infer<typeof TeamTextsSchema>;

export type LastChange = NonNullable<Awaited<ReturnType<typeof findLastChange>>>;

interface TextsReply {
  texts?: TeamTexts;
  conflict?: LastChange;
}

const PATH = "/einstellungen/texte";
const SETTINGS = ["offer", "sender"];
type Packages = TeamTexts["offer"]["packages"];
/** Longer than any valid text. */
const MAX_TYPED = 20_000;
const ROWS = { count: 2 * MAX_PACKAGES, length: MAX_TYPED };

export async function findTeamTexts(
  db: Db,
): Promise<{ texts: TeamTexts; lastChange: LastChange | null }> {
  const [offer, sender, change] = await Promise.all([
    offerSetting.load(db),
    senderSetting.load(db),
    findLastChange(db, SETTINGS),
  ]);
  return { texts: { offer, sender }, lastChange: change ?? null };
}

function textOf(form: FormData, name: string): string {
  return formText(form, name).slice(0, MAX_TYPED);
}

function readTyped(form: FormData): TeamTexts {
  const descriptions = formTexts(form, "packageDescription", ROWS);
  const packages = formTexts(form, "packageName", ROWS).map((name, index) => ({
    name,
    description: descriptions[index] ?? "",
  }));
  return {
    offer: { sells: textOf(form, "sells"), packages },
    sender: perSenderField((name) => textOf(form, `sender.${name}`)),
  };
}

async function save(
  db: Db,
  { offer, sender }: TeamTexts,
  seen: string,
  by: { actor: string; now: number },
): Promise<LastChange | null> {
  return db.transaction().execute(async (trx) => {
    const change = await findLastChange(trx, SETTINGS);
    if (change !== undefined && String(change.updatedAt) !== seen) return change;
    await offerSetting.save(trx, offer, by);
    await senderSetting.save(trx, sender, by);
    return null;
  });
}

const Nothing = z.object({});

/** A package is a row of two fields, so the form is read as a whole. */
export function teamTextForms(db: Db, by: { actor: string; now: number }): PageForms<TextsReply> {
  const changeRows = (change: (rows: Packages, argument: string) => Packages) =>
    pageForm({
      schema: Nothing,
      async run(_, { form, argument }) {
        const { offer, sender } = readTyped(form);
        const packages = change(offer.packages, argument);
        return { reply: { texts: { sender, offer: { ...offer, packages } } } };
      },
    });
  return {
    add: changeRows((rows) =>
      rows.length < MAX_PACKAGES ? [...rows, { name: "", description: "" }] : rows,
    ),
    remove: changeRows((rows, number) => rows.filter((_, index) => String(index) !== number)),
    save: pageForm({
      schema: Nothing,
      refused: (form) => ({ texts: readTyped(form) }),
      async run(_, { form }) {
        const texts = readTyped(form);
        const parsed = TeamTextsSchema.safeParse(texts);
        if (!parsed.success) throw invalidInput(inputIssues(parsed.error, TeamTextsSchema));
        const conflict = await save(db, parsed.data, textOf(form, "seen"), by);
        if (conflict !== null) return { reply: { texts, conflict }, status: 409 };
        const text = "Angebot und Absender sind gespeichert und gelten ab jetzt.";
        return { back: PATH, flash: { text } };
      },
    }),
  };
}
