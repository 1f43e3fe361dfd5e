import { v7 as uuid } from "uuid";
import { addEvent, getLeadById } from "~db/queries/leads";
import {
  askModel,
  MISSING_MODEL_KEY,
  type ModelServices,
} from "../language-model/ask-model.server";
import { refuseModelFailure } from "../language-model/model-refusal.server";
import { getLeadWithEvents } from "../leads/get-lead.server";
import type { Providers } from "../providers/providers.server";
import { conflict, Refusal } from "../refusal";
import { loadOffer, loadSender } from "../settings/team-settings.server";
import { checkDraft } from "./check-draft";
import {
  type DraftInput,
  type EmailDraft,
  EmailDraftSchema,
  type HintedDraft,
} from "./draft-input";
import { findMissingSubstance, gatherMaterial } from "./email-material";
import { EMAIL_INSTRUCTIONS } from "./email-prompt";

export interface DraftServices extends ModelServices {
  providers: Pick<Providers, "languageModel">;
}

/** A model's line ends and blanks at the ends say nothing. */
function tidy({ subject, body }: EmailDraft): EmailDraft {
  const clean = (text: string) => text.replace(/\r\n?/g, "\n").trim();
  return {
    subject: clean(subject),
    body: clean(body)
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n"),
  };
}

/** Keeps that a draft was made, unless the lead is gone by now. */
async function noteDraft(
  { db }: DraftServices,
  leadId: string,
  { subject }: EmailDraft,
  actor: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, leadId);
    if (row === undefined) return false;
    await addEvent(trx, {
      id: uuid(),
      leadSeq: row.seq,
      at: Date.now(),
      actor,
      kind: "email_drafted",
      changes: JSON.stringify({ subject: { from: null, to: subject } }),
      jobId: null,
    });
    return true;
  });
}

/**
 * Writes an email to a lead from what the store knows of it and the team's own texts. It is a draft: nothing is sent,
 * and of it only the event with its subject is kept.
 *
 * @returns undefined when there is no lead of that id
 * @throws Refusal 422 where nothing is known to write about, 409 without a key or calls left, 502 where the model fails
 */
export async function draftEmail(
  services: DraftServices,
  { leadId, ...wishes }: DraftInput,
  { actor, signal }: { actor: string; signal: AbortSignal },
): Promise<HintedDraft | undefined> {
  const found = await getLeadWithEvents(services.db, leadId);
  if (found === undefined) return undefined;
  const missing = findMissingSubstance(found.lead);
  if (missing !== null) {
    throw new Refusal(422, missing, { errors: [{ path: "leadId", message: missing }] });
  }
  const model = await services.providers.languageModel();
  if (model === null) throw conflict(MISSING_MODEL_KEY);
  const [offer, sender] = await Promise.all([loadOffer(services.db), loadSender(services.db)]);
  const material = gatherMaterial(found.lead, { offer, sender }, wishes);
  const check = (email: EmailDraft) =>
    checkDraft({ lead: found.lead, offer, sender, ...wishes, ...tidy(email) });
  const task = {
    purpose: "outreach" as const,
    instructions: EMAIL_INSTRUCTIONS,
    data: material,
    schema: EmailDraftSchema,
    check: (email: EmailDraft) => check(email).refused,
  };
  const asked = askModel(services, model, task, { signal, jobId: null });
  const draft = tidy(await asked.catch(refuseModelFailure));
  if (!(await noteDraft(services, leadId, draft, actor))) return undefined;
  return { ...draft, hints: check(draft).hints };
}

/** What stands in the way of a draft, or is missing in it: shown before anybody asks for one. */
export async function findOutreachState({ db, providers }: DraftServices) {
  const [model, sender] = await Promise.all([providers.languageModel(), loadSender(db)]);
  const isSenderKnown = sender.name !== "" && sender.company !== "";
  return { obstacle: model === null ? MISSING_MODEL_KEY : null, isSenderKnown };
}
export type OutreachState = Awaited<ReturnType<typeof findOutreachState>>;
