/**
 * Tests talk to the product as a program does: with the token that the test servers take from their environment. It goes
 * with every request to loopback that brings neither a session nor a token of its own.
 */
export const TEST_TOKEN = "a-token-of-the-tests-with-full-access-0123456789";

export const AUTHORIZATION = `Bearer ${TEST_TOKEN}`;

/** Headers for a request, with the token where nothing else says who is asking. */
function signed(headers: HeadersInit = {}): Headers {
  const all = new Headers(headers);
  const isKnown = all.has("authorization") || all.get("cookie")?.includes("leadspeicher");
  if (!isKnown) all.set("authorization", AUTHORIZATION);
  return all;
}

declare global {
  /** Set once, though this file is read anew for every test file of a process. */
  var fetchOfStrangers: typeof fetch | undefined;
}

globalThis.fetchOfStrangers ??= globalThis.fetch;

/** `fetch` without the token, for what strangers get. */
export const anonymousFetch = globalThis.fetchOfStrangers;

globalThis.fetch = (input, init) => {
  const own = input instanceof Request ? input.headers : undefined;
  return anonymousFetch(input, { ...init, headers: signed(init?.headers ?? own) });
};
