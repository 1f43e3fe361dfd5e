import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Control } from "./control";
import type { Fault } from "./faults";
import type { DemoProvider, DemoReply, DemoRequest } from "./provider";

/** How much more than its length a cut answer announces. */
const MISSING_BYTES = 1024;

/** Pause between two bytes of an answer that never ends. */
const DRIP_MS = 20;

/** Answers a request by its provider, and applies a fault if there is one. */
export async function exchange(
  provider: DemoProvider,
  request: DemoRequest,
  response: ServerResponse,
  fault: Fault,
  { holds, latency }: Control,
): Promise<void> {
  if (fault.hang) return;
  if (fault.reset) return reset(response);

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  if (fault.drip) {
    response.writeHead(fault.status ?? 200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), DRIP_MS);
    gone.signal.addEventListener("abort", () => clearInterval(timer));
    return;
  }
  const reply = applyFault(provider, request, fault);
  try {
    const { signal } = gone;
    const delayMs = reply.delayMs * latency;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal });
    if (fault.hold !== undefined) await once(holds, fault.hold, { signal });
  } catch {
    // The client disconnected.
    return;
  }
  if (reply.reset) return reset(response);
  send(response, reply, fault.cutAfterBytes);
}

function applyFault(provider: DemoProvider, request: DemoRequest, fault: Fault): DemoReply {
  const { status, body, encoding, prefix = "" } = fault;
  const isHealthy = status === undefined && body === undefined;
  const reply = isHealthy ? provider.answer(request) : provider.errorReply(status ?? 200);
  const headers = { ...reply.headers };
  for (const [name, value] of Object.entries(fault.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  if (body === undefined) return { ...reply, headers, body: `${prefix}${reply.body}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { ...reply, headers, body: text, ...(encoding && { encoding }) };
}

/** Sends an answer with its length. `cutAfterBytes` announces more and cuts the connection after that many. */
export function send(response: ServerResponse, reply: DemoReply, cutAfterBytes?: number): void {
  const bytes = Buffer.from(reply.body, reply.encoding ?? "utf8");
  const isCut = cutAfterBytes !== undefined;
  const announced = isCut ? Math.max(bytes.length, cutAfterBytes) + MISSING_BYTES : bytes.length;
  const length = { "content-length": announced };
  // A fault may set the length, but not of a cut answer.
  const headers = isCut ? { ...reply.headers, ...length } : { ...length, ...reply.headers };
  response.writeHead(reply.status, headers);
  if (!isCut) {
    response.end(bytes);
    return;
  }
  response.flushHeaders();
  // Closes the socket only after sending the part, so that the client gets exactly these bytes.
  response.write(bytes.subarray(0, cutAfterBytes), () => response.socket?.destroySoon());
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
