import { type ChildProcess, spawn } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { startAppServer } from "../../tests/support/app-server";
import { load, send } from "./load";
import { cpuOfProcess, number, printTable, quantile } from "./measure";

const BARE_SERVER = "scripts/bench/bare-server.mjs";
const ROUNDS = 5;
const REQUESTS = 200;
const STARTS = 5;
const AnswerSchema = z.object({ leads: z.array(z.record(z.string(), z.unknown())).min(1) });

/** Waits for „listening on …“; the address, and how long it took in milliseconds. */
async function listening(child: ChildProcess): Promise<{ url: string; ms: number }> {
  const start = performance.now();
  let output = "";
  for await (const part of child.stdout ?? []) {
    output += part;
    const url = /^listening on (\S+)$/m.exec(output)?.[1];
    if (url !== undefined) return { url, ms: performance.now() - start };
  }
  throw new Error(`nothing listens:\n${output}`);
}

function startNode(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function startTime(args: readonly string[], env?: Record<string, string>): Promise<number> {
  const child = startNode(args, env);
  const { ms } = await listening(child);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await gone;
  return ms;
}

async function benchStart(databasePath: string): Promise<void> {
  const times = { bare: [] as number[], product: [] as number[] };
  const settings = { PORT: "0", DATABASE_PATH: databasePath, LOG_LEVEL: "warn" };
  for (let round = 0; round < STARTS; round += 1) {
    times.bare.push(await startTime([BARE_SERVER]));
    times.product.push(await startTime(["scripts/start.mjs", "scripts/serve.ts"], settings));
  }
  const [bare, product] = [quantile(times.bare), quantile(times.product)];
  console.log(
    `\nVom Start bis zum Lauschen: ${number(product)} ms = ${number(product / bare)} × node:http allein (Ziel ≤ 12 ×)`,
  );
}

/** Bytes over the wire of a page's document and of the scripts that it loads. */
async function weigh(url: string, path: string): Promise<string[]> {
  const headers = { "accept-encoding": "gzip" };
  const document = await send(url + path, { headers, isStranger: path === "/anmelden" });
  const isPacked = document.body[0] === 0x1f;
  const text = (isPacked ? gunzipSync(document.body) : document.body).toString();
  let scripts = 0;
  for (const quoted of new Set(text.match(/"\/build\/[^"]+"/g))) {
    const script: unknown = JSON.parse(quoted);
    if (typeof script === "string" && script.endsWith(".js"))
      scripts += (await send(url + script, { headers })).body.length;
  }
  return [path, number(document.body.length / 1e3), number(scripts / 1e3)];
}

/** What the built product answers, beside a server that puts nothing between node:http and SQLite. */
export async function benchHttp(databasePath: string): Promise<void> {
  const app = await startAppServer(databasePath);
  const list = `${app.url}/api/leads?pageSize=50`;
  const first = AnswerSchema.parse(JSON.parse((await send(list)).body.toString())).leads[0] ?? {};
  const bareChild = startNode([BARE_SERVER, databasePath, Object.keys(first).join(",")]);
  try {
    const { url: bare } = await listening(bareChild);
    const ways: [string, string, number | undefined][] = [
      ["Produkt, 50 Leads als JSON", list, app.pid],
      ["bloß, gleiche Felder", `${bare}/full`, bareChild.pid],
      ["bloß, acht Felder", `${bare}/narrow`, bareChild.pid],
      ["Produkt, 50 Leads als Seite", `${app.url}/leadspeicher`, app.pid],
      ["Produkt, /healthz", `${app.url}/healthz`, app.pid],
    ];
    for (const connections of [1, 8]) {
      const costs = ways.map((): number[] => []);
      const times = ways.map((): number[] => []);
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const [at, [, url, pid]] of ways.entries()) {
          const count = url.endsWith("/leadspeicher") ? REQUESTS / 5 : REQUESTS;
          const before = cpuOfProcess(pid);
          const run = await load(url, connections, count);
          if (round < 0) continue;
          costs[at]?.push((cpuOfProcess(pid) - before) / count);
          times[at]?.push(...run);
        }
      }
      const [json = 0, full = 0, narrow = 0, document = 0] = costs.map((values) =>
        quantile(values),
      );
      const goals = new Map([
        [
          0,
          `${number(full / json)} des bloßen (Ziel ≥ 0,4), ${number(narrow / json)} des schmalen`,
        ],
        [3, `${number(document / json)} × des JSON (Ziel ≤ 3 ×)`],
      ]);
      const rows = [];
      for (const [at, [name, url]] of ways.entries()) {
        const all = times[at] ?? [];
        const kilobytes = (await send(url)).body.length / 1e3;
        const figures = [quantile(costs[at] ?? []), quantile(all), quantile(all, 0.95), kilobytes];
        rows.push([name, ...figures.map(number), goals.get(at) ?? ""]);
      }
      printTable(
        `HTTP, ${connections} Verbindungen zugleich`,
        ["Antwort", "ms CPU", "ms p50", "p95", "kB", "Verhältnis der CPU"],
        rows,
      );
    }
    printTable(
      "Über die Leitung (gzip), kB",
      ["Seite", "Dokument", "JavaScript", "Ziel"],
      [
        [...(await weigh(app.url, "/anmelden")), "JavaScript ≤ 75"],
        [...(await weigh(app.url, "/leadspeicher")), "Dokument ≤ 35, JavaScript ≤ 130"],
        await weigh(app.url, "/leadspeicher?pageSize=200"),
      ],
    );
  } finally {
    bareChild.kill();
    await app.stop();
  }
  await benchStart(databasePath);
}
