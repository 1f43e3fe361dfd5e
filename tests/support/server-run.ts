import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { apiDocument, isApiAddress } from "./openapi";
import { AUTHORIZATION } from "./signed-fetch";

/**
 * Runs one of the project's scripts until it ends by itself.
 *
 * @param settings environment variables; the machine's own settings are not passed on
 * @param limitMs after so long it is killed, and the code is null
 */
export async function runToEnd(
  script: `scripts/${"serve" | "demo" | "login-link" | "read-site" | "backup" | "restore"}.ts`,
  settings: Record<string, string>,
  args: readonly string[] = [],
  limitMs = 30_000,
) {
  const child = spawn(process.execPath, ["tests/support/run-entry.mjs", script, ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  await once(child, "close");
  clearTimeout(timer);
  return { code: child.exitCode, output };
}

/** An answer to a request that fetch would not send: with any Host and Origin, and an address as it is written. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface RawOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whether nothing says who is asking, but for what the headers say. */
  isAnonymous?: boolean;
}

/** Sends a request byte for byte as told. */
export function sendRaw(
  origin: string,
  path: string,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = "GET", headers, body, isAnonymous = false } = options;
  return new Promise<RawAnswer>((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      path,
      method,
      headers: isAnonymous ? headers : { authorization: AUTHORIZATION, ...headers },
      agent: false,
    });
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(response.headersDistinct)) {
        for (const value of values) headers.append(name, value);
      }
      const status = response.statusCode ?? 0;
      readText(response).then((text) => resolve({ status, headers, text }), reject);
    });
    outgoing.end(body);
  });
}

/** The same, with answers of the API compared with its document. */
export async function rawRequest(origin: string, path: string, options: RawOptions = {}) {
  const answer = await sendRaw(origin, path, options);
  if (isApiAddress(path.split("?", 1)[0] ?? "")) {
    const described = await apiDocument(origin);
    await described.check({
      method: options.method ?? "GET",
      url: new URL(path, origin),
      status: answer.status,
      contentType: answer.headers.get("content-type"),
      text: async () => answer.text,
    });
  }
  return answer;
}
