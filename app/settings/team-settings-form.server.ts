import type { Db } from "~db/client";
import { findLastChange } from "~db/queries/settings";
import type { Flash } from "../http/flash.server";
import { unknownIntent } from "../http/form.server";
import { formText } from "../text/form-text";
import { MAX_PACKAGES } from "./team-settings";
import { loadOffer, loadSender, saveOffer, saveSender } from "./team-settings.server";
import { type TeamTexts, TeamTextsSchema } from "./team-settings-input";

/** What the page shows when the form was sent and is not done: everything typed, and what is wrong by field. */
export interface TeamTextsForm {
  texts: TeamTexts;
  /** By the path of the field: `offer.packages.0.name`. */
  errors: Record<string, string>;
  /** Somebody else saved meanwhile. */
  conflict: { at: number; by: string } | null;
}

type TeamTextsOutcome = { flash: Flash } | { form: TeamTextsForm; status: 200 | 409 | 422 };

export interface LastChange {
  at: number;
  by: string;
}

const SETTINGS = ["offer", "sender"];
/** Longer than any text that fits; more rows than any form shows. */
const MAX_TYPED = 20_000;
const MAX_ROWS = 2 * MAX_PACKAGES;

/** What the page shows, with who changed it last; null where nobody did yet. */
export async function findTeamTexts(
  db: Db,
): Promise<{ texts: TeamTexts; lastChange: LastChange | null }> {
  const [offer, sender, change] = await Promise.all([
    loadOffer(db),
    loadSender(db),
    findLastChange(db, SETTINGS),
  ]);
  const lastChange = change === undefined ? null : { at: change.updatedAt, by: change.updatedBy };
  return { texts: { offer, sender }, lastChange };
}

function textOf(form: FormData, name: string): string {
  return formText(form, name).slice(0, MAX_TYPED);
}

function textsOf(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .slice(0, MAX_ROWS)
    .map((value) => (typeof value === "string" ? value.slice(0, MAX_TYPED) : ""));
}

/** The form as it was typed; a package is a row of two fields. */
function readTyped(form: FormData): TeamTexts {
  const descriptions = textsOf(form, "packageDescription");
  const packages = textsOf(form, "packageName").map((name, index) => ({
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

function withPackages(texts: TeamTexts, packages: TeamTexts["offer"]["packages"]): TeamTexts {
  return { ...texts, offer: { ...texts.offer, packages } };
}

/** The rows after „Paket hinzufügen“ (`add`) or „Entfernen“ (`remove:2`); null for any other button. */
function changeRows(typed: TeamTexts, intent: string): TeamTexts | null {
  const { packages } = typed.offer;
  if (intent === "add") {
    const row = { name: "", description: "" };
    return withPackages(typed, packages.length < MAX_PACKAGES ? [...packages, row] : packages);
  }
  const [, removed] = /^remove:(\d{1,3})$/.exec(intent) ?? [];
  if (removed === undefined) return null;
  return withPackages(
    typed,
    packages.filter((_, index) => index !== Number(removed)),
  );
}

/** Writes both, unless somebody else did since the form was shown. */
async function save(
  db: Db,
  { offer, sender }: TeamTexts,
  seen: string,
  by: { actor: string; now: number },
): Promise<LastChange | null> {
  return db.transaction().execute(async (trx) => {
    const change = await findLastChange(trx, SETTINGS);
    if (change !== undefined && String(change.updatedAt) !== seen) {
      return { at: change.updatedAt, by: change.updatedBy };
    }
    await saveOffer(trx, offer, by);
    await saveSender(trx, sender, by);
    return null;
  });
}

/**
 * Does what a button of the page of the team's texts asks for.
 *
 * @throws Refusal 400 where the form names no action
 */
export async function runTeamTextsForm(
  db: Db,
  form: FormData,
  by: { actor: string; now: number },
): Promise<TeamTextsOutcome> {
  const typed = readTyped(form);
  const intent = textOf(form, "intent");
  const changed = changeRows(typed, intent);
  if (changed !== null) {
    return { form: { texts: changed, errors: {}, conflict: null }, status: 200 };
  }
  if (intent !== "save") {
    throw unknownIntent();
  }
  const parsed = TeamTextsSchema.safeParse(typed);
  if (!parsed.success) {
    const issues = parsed.error.issues.toReversed();
    const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
    return { form: { texts: typed, errors, conflict: null }, status: 422 };
  }
  const conflict = await save(db, parsed.data, textOf(form, "seen"), by);
  if (conflict !== null) return { form: { texts: typed, errors: {}, conflict }, status: 409 };
  return { flash: { text: "Angebot und Absender sind gespeichert und gelten ab jetzt." } };
}
