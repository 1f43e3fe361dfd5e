import { isIP } from "node:net";
import { Agent, request } from "undici";
import { describe, expect, it } from "vitest";
import { createSiteFetcher } from "~/providers/website/fetch-site.server";
import { SiteError } from "~/providers/website/site-error";
import { type FakeInternet, PUBLIC, startFakeInternet } from "~tests/website/fake-internet";
import corpus from "~tests/website/ssrf-corpus.json";

/** The filter that comes to mind first: what looks like an inner address is refused. */
const LOOKS_PRIVATE =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|172\.16\.|169\.254\.|\[::1\])/;

/**
 * Fetches whatever the filter lets through, as a program without a guard would: any port, any address, with redirects.
 * Shows that the traps of the fake internet are set.
 */
async function fetchNaively(form: string, { resolve, open }: FakeInternet["parts"]) {
  if (LOOKS_PRIVATE.test(form)) return;
  const agent = new Agent({
    connect: ({ hostname, protocol, port }, callback) => {
      const usual = protocol === "https:" ? 443 : 80;
      const host = hostname.replace(/^\[|\]$/g, "");
      const addresses = isIP(host) ? [host] : resolve(host, new AbortController().signal);
      Promise.resolve(addresses).then(
        ([address = ""]) => {
          const socket = open(address, Number(port || usual));
          socket.once("connect", () => callback(null, socket));
          socket.once("error", (error) => callback(error, null));
        },
        (error: Error) => callback(error, null),
      );
    },
  });
  try {
    let address = form;
    for (let hop = 0; hop <= 5; hop += 1) {
      const { headers, body } = await request(address, { dispatcher: agent });
      body.on("error", () => {}).destroy();
      if (typeof headers.location !== "string") return;
      address = new URL(headers.location, address).href;
    }
  } catch {
    // Only whom it asked matters.
  } finally {
    await agent.destroy();
  }
}

const { signal } = new AbortController();
/** Spellings of addresses that lead a server into its own network, by the trick they use. */
const FORMS = Object.values(corpus).flat();
/** The forms that truly mean public.test on port 80. */
const HARMLESS_FORMS = [
  "http://public.test#@127.0.0.1/",
  "http://public.test\\@127.0.0.1/",
  "http://public.test?@127.0.0.1/",
  "http://public.test:00080/",
  "http://public.test/refresh",
];

/** Fetches with a fresh fetcher; answers the address of the page, or why there is none. */
async function outcomeOf(form: string, { parts }: FakeInternet): Promise<string> {
  const fetcher = createSiteFetcher({ ...parts, testNames: true });
  try {
    return `200 ${(await fetcher.fetchDocument(form, signal)).url}`;
  } catch (error) {
    if (error instanceof SiteError) return error.reason;
    throw error;
  } finally {
    await fetcher.close();
  }
}

describe("the 212 forms", () => {
  it("are all there, each once", () => {
    expect(FORMS).toHaveLength(212);
    expect(new Set(FORMS).size).toBe(212);
  });

  it("reach nothing but public addresses on ports of the web, and only the harmless ones a page", async () => {
    const internet = await startFakeInternet();
    const admitted: string[] = [];
    for (const form of FORMS) {
      const before = internet.attempts.length;
      const outcome = await outcomeOf(form, internet);
      if (outcome.startsWith("200")) admitted.push(form);
      else if (!form.includes("/r") && !form.endsWith("/loop")) {
        expect(internet.attempts.slice(before), form).toEqual([]);
      }
    }
    expect(internet.leaks()).toEqual([]);
    // It means a public host the first time it is asked, and is never asked twice for one connection.
    expect(admitted.toSorted()).toEqual([...HARMLESS_FORMS, "http://rebind.test/"].toSorted());
    expect(await outcomeOf("http://rebind.test/", internet)).toBe("not_public");
    expect(internet.leaks()).toEqual([]);
  });

  it("end after five redirects", async () => {
    const internet = await startFakeInternet();
    expect(await outcomeOf("http://public.test/loop", internet)).toBe("redirects");
    expect(internet.requests).toHaveLength(6);
  });

  it("would leak by the score through a filter of texts", async () => {
    const leaky: string[] = [];
    for (const form of FORMS) {
      const internet = await startFakeInternet();
      await fetchNaively(form, internet.parts);
      if (internet.leaks().length > 0) leaky.push(form);
    }
    expect(leaky.length).toBeGreaterThanOrEqual(100);
  });
});

it("goes nowhere but to the one vetted address of a name with several", async () => {
  const internet = await startFakeInternet();
  await outcomeOf("http://public.test/", internet);
  expect(internet.attempts).toEqual([`${PUBLIC} 80`]);
});
