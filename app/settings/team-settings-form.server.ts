import { z } from "zod";
import type { Db } from "~db/client";
import { findLastChange } from "~db/queries/settings";
import { type PageForms, pageForm } from "../http/form.server";
import { inputIssues } from "../http/search-params";
import { invalidInput } from "../refusal";
import { formText, formTexts } from "../text/form-text";
import { MAX_PACKAGES } from "./team-settings";
import { offerSetting, senderSetting } from "./team-settings.server";
import { type TeamTexts, TeamTextsSchema } from "./team-settings-input";

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
    sender: {
      name: textOf(form, "senderName"),
      position: textOf(form, "senderPosition"),
      company: textOf(form, "senderCompany"),
      email: textOf(form, "senderEmail"),
      phone: textOf(form, "senderPhone"),
      website: textOf(form, "senderWebsite"),
    },
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
