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
  const errors: Record<string, string> = {};
  const choices: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(error ?? {})) {
    const [first, ...others] = messages ?? [];
    if (first === undefined) continue;
    errors[name] = first;
    choices[name] = others;
  }
  const values = Object.fromEntries(
    Object.entries(initialValue ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
  const { "": problem, ...fields } = errors;
  return { errors: fields, values, problem, choices };
}
