import { Agent, request } from "node:http";
import { AUTHORIZATION } from "../../tests/support/signed-fetch";
import { quantile } from "./measure";

interface Answer {
  status: number;
  bytes: number;
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
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent,
        method,
        headers: { ...(isStranger ? {} : { authorization: AUTHORIZATION }), ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("end", () => {
          const body = Buffer.concat(parts);
          const ms = performance.now() - start;
          resolve({ status: response.statusCode ?? 0, bytes: body.length, body, ms });
        });
      },
    );
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

/** Repeats something until it is stopped: what a person does all the time. The times that each took, in milliseconds. */
export function repeat(act: () => Promise<number>): { stop(): Promise<number[]> } {
  let isOver = false;
  const times: number[] = [];
  const all = (async () => {
    while (!isOver) times.push(await act());
  })();
  return {
    async stop() {
      isOver = true;
      await all;
      return times;
    },
  };
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
