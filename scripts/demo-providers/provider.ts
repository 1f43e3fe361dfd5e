import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";

/** `path` is below the provider's prefix. */
export interface DemoRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface DemoReply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** About the real provider's time; multiplied by the server's latency. */
  delayMs: number;
  /** UTF-8 by default. */
  encoding?: "utf8" | "latin1";
  reset?: boolean;
}

/** A local stand-in for an outside provider. It holds its state: credits and repeated requests. */
export interface DemoProvider {
  /** First part of the path and name in faults and journal, e.g. "google-places". */
  name: string;
  answer(request: DemoRequest): DemoReply;
  /** The provider's own error body for a status, used by fault rules without a body. */
  errorReply(status: number): DemoReply;
}

export function textReply(status: number, type: string, body: string, delayMs = 0): DemoReply {
  return { status, headers: { "content-type": type }, body, delayMs };
}

export function jsonReply(status: number, value: unknown, { delayMs = 0 } = {}): DemoReply {
  const type = "application/json; charset=UTF-8";
  return textReply(status, type, JSON.stringify(value), delayMs);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON body, or the path of its first invalid field; empty means the whole body. */
export function readBody<Input>(
  schema: z.ZodType<Input>,
  { body }: DemoRequest,
): { input: Input; wrong?: undefined } | { input?: undefined; wrong: string } {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return { input: parsed.data };
  return { wrong: parsed.error.issues[0]?.path.join(".") ?? "" };
}

export function headerText(request: DemoRequest, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value.join(",") : (value ?? "")).trim();
}

/** The key of an `Authorization` header, with or without „Bearer“ before it. */
export function bearerKey(request: DemoRequest): string {
  return headerText(request, "authorization").replace(/^Bearer(\s+|$)/i, "");
}
