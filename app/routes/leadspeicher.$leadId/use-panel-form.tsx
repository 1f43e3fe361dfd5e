import { useActionData, useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { type FormReply, formProblem, replyTo } from "~/http/form-reply";
import type { LeadFormReply } from "~/leads/edit/lead-panel.server";

const entriesOf = (form?: FormData) => JSON.stringify([...(form ?? [])]);

/** Sends a form without leaving its lead, so that a fast key never acts on the lead before. */
export function usePanelForm(intents: readonly string[], address?: string) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<FormReply & LeadFormReply>();
  const sent = useActionData<FormReply & LeadFormReply>();
  const answer = fetcher.data ?? sent;
  const reply = replyTo(answer, ...intents);
  const problem = formProblem(reply);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { nativeEvent, currentTarget } = event;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    const data = new FormData(currentTarget, button);
    data.set("stay", "panel");
    // A double click is one press.
    if (entriesOf(fetcher.formData) === entriesOf(data)) return;
    fetcher.submit(data, { method: "post", action: address ?? `${pathname}${search}` });
  };
  return {
    sent,
    answer,
    reply,
    problem,
    isSending: fetcher.state !== "idle",
    isDone: fetcher.state === "idle" && fetcher.data !== undefined && problem === undefined,
    onSubmit,
  };
}

/** Tells screen readers what the page shows by itself. */
export function Saved({ isDone }: { isDone: boolean }) {
  return (
    <span className="sr-only" role="status">
      {isDone ? "Gespeichert." : ""}
    </span>
  );
}
