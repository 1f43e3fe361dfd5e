import { type FaultRule, setFault } from "./api-client";
import type { TestApp } from "./app-server";

/** An answer of the model's service, as the service sends it. */
export function completion(content: string | null, refusal: string | null = null) {
  return { choices: [{ message: { content, refusal }, finish_reason: "stop" }] };
}

export const says = (value: unknown) => ({ body: completion(JSON.stringify(value)) });

/** Has the model's service answer so, by default more often than it is ever asked. */
export async function setModelAnswer(
  { providers }: TestApp,
  fault: FaultRule["fault"],
  times = 50,
): Promise<void> {
  const path = "/v1/chat/completions";
  await setFault(providers.origin, { provider: "openai", path, times, fault });
}
