import type { SubmissionResult } from "@conform-to/react";

export interface FormReply {
  intent: string;
  sent: SubmissionResult;
}

export interface FieldReply {
  errors: Record<string, string>;
  values: Record<string, string>;
  problem: string | undefined;
  /** Suggestions for a refused field. */
  choices?: Record<string, string[]>;
}

export function formProblem(reply: FieldReply | undefined, ...shown: string[]): string | undefined {
  const unshown = Object.entries(reply?.errors ?? {}).find(([name]) => !shown.includes(name));
  return reply?.problem ?? unshown?.[1];
}

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
