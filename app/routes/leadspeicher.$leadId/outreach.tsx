import { Link, useFetcher, useLocation } from "@remix-run/react";
import { Mail } from "lucide-react";
import { useEffect, useRef } from "react";
import { Choice, IntentButton, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { LinkButton } from "~/components/page";
import { type FormReply, formProblem, replyTo } from "~/http/form-reply";
import type { LeadView } from "~/leads/list/lead-view.server";
import { DESPITE_PARAMETER, EMAIL_PARAMETER, panelSearch } from "~/leads/ui/panel-search";
import type { OutreachState } from "~/outreach/draft-email.server";
import type { DraftReply, KeptDraft } from "~/outreach/draft-form.server";
import {
  DEFAULT_TONE,
  DRAFT_FORM,
  DRAFT_INTENT,
  MAX_INSTRUCTIONS,
  TONES,
} from "~/outreach/draft-input";
import type { EmailDraft } from "~/outreach/draft-schema";
import { SettingsHint } from "~/settings/ui/settings-hint";
import { OutreachDraft } from "./outreach-draft";

type DraftAnswer = FormReply & DraftReply;

function blankDraft({ contacts: [first], imprint }: LeadView, signature: string): EmailDraft {
  const name = first?.name ?? imprint?.management[0];
  // A surname alone lacks „Frau“ or „Herr“.
  const greeting = name?.includes(" ") ? `Guten Tag ${name},` : "Sehr geehrte Damen und Herren,";
  const body = `${greeting}\n\n\n\nMit freundlichen Grüßen\n${signature}`.trim();
  return { subject: "", body };
}

interface OutreachProps {
  lead: LeadView;
  state: OutreachState;
  sent: DraftAnswer | undefined;
  kept: KeptDraft | null;
}

export function Outreach({ lead, state, sent, kept }: OutreachProps) {
  // Not a navigation, so that the panel's other forms keep their text and the user can leave.
  const fetcher = useFetcher<DraftAnswer>();
  const answer = fetcher.data ?? sent;
  const reply = replyTo(answer, DRAFT_INTENT);
  const isWriting = fetcher.state === "submitting";
  const draft = answer?.draft ?? null;
  const blank = state.obstacle === null ? null : blankDraft(lead, state.signature);
  const given = draft ?? answer?.shown ?? kept ?? blank;
  const { hash, key, pathname, search } = useLocation();
  const values: { tone?: string; instructions?: string } = reply?.values ?? kept ?? {};
  const shown = new URLSearchParams(search);
  const isOpen = shown.has(EMAIL_PARAMETER);
  const isAsked = lead.adObjection !== null && shown.get(DESPITE_PARAMETER) !== lead.id;
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit and each new draft focuses the next step
  useEffect(() => {
    if (hash !== "#entwurf" || !isOpen) return;
    const isFree = document.activeElement === document.body || draft === null;
    const next = section.current?.querySelector<HTMLElement>('[data-key="m"]');
    if (isFree) next?.focus({ preventScroll: true });
  }, [key, draft]);
  if (!isOpen) {
    return (
      <LinkButton
        className="button max-w-full"
        data-key="m"
        to={`${panelSearch(search, { [EMAIL_PARAMETER]: "1" })}#entwurf`}
        icon={Mail}
      >
        <span className="min-w-0 truncate">
          {kept === null ? "E-Mail schreiben" : `Entwurf: ${kept.subject}`}
        </span>
      </LinkButton>
    );
  }
  const heading = (
    <div className="flex items-baseline justify-between gap-2">
      <h2 id="entwurf-titel">E-Mail schreiben</h2>
      <Link
        className="link"
        to={panelSearch(search, { [EMAIL_PARAMETER]: null, [DESPITE_PARAMETER]: null })}
      >
        Zuklappen
      </Link>
    </div>
  );
  const frame = {
    ...{ ref: section, id: "entwurf", "aria-labelledby": "entwurf-titel" },
    className: "scroll-mt-4 xl:scroll-mt-[120px]",
  };
  if (isAsked) {
    return (
      <section {...frame}>
        {heading}
        <Notice tone="hint" className="mt-2">
          Diese Firma widerspricht Werbung: „{lead.adObjection?.text}“ Trotzdem schreiben?
        </Notice>
        <LinkButton
          className="button mt-3"
          data-key="m"
          to={`${panelSearch(search, { [DESPITE_PARAMETER]: lead.id })}#entwurf`}
          label="Trotzdem schreiben"
        />
      </section>
    );
  }
  return (
    <section {...frame}>
      {heading}
      <fetcher.Form
        id={DRAFT_FORM}
        method="post"
        action={`${pathname}${search}#entwurf`}
        className="mt-2 space-y-3"
        preventScrollReset
        onSubmit={(event) => {
          // A disabled button would lose the focus.
          if (isWriting) event.preventDefault();
        }}
      >
        {/* Enter presses the first button; in the subject it must not request another draft. */}
        <button type="submit" className="hidden" disabled tabIndex={-1} aria-hidden />
        {state.obstacle === null ? (
          <>
            <Choice
              id="entwurf-ton"
              name="tone"
              label="Ton"
              value={values.tone ?? DEFAULT_TONE}
              options={TONES}
            />
            <TextArea
              id="entwurf-wunsch"
              name="instructions"
              label="Was vorkommen soll (optional)"
              placeholder="Zum Beispiel: Einladung zur Vorführung am 4. Dezember"
              rows={2}
              maxLength={2 * MAX_INSTRUCTIONS}
              defaultValue={values.instructions ?? ""}
              error={reply?.errors.instructions ?? reply?.errors.tone}
            />
            <span className="flex flex-wrap items-center gap-3">
              <IntentButton
                intent={DRAFT_INTENT}
                aria-disabled={isWriting}
                data-key={given ? undefined : "m"}
              >
                {isWriting ? "Schreibt …" : given ? "Neu entwerfen" : "E-Mail entwerfen"}
              </IntentButton>
              <span className="text-[13px] text-muted" role="status">
                {isWriting
                  ? "Das dauert höchstens eine Minute."
                  : draft
                    ? "Der Entwurf ist da."
                    : ""}
              </span>
            </span>
          </>
        ) : (
          <Notice tone="hint">
            {state.obstacle} <SettingsHint at="#openai" />
          </Notice>
        )}
      </fetcher.Form>
      <Notice tone="bad" className="mt-3">
        {isWriting ? null : formProblem(reply, "instructions", "tone")}
      </Notice>
      {given === null ? null : <OutreachDraft {...{ lead, draft, given, isWriting }} />}
      {state.isSenderKnown ? null : (
        <p className="mt-3 text-[13px] text-muted">
          Name und Firma des Absenders sind noch nicht eingetragen; sie fehlen unter der E-Mail.{" "}
          <SettingsHint at="/texte" />
        </p>
      )}
      <p className="mt-3 text-[13px] text-muted">
        Werbung per E-Mail ist in Deutschland nur mit vorheriger ausdrücklicher Einwilligung des
        Empfängers erlaubt, auch zwischen Unternehmen{" "}
        <span className="whitespace-nowrap">(§ 7 UWG)</span>.
      </p>
    </section>
  );
}
