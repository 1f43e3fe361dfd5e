import { Mail } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "~/components/copy-button";
import { Notice } from "~/components/notice";
import type { LeadView } from "~/leads/list/lead-view.server";
import {
  DRAFT_FORM,
  type EmailDraft,
  type HintedDraft,
  SHOWN_BODY,
  SHOWN_HINT,
  SHOWN_SUBJECT,
} from "~/outreach/draft-input";

const MAILTO = "mailto:";
/** Some mail programs take no longer address. */
const SAFE_LENGTH = 2_000;

/** RFC 6068: UTF-8, percent-encoded, line ends as CR LF. Half characters, which have no UTF-8, become the sign for one. */
function encode(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, "\ufffd");
  return encodeURIComponent(whole.replace(/\r\n?|\n/g, "\r\n"));
}

/** Keeps a second recipient or a header out of the address. */
function encodeAddress(address: string): string {
  return encode(address.replace(/[\s\p{Cc}]+/gu, "")).replaceAll("%40", "@");
}

/** @param to null where the recipient is not known */
export function mailtoLink(to: string | null, subject: string, body: string): string {
  const line = subject.replace(/\s+/g, " ");
  const recipient = to === null ? "" : encodeAddress(to);
  return `mailto:${recipient}?subject=${encode(line)}&body=${encode(body)}`;
}

/** Shows the draft in two fields, which are sent along when a new one is asked for, so that a failure loses nothing. */
export function OutreachDraft({
  lead,
  draft,
  given,
  isWriting,
  onEdited,
}: {
  lead: LeadView;
  /** Null where the fields hold what was sent along and came back. */
  draft: HintedDraft | null;
  given: HintedDraft;
  isWriting: boolean;
  onEdited: (isEdited: boolean) => void;
}) {
  const [subject, setSubject] = useState(given.subject);
  const [body, setBody] = useState(given.body);
  const [kept, setKept] = useState<EmailDraft>(given);
  const [{ hints, dropped }, setRemarks] = useState(given);
  // A new draft takes the place of the one before, also where it says the same and that one was edited.
  useEffect(() => {
    if (draft === null) return;
    setSubject(draft.subject);
    setBody(draft.body);
    setKept(draft);
    setRemarks(draft);
  }, [draft]);
  const isEdited = subject !== kept.subject || body !== kept.body;
  useEffect(() => {
    onEdited(isEdited);
    return () => onEdited(false);
  }, [isEdited, onEdited]);
  const to = lead.email?.href?.startsWith(MAILTO) ? lead.email.href.slice(MAILTO.length) : null;
  const link = mailtoLink(to, subject, body);
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-md border border-line bg-sunken p-3">
      <DraftHints hints={hints.filter((hint) => subject.includes(hint) || body.includes(hint))} />
      {dropped.length === 0 ? null : (
        <Notice tone="hint">
          <p>Der Entwurf war zu lang. Weggelassen wurde:</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{dropped.join("\n")}</p>
        </Notice>
      )}
      <DraftField id="entwurf-betreff" label="Betreff" text={subject}>
        <input
          id="entwurf-betreff"
          form={DRAFT_FORM}
          name={SHOWN_SUBJECT}
          className="input"
          autoComplete="off"
          value={subject}
          readOnly={isWriting}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
      </DraftField>
      <DraftField id="entwurf-text" label="Text" text={body}>
        <textarea
          id="entwurf-text"
          form={DRAFT_FORM}
          name={SHOWN_BODY}
          className="input textarea"
          rows={12}
          value={body}
          readOnly={isWriting}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </DraftField>
      <a className="button self-start" href={link} onClick={() => setKept({ subject, body })}>
        <Mail size={16} aria-hidden />
        Im Mailprogramm öffnen
      </a>
      <p className="only-no-js text-[13px] text-muted">
        Ohne JavaScript kommen Änderungen an den Feldern nicht ins Mailprogramm; bitte den Text von
        Hand kopieren.
      </p>
      <p className="text-[13px] text-muted">
        Bitte vor dem Senden lesen. Der Entwurf wird hier nicht gespeichert.
        {to === null ? " Für diesen Lead ist keine E-Mail-Adresse bekannt." : ""}
        {link.length > SAFE_LENGTH
          ? " Der Text ist lang: Manche Mailprogramme übernehmen nur etwa 2.000 Zeichen. Dann besser kopieren."
          : ""}
      </p>
    </div>
  );
}

function DraftHints({ hints }: { hints: readonly string[] }) {
  if (hints.length === 0) return null;
  return (
    <section aria-labelledby="entwurf-hinweise">
      <Notice tone="hint">
        <h3 id="entwurf-hinweise" className="font-semibold">
          Vor dem Senden prüfen
        </h3>
        <p>Was diese Sätze behaupten, steht weder beim Lead noch in den Texten des Teams:</p>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {hints.map((hint) => (
            <li key={hint} className="wrap-anywhere">
              <mark className="bg-transparent text-text underline decoration-2 decoration-warn">
                {hint}
              </mark>
              <input type="hidden" form={DRAFT_FORM} name={SHOWN_HINT} value={hint} />
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}

function DraftField({
  id,
  label,
  text,
  children,
}: {
  id: string;
  label: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div>
      <span className="flex items-end justify-between">
        <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
          {label}
        </label>
        <CopyButton text={text} label={`${label} kopieren`} />
      </span>
      {children}
    </div>
  );
}
