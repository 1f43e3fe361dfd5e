import { useFetcher, useLocation } from "@remix-run/react";
import { IntentButton, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { type FieldReply, type FormReply, replyTo } from "~/http/form-reply";
import type { LeadView } from "~/leads/list/lead-view.server";
import type { OutreachState } from "~/outreach/draft-email.server";
import type { DraftReply } from "~/outreach/draft-form.server";
import {
  DEFAULT_TONE,
  DRAFT_FORM,
  DRAFT_INTENT,
  MAX_INSTRUCTIONS,
  TONE_NAMES,
  TONES,
} from "~/outreach/draft-input";
import { SettingsHint } from "~/settings/ui/settings-hint";
import { OutreachDraft } from "./outreach-draft";

type DraftAnswer = FormReply & DraftReply;

export function Outreach({
  lead,
  state,
  sent,
  onEdited,
}: {
  lead: LeadView;
  state: OutreachState;
  sent: DraftAnswer | undefined;
  onEdited: (isEdited: boolean) => void;
}) {
  // Not a navigation: what is typed into the panel's other forms stays, and the page can be left meanwhile.
  const fetcher = useFetcher<DraftAnswer>();
  const answer = fetcher.data ?? sent;
  const reply = replyTo(answer, DRAFT_INTENT);
  const isWriting = fetcher.state === "submitting";
  const draft = answer?.draft ?? null;
  const given = draft ?? answer?.shown ?? null;
  return (
    <section
      id="entwurf"
      className="scroll-mt-4 xl:scroll-mt-[120px]"
      aria-labelledby="entwurf-titel"
    >
      <h2 id="entwurf-titel">E-Mail entwerfen</h2>
      {state.obstacle === null ? (
        <>
          <WishesForm
            Form={fetcher.Form}
            reply={reply}
            isNew={draft !== null}
            hasDraft={given !== null}
            isWriting={isWriting}
          />
          <Notice tone="bad" className="mt-3">
            {isWriting ? null : reply?.problem}
          </Notice>
          {given === null ? null : (
            <OutreachDraft {...{ lead, draft, given, isWriting, onEdited }} />
          )}
          {state.isSenderKnown ? null : (
            <p className="mt-3 text-[13px] text-muted">
              Name und Firma des Absenders sind noch nicht eingetragen; sie fehlen unter der E-Mail.{" "}
              <SettingsHint at="/texte" />
            </p>
          )}
        </>
      ) : (
        <Notice tone="hint" className="mt-2">
          {state.obstacle} <SettingsHint at="#openai" />
        </Notice>
      )}
      <p className="mt-3 text-[13px] text-muted">
        Werbung per E-Mail ist in Deutschland nur mit vorheriger ausdrücklicher Einwilligung des
        Empfängers erlaubt, auch zwischen Unternehmen{" "}
        <span className="whitespace-nowrap">(§ 7 UWG)</span>.
      </p>
    </section>
  );
}

function WishesForm({
  Form,
  reply,
  isNew,
  hasDraft,
  isWriting,
}: {
  Form: ReturnType<typeof useFetcher<DraftAnswer>>["Form"];
  reply: FieldReply | undefined;
  isNew: boolean;
  hasDraft: boolean;
  isWriting: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <Form
      id={DRAFT_FORM}
      method="post"
      action={`${pathname}${search}#entwurf`}
      className="mt-2 space-y-3"
      preventScrollReset
    >
      {/* The first button answers Enter: in the subject it would ask for another draft. */}
      <button type="submit" className="hidden" disabled tabIndex={-1} aria-hidden />
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 text-[13px] text-muted">Ton</legend>
        {TONES.map((tone) => (
          <label key={tone} className="flex items-center gap-2">
            <input
              type="radio"
              name="tone"
              value={tone}
              defaultChecked={(reply?.values.tone ?? DEFAULT_TONE) === tone}
            />
            {TONE_NAMES[tone].name}
            <span className="text-[13px] text-muted">{TONE_NAMES[tone].meaning}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        id="entwurf-wunsch"
        name="instructions"
        label="Was vorkommen soll (freiwillig)"
        placeholder="Zum Beispiel: Einladung zur Vorführung am 4. Dezember"
        rows={2}
        maxLength={2 * MAX_INSTRUCTIONS}
        defaultValue={reply?.values.instructions ?? ""}
        error={reply?.errors.instructions ?? reply?.errors.tone}
      />
      <span className="flex flex-wrap items-center gap-3">
        <IntentButton intent={DRAFT_INTENT} disabled={isWriting}>
          {isWriting ? "Schreibt …" : hasDraft ? "Neu entwerfen" : "E-Mail entwerfen"}
        </IntentButton>
        <span className="text-[13px] text-muted" role="status">
          {isWriting ? "Das dauert höchstens eine Minute." : isNew ? "Der Entwurf ist da." : ""}
        </span>
      </span>
    </Form>
  );
}
