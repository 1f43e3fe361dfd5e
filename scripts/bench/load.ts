import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { AUTHORIZATION } from "../../tests/support/signed-fetch";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Until the last byte, in milliseconds. */
  ms: number;
}

interface Sending {
  /** Whose connections stay open; without, each request has its own. */
  agent?: Agent | false;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Without a login. */
  isStranger?: boolean;
}

/** Sends one request and reads its answer as it comes, packed or not. */
export function send(
  url: string,
  { agent = false, method, body, headers, isStranger }: Sending = {},
): Promise<Answer> {
  const start = performance.now();
  const identity = isStranger ? {} : { authorization: AUTHORIZATION };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { ...identity, ...headers } });
    asked.once("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("error", reject);
      response.once("end", () => {
        const [status = 0, ms] = [response.statusCode, performance.now() - start];
        resolve({ status, headers: response.headers, body: Buffer.concat(parts), ms });
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

/** Asks over some connections that stay open, each for the next as soon as it has an answer. The times of all, in ms. */
export async function load(url: string, connections: number, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const { status, ms } = await send(url, { agent });
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return times;
}
