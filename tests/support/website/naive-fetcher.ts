import { isIP } from "node:net";
import { Agent, request } from "undici";
import type { FakeInternet } from "./fake-internet";

/** The filter that comes to mind first: what looks like an inner address is refused. */
const LOOKS_PRIVATE =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|172\.16\.|169\.254\.|\[::1\])/;

/**
 * Fetches whatever the filter lets through, as a program without a guard would: any port, any address, with redirects.
 * Shows that the traps of the fake internet are set.
 */
export async function fetchNaively(form: string, { resolve, open }: FakeInternet["parts"]) {
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
