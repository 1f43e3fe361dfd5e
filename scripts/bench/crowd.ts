import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Identity } from "../../app/access/identity";
import { createToken } from "../../app/access/tokens/api-tokens.server";
import { openDatabase } from "../../db/client";
import { startSearch, waitForJob } from "../../tests/support/api-client";
import { send } from "./load";
import { quantile } from "./measure";

const LeadsSchema = z.object({ leads: z.array(z.object({ id: z.string() })).min(1) });
const JSON_BODY = { "content-type": "application/json" };
const WORDS = ["zahnarzt", "müller", "berlin", "solar", "hauptstraße", "steuer"];
const REGIONS = ["Bayern", "Hessen", "Sachsen", "Berlin", "Hamburg", "Thüringen"];

/** One request from its beginning to its last byte, in milliseconds of this process. */
interface Asked {
  start: number;
  end: number;
}

/** What requests of each kind took, and which had no good answer. */
export class Record {
  readonly #kinds = new Map<string, Asked[]>();
  readonly errors: string[] = [];

  async take(kind: string, ask: () => ReturnType<typeof send>): Promise<void> {
    const start = performance.now();
    try {
      const { status } = await ask();
      if (status >= 400) this.errors.push(`${kind}: ${status}`);
    } catch (error) {
      this.errors.push(`${kind}: ${error instanceof Error ? error.message : error}`);
    }
    const known = this.#kinds.get(kind);
    const asked = { start, end: performance.now() };
    if (known === undefined) this.#kinds.set(kind, [asked]);
    else known.push(asked);
  }

  get kinds(): string[] {
    return [...this.#kinds.keys()];
  }

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, all) => sum + all.length, 0);
  }

  /** Milliseconds of the requests of a kind that were answered within a span of time. */
  times(kind: string, from = 0, to = Number.POSITIVE_INFINITY): number[] {
    const all = this.#kinds.get(kind) ?? [];
    return all.filter(({ end }) => end >= from && end < to).map(({ start, end }) => end - start);
  }

  p95(kind: string, from?: number, to?: number): number {
    return quantile(this.times(kind, from, to), 0.95);
  }
}

/** Tokens for so many people: each has a share of its own in the limits of the server. */
export async function inviteCrowd(databasePath: string, count: number): Promise<string[]> {
  const services = { db: await openDatabase(databasePath), log: { info() {}, warn() {} } };
  const identity: Identity = { kind: "token", actor: "bench", scope: "full", tokenId: null };
  const tokens: string[] = [];
  for (let at = 1; at <= count; at += 1) {
    const input = { name: `Mensch ${at}`, scope: "full" } as const;
    const { token } = await createToken(services, input, { identity, now: Date.now() });
    tokens.push(token);
  }
  await services.db.destroy();
  return tokens;
}

/** Who asks, as whom, and until when. */
interface Client {
  url: string;
  token: string;
  signal: AbortSignal;
  record: Record;
}

/** Somebody at work: asks, thinks for a moment and asks again until told to stop. */
export async function work(
  { url, token, signal, record }: Client,
  person: number,
  thinkingMs: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip, br" };
  const get = (path: string) => send(url + path, { agent, headers });
  const first = `${url}/api/leads?pageSize=50&page=${1 + (person % 40)}`;
  let leads: { id: string }[] = [];
  await record.take("Liste", async () => {
    const answer = await send(first, { headers: { authorization: headers.authorization } });
    ({ leads } = LeadsSchema.parse(JSON.parse(answer.body.toString())));
    return answer;
  });
  let turn = person;
  const id = () => leads[turn % leads.length]?.id;
  const list = () => get(`/api/leads?pageSize=50&page=${1 + (turn % 20)}`);
  const search = () => {
    const word = WORDS[(turn + person) % WORDS.length] ?? "";
    return get(`/api/leads?pageSize=50&q=${encodeURIComponent(word)}&sort=companyName`);
  };
  const panel = () => get(`/leadspeicher/${id()}.data`);
  const toggle = () => {
    const change = JSON.stringify({ approved: turn % 2 === 0 });
    const how = { method: "PATCH", body: change, headers: { ...headers, ...JSON_BODY } };
    return send(`${url}/api/leads/${id()}`, { agent, ...how });
  };
  const page = () => get(turn % 3 === 0 ? "/suche" : "/leadspeicher");
  const data = () => get(`/leadspeicher.data?page=${1 + (turn % 20)}`);
  const turns = [
    ["Liste", list],
    ["Suche", search],
    ["Leiste", panel],
    ["Schalter", toggle],
    ["Liste", list],
    ["Seite", page],
    ["Liste", list],
    ["Suche", search],
    ["Seite als Daten", data],
    ["Leiste", panel],
  ] as const;
  for (; !signal.aborted; turn += 1) {
    const [kind, ask] = turns[turn % turns.length] ?? turns[0];
    await record.take(kind, ask);
    // Between half and one and a half of it, so that nobody walks in step.
    const pause = thinkingMs * (0.5 + ((turn * 31 + person * 17) % 100) / 100);
    await delay(pause, null, { signal }).catch(() => {});
  }
  agent.destroy();
}

/** Asks for the smallest answer again and again: what it waits for, everybody waits for. */
export async function knock({ url, signal, record }: Omit<Client, "token">): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  while (!signal.aborted) {
    await record.take("/healthz", () => send(`${url}/healthz`, { agent, isStranger: true }));
    await delay(20);
  }
  agent.destroy();
}

/** Follows a search as an open page does: asks for the next state when there is one. */
export async function follow(
  { url, token, signal, record }: Client,
  jobId: () => string,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip, br" };
  const gone = new Promise<null>((resolve) =>
    signal.addEventListener("abort", () => resolve(null), { once: true }),
  );
  while (!signal.aborted) {
    const state = send(`${url}/ergebnisse/${jobId()}/verlauf.data`, { agent, headers });
    // Whoever leaves does not wait for the end of it.
    const answer = await Promise.race([state.catch(String), gone]);
    if (typeof answer === "string") record.errors.push(`Verlauf: ${answer}`);
    else if (answer !== null && answer.status >= 400)
      record.errors.push(`Verlauf: ${answer.status}`);
    await delay(200);
  }
  agent.destroy();
}

/** Keeps one search after the other going; `jobId` names the one of now. */
export async function keepSearching({ url, signal, record }: Omit<Client, "token">, lane: number) {
  let turn = 0;
  const next = () => {
    turn += 1;
    const region = REGIONS[(lane + turn) % REGIONS.length] ?? "";
    return startSearch(url, { query: `Solar ${lane}-${turn}`, region, count: 60 });
  };
  let jobId = await next();
  const done = (async () => {
    while (!signal.aborted) {
      try {
        await waitForJob(url, jobId, ({ finishedAt }) => finishedAt !== null || signal.aborted);
        if (!signal.aborted) jobId = await next();
      } catch (error) {
        record.errors.push(`Suche nach Firmen: ${error}`);
      }
    }
  })();
  return { jobId: () => jobId, done };
}
