import type { SubmissionResult } from "@conform-to/react";

/** The answer to a form on the page that it stands on. */
export interface FormReply {
  intent: string;
  sent: SubmissionResult;
}

/** Typed values and errors by the names of the fields; `problem` is wrong with the form as a whole. */
export interface FieldReply {
  errors: Record<string, string>;
  values: Record<string, string>;
  problem: string | undefined;
  /** Values that a refused field may have instead. */
  choices?: Record<string, string[]>;
}

/** The form's first fault that no shown field displays itself. */
export function formProblem(reply: FieldReply | undefined, ...shown: string[]): string | undefined {
  const unshown = Object.entries(reply?.errors ?? {}).find(([name]) => !shown.includes(name));
  return reply?.problem ?? unshown?.[1];
}

/** The reply to some forms of a page; undefined where it answers another one. */
export function replyTo(
  reply: FormReply | undefined,
  ...intents: string[]
): FieldReply | undefined {
  if (reply === undefined || !intents.includes(reply.intent)) return undefined;
  const { error, initialValue } = reply.sent;
  const said = Object.entries(error ?? {}).map(([name, messages]) => ({
    name,
    all: messages ?? [],
  }));
  const { "": problem, ...errors } = Object.fromEntries(
    said.flatMap(({ name, all: [first] }) => (first === undefined ? [] : [[name, first]])),
  );
  const choices = said.flatMap(({ name, all: [, ...others] }) =>
    others.length === 0 ? [] : [[name, others]],
  );
  const values = Object.fromEntries(
    Object.entries(initialValue ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
  const fields = { errors, values, problem };
  return choices.length === 0 ? fields : { ...fields, choices: Object.fromEntries(choices) };
}
