import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults";
import type { Holds } from "./holds";
import type { DemoProvider, DemoReply, DemoRequest } from "./provider";

const LARGEST_BODY = 1_000_000;
/** How much more than the real length a cut answer announces. */
const MISSING_BYTES = 1024;

/** Reads a request body as text; undefined when it is larger than any provider would take. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // Too much is read to its end all the same, so that the refusal arrives on a whole connection.
    if (size <= LARGEST_BODY) chunks.push(bytes);
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(chunks).toString("utf8");
}

/** Lets a provider answer a request, spoilt by a fault if there is one. */
export async function exchange(
  provider: DemoProvider,
  request: DemoRequest,
  response: ServerResponse,
  fault: Fault | undefined,
  { holds, latency }: { holds: Holds; latency: number },
): Promise<void> {
  if (fault?.hang) return;
  if (fault?.reset && fault.delayMs === undefined) return reset(response);

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const reply = fault ? spoil(provider, request, fault) : provider.answer(request);
  await wait((fault?.delayMs ?? 0) + reply.delayMs * latency, gone.signal);
  if (fault?.hold !== undefined) await holds.wait(fault.hold, gone.signal);
  if (response.destroyed) return;
  if (fault?.reset || reply.reset) return reset(response);
  if (fault?.cutAfterBytes !== undefined) return sendCut(response, reply, fault.cutAfterBytes);
  send(response, reply);
}

function spoil(provider: DemoProvider, request: DemoRequest, fault: Fault): DemoReply {
  const reply = spoiltReply(provider, request, fault);
  const headers = { ...reply.headers };
  for (const [name, value] of Object.entries(fault.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  return { ...reply, headers };
}

function spoiltReply(provider: DemoProvider, request: DemoRequest, fault: Fault): DemoReply {
  const { status, body } = fault;
  if (body !== undefined) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { ...provider.errorReply(status ?? 200), status: status ?? 200, body: text };
  }
  return status === undefined ? provider.answer(request) : provider.errorReply(status);
}

/** Sends an answer with its length. */
export function send(response: ServerResponse, reply: DemoReply): void {
  const bytes = Buffer.from(reply.body, reply.encoding ?? "utf8");
  response.writeHead(reply.status, { "content-length": bytes.length, ...reply.headers });
  response.end(bytes);
}

function sendCut(response: ServerResponse, reply: DemoReply, cutAfterBytes: number): void {
  const bytes = Buffer.from(reply.body, reply.encoding ?? "utf8");
  const announced = Math.max(bytes.length, cutAfterBytes) + MISSING_BYTES;
  response.writeHead(reply.status, { ...reply.headers, "content-length": announced });
  response.flushHeaders();
  // The socket is closed only once the part has left it, so the client sees exactly these bytes.
  if (cutAfterBytes === 0) response.socket?.destroySoon();
  else response.write(bytes.subarray(0, cutAfterBytes), () => response.socket?.destroySoon());
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Waits, but not for a client that has gone away. */
async function wait(milliseconds: number, gone: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await sleep(milliseconds, undefined, { signal: gone });
  } catch {
    // The connection is closed; the caller sees that on the response.
  }
}
