import { AsyncLocalStorage } from "node:async_hooks";

const noting = new AsyncLocalStorage<() => Promise<void>>();

/** Makes a call, and is told when the first request of it has its turn, just before that leaves. */
export function noteSending<Answer>(
  note: () => Promise<void>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let noted: Promise<void> | undefined;
  return noting.run(() => {
    noted ??= note();
    return noted;
  }, call);
}

/** What is to be told before the request leaves for which this is asked, if anything. */
export function noteOfSending(): (() => Promise<void>) | undefined {
  return noting.getStore();
}
