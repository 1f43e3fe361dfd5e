import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { countCalls, setFault, startSearch, waitForJob } from "../../tests/support/api-client";
import { type AppServer, providerSettings, startAppServer } from "../../tests/support/app-server";
import { type DemoProviders, startDemoProviders } from "../demo-providers/server";
import { send } from "./load";
import { number, printTable } from "./measure";

/** Handles that a server has left, and how many people come at once. */
const LEFT = 12;
const CROWD = 300;
const READS = ["/leadspeicher", "/api/leads?pageSize=50", "/api/leads/export", "/healthz"];

async function untilHealthy({ url }: AppServer): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answer = await send(`${url}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return performance.now() - start;
    await delay(20);
  }
}

const search = (server: AppServer, query: string) =>
  startSearch(server.url, { query, region: "Bayern", count: 20 });

/** Lets the server stand still as a laptop that sleeps, with a call under way and a search at work. */
async function sleep(server: AppServer, providers: DemoProviders, seconds: number) {
  const pid = server.pid ?? 0;
  await setFault(providers.origin, { provider: "google-places", after: 1, fault: { hang: true } });
  const id = await search(server, "Dachdecker");
  await waitForJob(server.url, id, ({ stored }) => stored > 0);
  const before = (await countCalls(providers.origin))["google-places"] ?? 0;
  process.kill(pid, "SIGSTOP");
  await delay(seconds * 1_000);
  process.kill(pid, "SIGCONT");
  const healthyMs = await untilHealthy(server);
  const start = performance.now();
  const job = await waitForJob(server.url, id);
  const jobMs = performance.now() - start;
  const repeated = ((await countCalls(providers.origin))["google-places"] ?? 0) - before;
  printTable(
    `${seconds} s angehalten (Ziel: sofort wieder da, Lauf complete, der hängende Aufruf einmal wiederholt)`,
    ["wieder da ms", "Lauf", "Leads", "nach ms", "Aufrufe danach"],
    [[number(healthyMs), job.status, String(job.stored), number(jobMs), String(repeated)]],
  );
}

/** Takes the server its file handles while many come at once; each time it must say so or refuse, and be there afterwards. */
async function takeHandles(server: AppServer) {
  const pid = server.pid ?? 0;
  const open = readdirSync(`/proc/${pid}/fd`).length;
  const limit = (count: number) => execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${count}:`]);
  const id = await search(server, "Elektriker");
  limit(open + LEFT);
  const outcomes = new Map<string, number>();
  const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  await Promise.all(
    Array.from({ length: CROWD }, async (_, n) => {
      const asked = send(server.url + (READS[n % READS.length] ?? ""));
      await Promise.race([
        asked,
        delay(20_000).then(() => Promise.reject(new Error("keine Antwort"))),
      ])
        .then(({ status }) => count(String(status)))
        .catch((error: Error & { code?: string }) => count(error.code ?? error.message));
    }),
  );
  const healthyMs = await untilHealthy(server);
  limit(4_096);
  const job = await waitForJob(server.url, id);
  const again = await waitForJob(server.url, await search(server, "Maler"));
  printTable(
    `${CROWD} Anfragen bei ${LEFT} freien Handles (Ziel: 503 oder abgewiesen, nie 500, kein Ende, danach wie zuvor)`,
    ["Antworten", "wieder da ms", "Lauf dabei", "Lauf danach", "Prozess"],
    [
      [
        [...outcomes].map(([what, times]) => `${what}: ${times}`).join(", "),
        ...[number(healthyMs), `${job.status} ${job.error ?? ""}`, again.status],
        String(server.pid === pid && readdirSync("/proc").includes(String(pid))),
      ],
    ],
  );
}

/** Lets a machine sleep, and run out of file handles, under a server at work. */
export async function benchMachineFaults(databasePath: string, seconds = 60): Promise<void> {
  const providers = await startDemoProviders({ latency: 0.3 });
  const server = await startAppServer(databasePath, {
    ...providerSettings(providers),
    RETRY_SPEED: "1",
  });
  try {
    await sleep(server, providers, seconds);
    await takeHandles(server);
  } finally {
    await server.stop();
    await providers.close();
  }
}
