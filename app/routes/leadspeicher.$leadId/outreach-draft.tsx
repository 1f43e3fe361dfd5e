import { Mail } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "~/components/copy-button";
import type { LeadView } from "~/leads/list/lead-view.server";
import type { EmailDraft } from "~/outreach/draft-input";
import { mailtoLink, SAFE_LENGTH } from "~/outreach/mailto";

const MAILTO = "mailto:";

/** The draft in two fields. What is copied and opened in the mail program is what stands in them. */
export function OutreachDraft({ lead, draft }: { lead: LeadView; draft: EmailDraft }) {
  const [subject, setSubject] = useState(draft.subject);
  const [body, setBody] = useState(draft.body);
  // A new draft takes the place of the one before, also where it says the same and that one was edited.
  useEffect(() => {
    setSubject(draft.subject);
    setBody(draft.body);
  }, [draft]);
  const to = lead.email?.href?.startsWith(MAILTO) ? lead.email.href.slice(MAILTO.length) : null;
  const link = mailtoLink(to, subject, body);
  return (
    <div className="outreach-draft">
      <DraftField id="entwurf-betreff" label="Betreff" text={subject} copy="Betreff kopieren">
        <input
          id="entwurf-betreff"
          className="input"
          autoComplete="off"
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
      </DraftField>
      <DraftField id="entwurf-text" label="Text" text={body} copy="Text kopieren">
        <textarea
          id="entwurf-text"
          className="input textarea"
          rows={12}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </DraftField>
      <a className="button" href={link}>
        <Mail size={16} aria-hidden />
        Im Mailprogramm öffnen
      </a>
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

function DraftField({
  id,
  label,
  text,
  copy,
  children,
}: {
  id: string;
  label: string;
  text: string;
  copy: string;
  children: ReactNode;
}) {
  return (
    <div>
      <span className="flex items-end justify-between">
        <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
          {label}
        </label>
        <CopyButton text={text} label={copy} />
      </span>
      {children}
    </div>
  );
}
