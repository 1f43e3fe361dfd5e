import type { IncomingHttpHeaders } from "node:http";

/** A request as a demo provider sees it: the path below its own prefix, the body as text. */
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
  /** How long the real provider would take about; multiplied by the server's latency. */
  delayMs: number;
  /** How the body becomes bytes; UTF-8 where it is left out. */
  encoding?: "utf8" | "latin1";
  /** Resets the connection instead of answering. */
  reset?: boolean;
}

/** One outside provider, played locally. State (credits, repeated requests) lives in the object. */
export interface DemoProvider {
  /** First part of the path and name in faults and journal, e.g. "google-places". */
  name: string;
  answer(request: DemoRequest): DemoReply;
  /** The provider's own error body for a status, used by fault rules that give none. */
  errorReply(status: number): DemoReply;
}

/** Builds a reply whose body is JSON. */
export function jsonReply(
  status: number,
  value: unknown,
  { delayMs = 0, headers = {} }: { delayMs?: number; headers?: Record<string, string> } = {},
): DemoReply {
  const contentType = "application/json; charset=UTF-8";
  return {
    status,
    headers: { "content-type": contentType, ...headers },
    body: JSON.stringify(value),
    delayMs,
  };
}

/** Parses JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request header as one text; "" when it is absent. */
export function headerText(request: DemoRequest, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value.join(",") : (value ?? "")).trim();
}

/** The key of an `Authorization` header, with or without „Bearer“ before it. */
export function bearerKey(request: DemoRequest): string {
  return headerText(request, "authorization").replace(/^Bearer(\s+|$)/i, "");
}
