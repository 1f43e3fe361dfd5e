import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { startSearch, waitForJob } from "../../tests/support/api-client";
import { type AppServer, providerSettings, startAppServer } from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { send } from "./load";
import { number, printTable, quantile } from "./measure";

const CLIENTS = 20;
const STREAMS = 10;
const LeadsSchema = z.object({ leads: z.array(z.object({ id: z.string() })) });

/** What became of one stop with people at work. */
interface Stop {
  code: number | null;
  ms: number;
  answered: number;
  /** Clear words that the server stops. */
  refused: number;
  /** Answers that did not come to their end, with what came instead. */
  cut: string[];
  /** Leads that do not hold a change which was confirmed. */
  lost: string[];
}

/** Stops a server under 20 people who read, change, and export, and ten pages that follow a job; each asks until it is told of the stop. */
export async function stopUnderLoad(
  server: AppServer,
  jobId: string,
  signal: NodeJS.Signals = "SIGTERM",
  afterMs = 500,
): Promise<Stop> {
  const { url, databasePath } = server;
  const agent = new Agent({ keepAlive: true });
  const stop: Stop = { code: null, ms: 0, answered: 0, refused: 0, cut: [], lost: [] };
  const { leads } = LeadsSchema.parse(
    JSON.parse((await send(`${url}/api/leads?pageSize=${CLIENTS}`)).body.toString()),
  );
  const confirmed = new Map<string, number>();

  /** @returns whether the server goes on */
  async function ask(path: string, body?: string): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    const how = body === undefined ? {} : { method: "PATCH", body, headers };
    try {
      const { status } = await send(url + path, { agent, ...how });
      if (status === 503) stop.refused += 1;
      else stop.answered += 1;
      return status !== 503;
    } catch (error) {
      // Where nobody listens, nothing was taken.
      const code = error instanceof Error && "code" in error ? error.code : error;
      if (code !== "ECONNREFUSED") stop.cut.push(`${path}: ${code}`);
      return false;
    }
  }

  const reads = ["/leadspeicher", "/api/leads?pageSize=200", "/api/leads/export", "/suche"];
  async function work(client: number): Promise<void> {
    const id = leads[client % leads.length]?.id ?? "";
    for (let turn = 1; ; turn += 1) {
      const isWriting = client % 2 === 0 && client < leads.length;
      const read = reads[(client + turn) % reads.length] ?? "";
      const notes = JSON.stringify({ notes: String(turn) });
      if (!(isWriting ? await ask(`/api/leads/${id}`, notes) : await ask(read))) return;
      if (isWriting) confirmed.set(id, turn);
    }
  }
  async function follow(): Promise<void> {
    while (await ask(`/ergebnisse/${jobId}/verlauf.data`));
  }

  const people = [
    ...Array.from({ length: CLIENTS }, (_, client) => work(client)),
    ...Array.from({ length: STREAMS }, follow),
  ];
  await delay(afterMs);
  const start = performance.now();
  stop.code = await server.stop(signal);
  stop.ms = performance.now() - start;
  await Promise.all(people);
  agent.destroy();

  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const notesOf = sqlite.prepare("SELECT notes FROM leads WHERE id = ?").pluck();
  for (const [id, turn] of confirmed) if (Number(notesOf.get(id)) < turn) stop.lost.push(id);
  sqlite.close();
  return stop;
}

/** Stops and starts the server, each time under load with a search under way. */
export async function benchStops(databasePath: string, stops = 50): Promise<void> {
  const providers = await startDemoProviders({ latency: 0.3 });
  const settings = { ...providerSettings(providers), RETRY_SPEED: "1" };
  const all: Stop[] = [];
  let server = await startAppServer(databasePath, settings);
  try {
    for (let turn = 0; turn < stops; turn += 1) {
      const jobId = await startSearch(server.url, { query: `Solar ${turn}`, region: "Bayern" });
      await waitForJob(server.url, jobId, ({ status }) => status !== "queued");
      const stop = await stopUnderLoad(server, jobId, "SIGTERM", 300 + ((turn * 137) % 700));
      all.push(stop);
      const { answered, cut, lost, ms } = stop;
      console.log(
        `Stopp ${turn + 1}: ${answered} beantwortet, ${cut.length} abgeschnitten, ${lost.length} verloren, ${number(ms)} ms`,
      );
      server = await startAppServer(databasePath, settings);
    }
  } finally {
    await server.stop();
    await providers.close();
  }
  const sum = (of: (stop: Stop) => number) =>
    number(all.reduce((total, stop) => total + of(stop), 0));
  const times = all.map(({ ms }) => ms);
  printTable(
    `${stops} Stopps unter Last (Ziel: nichts abgeschnitten, nichts verloren, höchstens 10 s, Code 0)`,
    ["beantwortet", "503", "abgeschnitten", "verloren", "Code nicht 0", "ms p50", "ms längster"],
    [
      [
        sum(({ answered }) => answered),
        sum(({ refused }) => refused),
        sum(({ cut }) => cut.length),
        sum(({ lost }) => lost.length),
        sum(({ code }) => (code === 0 ? 0 : 1)),
        number(quantile(times)),
        number(Math.max(...times)),
      ],
    ],
  );
  for (const { cut } of all) for (const line of cut) console.log(line);
}
