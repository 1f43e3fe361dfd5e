import { useEffect, useRef } from "react";
import { errorProps, FieldError, IntentButton, PostForm } from "~/components/field";
import { focusLead } from "~/components/key-targets";
import { Time } from "~/components/time";
import { CHANNEL_NAMES, CHANNELS, type ShownNote } from "~/leads/lead";
import { Saved, usePanelForm } from "./use-panel-form";

interface NotesProps {
  leadId: string;
  notes: readonly ShownNote[];
}

export function Notes({ leadId, notes }: NotesProps) {
  const { answer, reply, problem, isSending, isDone, onSubmit } = usePanelForm(["note"]);
  const error = answer?.noteId ? undefined : problem;
  const box = useRef<HTMLTextAreaElement>(null);
  const draftKey = `notiz ${leadId}`;
  // Renews the box after a save or a refusal, but not for other users' notes.
  const state = `${notes.find(({ isOwn }) => isOwn)?.id} ${error}`;
  useEffect(() => {
    if (isDone) sessionStorage.removeItem(draftKey);
  }, [isDone, draftKey]);
  // Restores unsaved text when the user returns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has a box of its own
  useEffect(() => {
    const text = sessionStorage.getItem(draftKey) ?? "";
    // The user left before the answer that it is saved.
    if (notes.some((note) => note.isOwn && note.text === text.trim()))
      return sessionStorage.removeItem(draftKey);
    if (box.current?.value === "") box.current.value = text;
  }, [draftKey, state]);
  return (
    <section aria-labelledby="notizen-titel">
      <h2 id="notizen-titel">Notizen</h2>
      <PostForm
        key={state}
        fields={{ intent: "note" }}
        className="mt-2"
        preventScrollReset
        replace
        onSubmit={onSubmit}
      >
        <textarea
          ref={box}
          id="notizen"
          data-key="n"
          name="note"
          className="input textarea scroll-mt-12"
          rows={2}
          defaultValue={error && reply?.values.note}
          readOnly={isSending}
          placeholder="Was war, was ist vereinbart?"
          aria-labelledby="notizen-titel"
          {...errorProps(error, "notizen-fehler")}
          onChange={({ currentTarget: { value } }) => sessionStorage.setItem(draftKey, value)}
          onKeyDown={(event) => {
            const { key, ctrlKey, metaKey, currentTarget } = event;
            if (key !== "Enter" || !(ctrlKey || metaKey)) return;
            // The key must not open the row that gets the focus.
            event.preventDefault();
            currentTarget.form?.requestSubmit();
            // The next key is for the lead.
            focusLead();
          }}
        />
        <FieldError id="notizen-fehler" role="alert">
          {error}
        </FieldError>
        <span className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <IntentButton label="Notiz speichern" title="Strg+Enter" data-key="Strg Enter" />
          <span className="ml-auto flex items-center gap-x-1 whitespace-nowrap text-[13px]">
            <span id="kontaktiert-per" className="text-muted">
              Kontaktiert per
            </span>
            {CHANNELS.map((channel) => (
              <button
                key={channel}
                name="channel"
                value={channel}
                type="submit"
                className="link min-h-6 cursor-pointer px-1 max-md:min-h-11"
                aria-describedby="kontaktiert-per"
              >
                {CHANNEL_NAMES[channel]}
              </button>
            ))}
          </span>
        </span>
      </PostForm>
      <Saved isDone={isDone} />
      <ul className="mt-3 space-y-3">
        {notes.map((note) => (
          <Entry key={`${note.id} ${note.text}`} {...note} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ id, at, actor, text, channel, isOwn }: ShownNote) {
  const { answer, reply, problem, onSubmit } = usePanelForm(["note", "remove-note"]);
  const error = answer?.noteId === id ? problem : undefined;
  return (
    <li>
      <p className="whitespace-pre-wrap break-words">{text}</p>
      <span className="text-[13px] text-muted">
        {channel && `${CHANNEL_NAMES[channel]} · `}
        <Time iso={at} />
        {actor && ` · ${actor}`}
      </span>
      {isOwn ? (
        <details className="text-[13px]" open={error ? true : undefined}>
          <summary>Ändern</summary>
          <PostForm className="mt-1 space-y-2" preventScrollReset replace onSubmit={onSubmit}>
            <textarea
              name="note"
              className="input textarea"
              rows={3}
              defaultValue={(error && reply?.values.note) ?? text}
              aria-label={`Notiz von ${actor} ändern`}
            />
            <FieldError role="alert">{error}</FieldError>
            <span className="flex gap-2">
              <IntentButton intent={`note:${id}`} label="Speichern" />
              <IntentButton intent={`remove-note:${id}`} label="Löschen" />
            </span>
          </PostForm>
        </details>
      ) : null}
    </li>
  );
}
