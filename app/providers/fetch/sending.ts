import { AsyncLocalStorage } from "node:async_hooks";

const hooks = new AsyncLocalStorage<() => Promise<void>>();

/** Calls the hook once, just before the first request leaves. */
export function onFirstRequest<Answer>(
  hook: () => Promise<void>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let called: Promise<void> | undefined;
  return hooks.run(() => {
    called ??= hook();
    return called;
  }, call);
}

export function firstRequestHook(): (() => Promise<void>) | undefined {
  return hooks.getStore();
}
