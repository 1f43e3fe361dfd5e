import { X } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { FieldError, IntentButton, PostForm } from "~/components/field";
import { TimeZoneContext } from "~/components/time";
import { FOLLOW_UP_DAYS } from "~/leads/lead";
import { followUpIn } from "~/leads/ui/follow-up-days";
import { usePanelForm } from "./use-panel-form";

const QUESTIONS = {
  email: ["Als kontaktiert merken?", "Nur kontaktiert"],
  anruf: ["Erreicht?", "Nur erreicht"],
} as const;

interface AfterContactProps {
  channel: keyof typeof QUESTIONS;
  className: string;
  /** Closes the question. */
  onDone: (() => void) | undefined;
}

/** Asks what follows an email or a call. */
export function AfterContact({ channel, className, onDone }: AfterContactProps) {
  const { problem, isDone, onSubmit } = usePanelForm(["mailed"]);
  const [question, contacted] = QUESTIONS[channel];
  const [day] = followUpIn(FOLLOW_UP_DAYS, useContext(TimeZoneContext));
  const answers = useRef<HTMLSpanElement>(null);
  const isAsked = onDone !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    const opener = document.activeElement;
    answers.current?.querySelector("button")?.focus();
    // Unless the person went on elsewhere.
    const isLost = () => document.activeElement === document.body;
    return () => void (opener instanceof HTMLElement && isLost() && opener.focus());
  }, [isAsked]);
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone, onDone]);
  return (
    <PostForm
      fields={{ channel }}
      className={className}
      preventScrollReset
      replace
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onDone?.();
      }}
    >
      <span className="mb-1 flex items-start justify-between gap-2">
        {`${question} Wiedervorlage ${day}?`}
        {onDone && (
          <button
            type="button"
            className="icon-button min-h-6"
            title="Frage schließen"
            aria-label="Frage schließen"
            onClick={onDone}
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </span>
      <span ref={answers} className="flex flex-wrap gap-1 max-md:*:px-2">
        <IntentButton intent="mailed" label="Beides" className="button button-primary" />
        <IntentButton intent="mailed:contacted" label={contacted} />
        <IntentButton intent="mailed:followUp" label="Nur Wiedervorlage" />
      </span>
      <FieldError role="alert">{problem}</FieldError>
    </PostForm>
  );
}

/** Asks after a press on any phone number of the panel, until the call is noted. */
export function AfterCall({ noted }: { noted: string | undefined }) {
  const [isCalled, setCalled] = useState(false);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const isPhone = target instanceof Element && target.closest('main > section a[href^="tel:"]');
      if (isPhone) setCalled(true);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each note of a contact answers the question
  useEffect(() => setCalled(false), [noted]);
  if (!isCalled) return null;
  return (
    <AfterContact
      channel="anruf"
      className="mt-2 rounded-md border border-line bg-sunken p-3 max-md:fixed max-md:inset-x-0 max-md:bottom-[117px] max-md:z-50 max-md:rounded-none max-md:border-x-0 max-md:border-b-0"
      onDone={() => setCalled(false)}
    />
  );
}
