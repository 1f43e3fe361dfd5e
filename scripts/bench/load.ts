import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { postJson, startSearch, waitForJob } from "../../tests/support/api-client";
import {
  type AppServer,
  providerSettings,
  signInByLink,
  startAppServer,
} from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { federalStates } from "../demo-providers/world/federal-states";
import { Answers, importForm, number, printTable, quantile, readList, send } from "./measure";

const PEOPLE = 50;
const FOLLOWERS = 30;
const SEARCHES = 4;
const THINKING_MS = 1_000;
/** First one user works alone, as the baseline. */
const BASELINE_MS = 8_000;
const WORDS = ["zahnarzt", "müller", "solar", "hauptstraße", "steuer"];
/** About 14,000 of 100,000 leads. */
const BULK_FILTER = { federalState: "BY" };
/** A heap of at most 512 MB, as with `npm start`. */
const MEMORY_LIMITS = { NODE_OPTIONS: "--max-old-space-size=512", MALLOC_ARENA_MAX: "2" };

/** Peak resident memory of a process in MB; Linux only. */
function peakMemoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1e3;
}

async function work(url: string, person: number, thinkingMs: number, answers: Answers) {
  const agent = new Agent({ keepAlive: true });
  const headers = { "accept-encoding": "gzip, br" };
  const { leads } = await readList(url, `pageSize=50&page=${1 + (person % 40)}`);
  let turn = person;
  await answers.repeat(thinkingMs, async () => {
    turn += 1;
    const id = leads[turn % leads.length]?.id;
    const word = encodeURIComponent(WORDS[turn % WORDS.length] ?? "");
    const body = JSON.stringify({ approved: turn % 12 === 5 });
    const change = { agent, method: "PATCH", body, headers };
    const [kind = "Schalter", path] =
      [
        ["Liste", `/api/leads?pageSize=50&page=${1 + (turn % 20)}`],
        ["Suche", `/api/leads?pageSize=50&q=${word}&sort=companyName`],
        ["Leiste", `/leadspeicher/${id}.data`],
        ["Seite als Daten", `/leadspeicher.data?page=${1 + (turn % 20)}`],
        ["Seite", turn % 4 === 0 ? "/leadspeicher" : "/suche"],
      ][turn % 6] ?? [];
    const sending = path === undefined ? change : { agent, headers };
    await answers.take(kind, send(url + (path ?? `/api/leads/${id}`), sending));
  });
  agent.destroy();
}

async function workHard({ url, databasePath }: AppServer, answers: Answers) {
  const { total: expectedCount } = await readList(url, `${new URLSearchParams(BULK_FILTER)}`);
  const bulk = { filter: BULK_FILTER, expectedCount, action: "addTag", tag: "unter Last" };
  const env = { ...process.env, DATABASE_PATH: databasePath };
  const command = ["run", "-s", "backup", "--", `${databasePath}.copy`];
  const backup = promisify(execFile)("npm", command, { env }).then(() => ({ status: 200 }));
  const body = importForm(5_000, "last");
  await Promise.all([
    answers.take("Export", send(`${url}/api/leads/export`)),
    answers.take("Export", send(`${url}/api/leads/export`)),
    answers.take("Sicherung", backup),
    answers.take("Import", fetch(`${url}/api/leads/import`, { method: "POST", body })),
    answers.take(`Tag für ${number(expectedCount)}`, postJson(`${url}/api/leads/bulk`, bulk)),
  ]);
}

export async function benchLoad(databasePath: string, seconds = 300): Promise<void> {
  // As slow as the real services.
  const providers = await startDemoProviders({ latency: 1 });
  const settings = { ...providerSettings(providers), ...MEMORY_LIMITS, RETRY_SPEED: "1" };
  const server = await startAppServer(databasePath, settings);
  const { url } = server;
  const alone = new Answers(AbortSignal.timeout(BASELINE_MS));
  await work(url, 0, 50, alone);

  const leaving = new AbortController();
  const answers = new Answers(leaving.signal);
  const jobIds: string[] = [];
  let turn = 0;
  const search = (lane: number) =>
    answers.repeat(0, async () => {
      turn += 1;
      const region = federalStates[turn % federalStates.length]?.name ?? "";
      jobIds[lane] = await startSearch(url, { query: `Solar ${turn}`, region, count: 60 });
      await waitForJob(url, jobIds[lane]);
    });
  const cookie = await signInByLink(server);
  const follow = (at: number) =>
    answers.repeat(200, async () => {
      const address = `${url}/ergebnisse/${jobIds[at % SEARCHES]}/verlauf.data`;
      if (jobIds[at % SEARCHES])
        await answers.take("Verlauf", send(address, { headers: { cookie } }));
    });
  const many = (count: number, run: (at: number) => Promise<void>) =>
    Array.from({ length: count }, (_, at) => run(at));
  const agent = new Agent({ keepAlive: true });
  const working = [
    ...many(PEOPLE, (at) => delay(at * 20).then(() => work(url, at, THINKING_MS, answers))),
    ...many(FOLLOWERS, follow),
    ...many(SEARCHES, search),
    answers.repeat(20, () => answers.take("/healthz", send(`${url}/healthz`, { agent }))),
  ];
  await delay(seconds * 200);
  const start = performance.now();
  await workHard(server, answers);
  await delay(Math.max(0, seconds * 800 - (performance.now() - start)));
  const memory = peakMemoryOf(server.pid);
  leaving.abort();
  await Promise.all(working);
  agent.destroy();
  await server.stop();
  await providers.close();

  printTable(
    `${PEOPLE} Menschen, ${SEARCHES} Suchen, ${FOLLOWERS} Verläufe, ${seconds} s (Ziel: 0 Fehler, /healthz höchstens 500 ms)`,
    ["Art", "Zahl", "ms p50", "p95", "max", "p95 zu allein"],
    [...answers.kinds].map(([kind, times]) => {
      const calm = alone.kinds.get(kind);
      const p95 = quantile(times, 0.95);
      const ratio = calm && `${number(p95 / quantile(calm, 0.95))} ×`;
      const figures = [times.length, quantile(times), p95, Math.max(...times)].map(number);
      return [kind, ...figures, ratio ?? ""];
    }),
  );
  console.log(`Speicher: höchstens ${number(memory)} MB (Ziel ≤ 600)`);
  console.log(answers.errors.length, "Fehler", new Set(answers.errors));
}
