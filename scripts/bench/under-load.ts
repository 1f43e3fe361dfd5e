import { setMaxListeners } from "node:events";
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type AppServer, providerSettings, startAppServer } from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { backUp } from "./backup";
import { follow, inviteCrowd, keepSearching, knock, Record, work } from "./crowd";
import { send } from "./load";
import { cpuOfMainThread, cpuOfProcess, memoryOf, number, printTable, quantile } from "./measure";

const PEOPLE = 50;
const FOLLOWERS = 30;
const LANES = 4;
const THINKING_MS = 1_000;
const EXPORTS = 2;
/** How long lists are asked for by one person alone, before anybody else comes. */
const CALM_MS = 8_000;
const SECONDS = 300;
/** The work of hundreds of leads, of which this state has some 14,000 in 100,000. */
const BULK_FILTER = { federalState: "BY" };

const TotalSchema = z.object({ total: z.int() });

/** The server with everybody at work, from `enter` to `leave`. */
async function openOffice(databasePath: string) {
  const tokens = await inviteCrowd(databasePath, PEOPLE);
  // As slow as services are.
  const providers = await startDemoProviders({ latency: 1 });
  const bounds = { NODE_OPTIONS: "--max-old-space-size=512", MALLOC_ARENA_MAX: "2" };
  const settings = { ...providerSettings(providers), ...bounds, RETRY_SPEED: "1" };
  const server = await startAppServer(databasePath, settings);
  const leaving = new AbortController();
  const { signal } = leaving;
  setMaxListeners(0, signal);
  const record = new Record();
  const working: Promise<unknown>[] = [];
  const tokenOf = (at: number) => tokens[at % tokens.length] ?? "";
  const client = (at: number) => ({ url: server.url, token: tokenOf(at), signal, record });
  return {
    server,
    record,
    tokens,
    async enter() {
      const lanes = await Promise.all(
        Array.from({ length: LANES }, (_, lane) => keepSearching(client(lane), lane)),
      );
      for (let person = 0; person < PEOPLE; person += 1)
        working.push(work(client(person), person, THINKING_MS));
      for (let at = 0; at < FOLLOWERS; at += 1) {
        const { jobId = () => "" } = lanes[at % LANES] ?? {};
        working.push(follow(client(at), jobId));
      }
      working.push(knock(client(0)), ...lanes.map(({ done }) => done));
    },
    async leave() {
      leaving.abort();
      await Promise.all(working);
      await server.stop();
      await providers.close();
    },
  };
}

/** Two exports of all leads, a backup and an action on thousands of leads at once. */
async function doHeavyWork({ url, databasePath }: AppServer, record: Record): Promise<string[]> {
  const lines: string[] = [];
  const timed = async (name: string, run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    lines.push(`${name}: ${number((performance.now() - start) / 1_000)} s`);
  };
  const filter = new URLSearchParams(BULK_FILTER);
  const { body } = await send(`${url}/api/leads?pageSize=1&${filter}`);
  const { total: expectedCount } = TotalSchema.parse(JSON.parse(body.toString()));
  const action = { filter: BULK_FILTER, expectedCount, action: "addTag", tag: "unter Last" };
  const bulk = {
    method: "POST",
    body: JSON.stringify(action),
    headers: { "content-type": "application/json" },
  };
  await Promise.all([
    ...Array.from({ length: EXPORTS }, () =>
      timed("Export", () => record.take("Export", () => send(`${url}/api/leads/export`))),
    ),
    timed("Sicherung", () => backUp(databasePath)),
    timed(`Sammelaktion über ${number(expectedCount)}`, () =>
      record.take("Sammelaktion", () => send(`${url}/api/leads/bulk`, bulk)),
    ),
  ]);
  return lines;
}

/** What 50 people with everything that a day can bring at once notice of each other. */
export async function benchLoad(databasePath: string, seconds = SECONDS): Promise<void> {
  const office = await openOffice(databasePath);
  const { server, record, tokens } = office;
  const calm = new Record();
  const single = new AbortController();
  const one = { url: server.url, token: tokens[0] ?? "", signal: single.signal, record: calm };
  const alone = work(one, 0, 50);
  await delay(CALM_MS);
  single.abort();
  await alone;

  const memory = [memoryOf(server.pid)];
  const watch = setInterval(() => memory.push(memoryOf(server.pid)), 1_000);
  const own = monitorEventLoopDelay({ resolution: 5 });
  own.enable();
  await office.enter();
  const from = [performance.now(), cpuOfMainThread(server.pid), cpuOfProcess(server.pid)] as const;
  await delay(seconds * 200);
  const heavyFrom = performance.now();
  const heavy = await doHeavyWork(server, record);
  const heavyTo = performance.now();
  await delay(Math.max(0, seconds * 800 - (heavyTo - heavyFrom)));
  own.disable();
  clearInterval(watch);
  const spent = performance.now() - from[0];
  const shares = [
    (cpuOfMainThread(server.pid) - from[1]) / spent,
    (cpuOfProcess(server.pid) - from[2]) / spent,
  ].map((share) => `${number(100 * share)} %`);
  await office.leave();

  const kinds = record.kinds.filter((kind) => !["Export", "Sammelaktion"].includes(kind));
  printTable(
    `${PEOPLE} Menschen, ${LANES} Suchen, ${FOLLOWERS} Verläufe, ${seconds} s: ${number(record.count)} Anfragen, ${record.errors.length} Fehler (Ziel 0)`,
    ["Art", "Zahl", "allein p95", "p50", "p95", "max", "p95 mit Schwerem", "p95 zu allein"],
    kinds.map((kind) => {
      const times = record.times(kind);
      const p95 = quantile(times, 0.95);
      const figures = [
        calm.p95(kind),
        quantile(times),
        p95,
        Math.max(...times),
        record.p95(kind, heavyFrom, heavyTo),
      ];
      const ratio = `${number(p95 / calm.p95(kind))} ×`;
      return [kind, number(times.length), ...figures.map(number), ratio];
    }),
  );
  console.log(heavy.join(", "));
  console.log(
    `Niemand soll länger als 500 ms auf /healthz warten; der Messende selbst stand ${number(own.max / 1e6)} ms (p99 ${number(own.percentile(99) / 1e6)})`,
  );
  console.log(
    `Prozessor: ${shares[0]} eines Kerns für Seiten und API, ${shares[1]} mit allen Threads; in der Maschine warten ${number(loadavg()[0] ?? 0)}`,
  );
  console.log(
    `Speicher: Beginn ${number(memory[0] ?? 0)}, höchstens ${number(Math.max(...memory))}, Ende ${number(memory.at(-1) ?? 0)} MB (Ziel ≤ 600)`,
  );
  for (const [error, count] of countEach(record.errors)) console.log(`${count} × ${error}`);
}

function countEach(lines: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts];
}
