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

/** The hook that is called before the current request leaves, if any. */
export function noteOfSending(): (() => Promise<void>) | undefined {
  return noting.getStore();
}
