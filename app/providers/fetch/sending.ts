import { AsyncLocalStorage } from "node:async_hooks";

const noting = new AsyncLocalStorage<() => Promise<void>>();

/** Calls the hook once, just before the first request leaves. */
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

export function noteOfSending(): (() => Promise<void>) | undefined {
  return noting.getStore();
}
