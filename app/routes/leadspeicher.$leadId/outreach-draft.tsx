import { useLocation, useSubmit } from "@remix-run/react";
import { Mail } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { CopyButton } from "~/components/copy-button";
import { IntentButton, TextArea } from "~/components/field";
import type { LeadView } from "~/leads/list/lead-view.server";
import { DRAFT_FORM, KEEP_INTENT, SHOWN_BODY, SHOWN_SUBJECT } from "~/outreach/draft-input";
import type { EmailDraft } from "~/outreach/draft-schema";
import { AfterContact } from "./after-contact";

const PAUSE_MS = 800;
/** Some mail programs reject longer addresses. */
const SAFE_LENGTH = 2_000;

/** RFC 6068: percent-encoded UTF-8, line ends as CR LF. Lone surrogates, which UTF-8 lacks, become U+FFFD. */
function encode(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, "\ufffd");
  return encodeURIComponent(whole.replace(/\r\n?|\n/g, "\r\n"));
}

/** Keeps a second recipient or a header out of the address. */
function encodeAddress(address: string): string {
  return encode(address.replace(/[\s\p{Cc}]+/gu, "")).replaceAll("%40", "@");
}

export function mailtoLink(to: string | null, subject: string, body: string): string {
  const line = subject.replace(/\s+/g, " ");
  const recipient = to === null ? "" : encodeAddress(to);
  return `mailto:${recipient}?subject=${encode(line)}&body=${encode(body)}`;
}

interface OutreachDraftProps {
  lead: LeadView;
  /** Null if the fields still hold the submitted text. */
  draft: EmailDraft | null;
  given: EmailDraft;
  isWriting: boolean;
}

/** A request for a new draft sends both fields along, so that a failure loses nothing. */
export function OutreachDraft({ lead, draft, given, isWriting }: OutreachDraftProps) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const [isOpened, setOpened] = useState(false);
  const [{ subject, body }, setText] = useState<EmailDraft>(given);
  const [kept, setKept] = useState<EmailDraft>(given);
  // A new draft replaces an edited one, even if it repeats the text before the edit.
  useEffect(() => {
    if (draft === null) return;
    setText(draft);
    setKept(draft);
  }, [draft]);
  const isEdited = subject !== kept.subject || body !== kept.body;
  const save = useCallback(() => {
    const form = document.querySelector<HTMLFormElement>(`form#${DRAFT_FORM}`);
    if (form === null || !isEdited || isWriting) return;
    const data = new FormData(form);
    data.set("intent", KEEP_INTENT);
    data.set("stay", "1");
    // Does not navigate, and completes even if the user leaves the page.
    const fetcherKey = `${KEEP_INTENT} ${pathname}`;
    submit(data, { method: "post", action: `${pathname}${search}`, navigate: false, fetcherKey });
    setKept({ subject, body });
  }, [subject, body, isEdited, isWriting, pathname, search, submit]);
  useEffect(() => {
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [save]);
  const to = lead.email?.href?.replace(/^mailto:/, "") ?? null;
  const link = mailtoLink(to, subject, body);
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-md border border-line bg-sunken p-3">
      <TextArea
        label="Betreff"
        id="entwurf-betreff"
        form={DRAFT_FORM}
        name={SHOWN_SUBJECT}
        rows={2}
        value={subject}
        readOnly={isWriting}
        onBlur={save}
        onChange={({ currentTarget: { value } }) =>
          setText({ subject: value.replace(/\n/g, " "), body })
        }
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <TextArea
        label="Text"
        id="entwurf-text"
        form={DRAFT_FORM}
        name={SHOWN_BODY}
        rows={12}
        value={body}
        readOnly={isWriting}
        onBlur={save}
        onChange={(event) => setText({ subject, body: event.currentTarget.value })}
      />
      <span className="flex flex-wrap gap-2">
        <a
          className={`button ${isOpened ? "" : "button-primary"}`}
          href={link}
          data-key="m"
          onClick={() => {
            save();
            setOpened(true);
          }}
        >
          <Mail size={16} aria-hidden />
          Im Mailprogramm öffnen
        </a>
        <span className="only-js flex items-center gap-1 text-[13px] text-muted">
          Betreff <CopyButton text={subject} label="Betreff kopieren" />
          Text <CopyButton text={body} label="Text kopieren" />
        </span>
        <IntentButton
          form={DRAFT_FORM}
          intent={KEEP_INTENT}
          label="Entwurf speichern"
          className="only-no-js button"
        />
      </span>
      {/* Always shown without JavaScript, which alone notices the click. */}
      <AfterContact
        key={String(isOpened)}
        channel="email"
        className={isOpened ? "" : "only-no-js"}
        onDone={isOpened ? () => setOpened(false) : undefined}
      />
      <p className="text-[13px] text-muted">
        Bitte vor dem Senden lesen.
        <span className="only-js"> Änderungen werden von selbst gespeichert.</span>
        <span className="only-no-js">
          {" "}
          Ohne JavaScript kommen Änderungen erst nach dem Speichern ins Mailprogramm.
        </span>
        {to === null ? " Für diesen Lead ist keine E-Mail-Adresse bekannt." : ""}
        {link.length > SAFE_LENGTH
          ? " Der Text ist lang: Manche Mailprogramme übernehmen nur etwa 2.000 Zeichen. Dann besser kopieren."
          : ""}
      </p>
    </div>
  );
}
