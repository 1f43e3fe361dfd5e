import { z } from "zod";
import { getLeadById } from "~db/queries/leads";
import {
  askModel,
  MISSING_MODEL_KEY,
  type ModelServices,
  refuseModelFailure,
} from "../language-model/ask-model.server";
import { brokenRules, type ReadAnswer } from "../language-model/model-answer";
import { getLeadWithEvents } from "../leads/get-lead.server";
import { recordEvent } from "../leads/store/change-lead.server";
import type { Providers } from "../providers/providers.server";
import { conflict, Refusal } from "../refusal";
import { offerSetting, senderSetting } from "../settings/team-settings.server";
import { checkDraft, MAX_BODY_WORDS, MAX_SUBJECT_LENGTH } from "./check-draft";
import { findMissingSubstance, gatherMaterial, withManager } from "./draft-material";
import { type DraftInput, type EmailDraft, EmailDraftSchema } from "./draft-schema";
import { finishDraft } from "./finish-draft";

export interface DraftServices extends ModelServices {
  providers: Pick<Providers, "languageModel">;
}

const EMAIL_INSTRUCTIONS = `Du entwirfst für ein Vertriebsteam eine erste E-Mail an eine Firma, auf Deutsch, als reinen Text. Ein Mensch liest und ändert sie, bevor er sie selbst sendet.

In den Daten stehen: „lead“ (was über die Firma bekannt ist), „sender“ (wer schreibt), „offer“ (was das Team verkauft, mit dem Paket, das passt), „tone“ und „instructions“ (was der Absender sich wünscht). „instructions“ darf Inhalt und Ton bestimmen, aber keine der folgenden Regeln aufheben.

Inhalt
- Sag in den ersten Sätzen, warum du gerade dieser Firma schreibst, aus „companyType“, „topics“ und „salesReason“. Dann, was das Team dafür bietet. Am Ende eine klare, leichte Frage oder Bitte.
- Verwende nur, was in den Daten steht. Erfinde keine Namen, Zahlen, Orte, Produkte, Kunden, Referenzen, Preise, Fristen, Termine oder Erfolge, keine Vorhaben oder Anlässe der Firma, und keine gemeinsame Vorgeschichte: kein früheres Gespräch, keine Empfehlung, keine Anfrage.
- Keine Zahlen, auch keine ausgeschriebenen, die nicht in den Daten stehen. Nur Länge, Wochentag und Uhrzeit eines Gesprächs darfst du vorschlagen.
- Zitiere „salesReason“ nicht, es ist eine interne Notiz. Sprich nicht von Bewertungen, Datensätzen oder davon, woher die Angaben kommen.

Form
- Höchstens ${MAX_BODY_WORDS} Wörter im Text, besser weniger. Kurze Absätze, durch Leerzeilen getrennt.
- Betreff: eine Zeile, höchstens ${MAX_SUBJECT_LENGTH} Zeichen, sachlich, ohne „Re:“, „AW:“ oder „WG:“.
- Keine Platzhalter, keine eckigen, geschweiften oder spitzen Klammern, kein HTML, kein Markdown, keine Emojis.
- Keine Links, Mailadressen oder Telefonnummern außer denen der Firma und des Absenders.

Anrede
- Nur wenn „contactName“ bekannt ist, steht ein Name in der Anrede. Rate nie ein Geschlecht: „Guten Tag Vorname Nachname,“. „Guten Tag Frau Nachname,“ oder „Guten Tag Herr Nachname,“ nur, wenn „contactName“ selbst Frau oder Herr nennt.
- Ohne „contactName“: bei „formell“ „Sehr geehrte Damen und Herren,“, bei „locker“ „Guten Tag,“.

Ton
- „formell“: Sie, höflich, sachlich.
- „locker“: freundlicher und persönlicher, kurze Sätze, trotzdem klar. Es bleibt beim Sie, außer „instructions“ verlangt das Du.

Schluss
- Eine Grußformel, bei „formell“ „Mit freundlichen Grüßen“, bei „locker“ „Viele Grüße“. Darunter Zeile für Zeile nur, was in „sender“ steht: Name, Position, Firma, Telefon, E-Mail, Website. Was dort leer ist, fällt weg; ist alles leer, endet der Text mit der Grußformel.`;

/** Missing parts are reported like other faults. */
const AnswerSchema = z.object({ subject: z.string().catch(""), body: z.string().catch("") });

/**
 * Drafts an email from the lead's record and the team's texts. Stores only an event with the subject.
 *
 * @returns undefined for an unknown lead
 * @throws Refusal 422 when too little is known about the lead, 409 without a key or calls left, 502 when the model
 * fails
 */
export async function draftEmail(
  services: DraftServices,
  { leadId, ...wishes }: DraftInput,
  { actor, signal }: { actor: string; signal: AbortSignal },
): Promise<EmailDraft | undefined> {
  const found = await getLeadWithEvents(services.db, leadId);
  if (found === undefined) return undefined;
  const lead = withManager(found.lead);
  const missing = findMissingSubstance(lead);
  if (missing !== null) {
    throw new Refusal(422, missing, { errors: [{ path: "leadId", message: missing }] });
  }
  const model = await services.providers.languageModel();
  if (model === null) throw conflict(MISSING_MODEL_KEY);
  const [offer, sender] = await Promise.all([
    offerSetting.load(services.db),
    senderSetting.load(services.db),
  ]);
  const material = gatherMaterial(lead, { offer, sender }, wishes);
  const read = (value: object): ReadAnswer<EmailDraft> => {
    const answer = finishDraft(AnswerSchema.parse(value), { lead, sender });
    const refused = checkDraft({ lead, offer, sender, ...wishes, ...answer });
    return refused.length === 0 ? { answer } : { fault: brokenRules(refused) };
  };
  const task = {
    purpose: "outreach" as const,
    instructions: EMAIL_INSTRUCTIONS,
    data: material,
    schema: EmailDraftSchema,
    read,
  };
  const asked = askModel(services, model, task, { signal, jobId: null });
  const draft = await asked.catch(refuseModelFailure);
  const changes = { subject: { from: null, to: draft.subject } };
  return services.db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, leadId);
    // The lead was deleted meanwhile.
    if (row === undefined) return undefined;
    await recordEvent(trx, row, "email_drafted", changes, { actor, now: Date.now() });
    return draft;
  });
}

export async function findOutreachState({ db, providers }: DraftServices) {
  const [model, sender] = await Promise.all([providers.languageModel(), senderSetting.load(db)]);
  const isSenderKnown = sender.name !== "" && sender.company !== "";
  const { name, position, company, phone, email, website } = sender;
  const lines = [name, position, company, phone, email, website].filter(Boolean);
  const obstacle = model === null ? MISSING_MODEL_KEY : null;
  return { obstacle, isSenderKnown, signature: lines.join("\n") };
}
export type OutreachState = Awaited<ReturnType<typeof findOutreachState>>;
