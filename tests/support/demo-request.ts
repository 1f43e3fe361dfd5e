import type { DemoProvider, DemoReply } from "../../scripts/demo-providers/provider";

interface DemoCall {
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
}

/** Asks a demo provider without a server in between; `target` is path and query. */
export function askDemo(
  provider: DemoProvider,
  method: string,
  target: string,
  { headers = {}, body }: DemoCall = {},
): DemoReply {
  const [path = "", query = ""] = target.split("?", 2);
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  return provider.answer({ method, path, query: new URLSearchParams(query), headers, body: text });
}
