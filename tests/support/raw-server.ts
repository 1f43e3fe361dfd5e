import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { ProviderCall } from "~/providers/fetch/call-provider.server";
import { ProviderError } from "~/providers/provider-error";

/** What the server does with a connection after it has read one request. */
export type Answer = (socket: Socket) => void;

interface RawServer {
  url: string;
  /** The requests as they came over the wire. */
  requests: string[];
  /** How many of them have lost their connection, from whichever side. */
  closed: number;
}

/**
 * A server on bare sockets, one request for each connection, answered in turn; the last answer is repeated.
 * Closed when the test is over.
 */
export async function startRawServer(...answers: Answer[]): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const state: RawServer = { url: "", requests: [], closed: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => {
      if (text !== "") state.closed += 1;
    });
    socket.on("data", (chunk) => {
      if (isWhole(text)) return;
      text += chunk.toString("utf8");
      if (!isWhole(text)) return;
      const answer = answers[Math.min(state.requests.length, answers.length - 1)];
      state.requests.push(text);
      answer?.(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was opened");
  state.url = `http://127.0.0.1:${address.port}`;
  return state;
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return Buffer.byteLength(text.slice(end + 4)) >= length;
}

/** An answer with its length that closes the connection. */
export function reply(
  status: number,
  body: string | object = "",
  headers: Record<string, string> = {},
): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const lines = Object.entries({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket) => socket.end(`HTTP/1.1 ${status} Words\r\n${lines.join("")}\r\n${text}`);
}

/** What most tests agree with the provider. */
const Agreed = z.object({ ok: z.boolean() });

/** A call with the usual settings; 3 tries. */
export function callTo(
  url: string,
  fields: Partial<ProviderCall<typeof Agreed>> = {},
): ProviderCall<typeof Agreed> {
  return {
    provider: "Anbieter",
    method: "POST",
    url,
    headers: { authorization: "key-4711" },
    body: { frage: "Müller" },
    schema: Agreed,
    timeoutMs: 10_000,
    maxBytes: 10_000,
    tries: 3,
    secrets: ["key-4711"],
    errorText: (body) => z.object({ error: z.string() }).safeParse(body).data?.error ?? null,
    signal: new AbortController().signal,
    ...fields,
  };
}

/** The error that a call ends with, which must be one of a provider. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}

/** The JSON body of a request as it was received. */
export function bodyOf(request: string | undefined): unknown {
  return JSON.parse(request?.slice(request.indexOf("\r\n\r\n") + 4) ?? "");
}
