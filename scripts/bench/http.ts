import { Agent } from "node:http";
import { gunzipSync } from "node:zlib";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { postJson, waitForJob } from "../../tests/support/api-client";
import { type AppServer, startAppServer } from "../../tests/support/app-server";
import {
  cpuOf,
  cpuOfProcess,
  importForm,
  number,
  printTable,
  quantile,
  readList,
  send,
} from "./measure";

const ROUNDS = 5;
const REQUESTS = 100;
const IMPORTED = 5_000;
const StartedSchema = z.object({ jobId: z.string() });

/** CPU milliseconds of 50 leads as JSON straight from SQLite. */
async function bareListCost(databasePath: string): Promise<number> {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const columns = z.array(z.object({ name: z.string() })).parse(sqlite.pragma("table_info(leads)"));
  const list = sqlite.prepare(`SELECT json_group_array(json_object(
    ${columns.map(({ name }) => `'${name}', ${name}`).join(", ")}))
    FROM (SELECT * FROM leads ORDER BY seq DESC LIMIT 50)`);
  const ms = await cpuOf(() => {
    for (let turn = 0; turn < REQUESTS; turn += 1) list.get();
  });
  sqlite.close();
  return ms / REQUESTS;
}

/** Sends `count` requests over keep-alive connections without pauses. @returns the milliseconds of each */
async function sendAll(url: string, connections: number, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      const { status, ms } = await send(url, { agent });
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return times;
}

async function compareAnswers({ url, pid, databasePath }: AppServer, connections: number) {
  const { leads } = await readList(url, "pageSize=1");
  const bare = await bareListCost(databasePath);
  const answers = [
    ["50 Leads als JSON", "/api/leads?pageSize=50"],
    ["50 Leads als Seite", "/leadspeicher"],
    ["nächste Seite als Daten", "/leadspeicher.data?page=2"],
    ["Leiste eines Leads", `/leadspeicher/${leads[0]?.id}.data`],
    ["/healthz", "/healthz"],
  ] as const;
  const rows = [];
  for (const [name, path] of answers) {
    const costs: number[] = [];
    const times: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const before = cpuOfProcess(pid);
      const run = await sendAll(url + path, connections, REQUESTS);
      if (round < 0) continue;
      costs.push((cpuOfProcess(pid) - before) / REQUESTS);
      times.push(...run);
    }
    const cost = quantile(costs);
    const kilobytes = (await send(url + path)).body.length / 1e3;
    const figures = [cost, quantile(times), quantile(times, 0.95), kilobytes].map(number);
    rows.push([name, ...figures, `${number(cost / bare)} ×`]);
  }
  printTable(
    `${connections} Verbindungen zugleich; 50 Leads als bloßes JSON von SQLite kosten ${number(bare)} ms CPU`,
    ["Antwort", "ms CPU", "ms p50", "p95", "kB", "gegen SQLite"],
    rows,
  );
}

async function measure(url: string, path: string): Promise<string[]> {
  const headers = { "accept-encoding": "gzip" };
  const { body } = await send(url + path, { headers });
  const text = (body[0] === 0x1f ? gunzipSync(body) : body).toString();
  let scripts = 0;
  for (const quoted of new Set(text.match(/"\/build\/[^"]+\.js"/g)))
    scripts += (await send(url + quoted.slice(1, -1), { headers })).body.length;
  return [path, number(body.length / 1e3), number(scripts / 1e3)];
}

async function measureWrites({ url, pid }: AppServer): Promise<void> {
  const { total } = await readList(url, "pageSize=1");
  const filter = { federalState: "NW" };
  const { total: matching } = await readList(url, `pageSize=1&${new URLSearchParams(filter)}`);
  const bulk = { action: "addTag", tag: "bench", filter, expectedCount: matching };
  const importing = async () => {
    const body = importForm(IMPORTED, "bench");
    const response = await fetch(`${url}/api/leads/import`, { method: "POST", body });
    await waitForJob(url, StartedSchema.parse(await response.json()).jobId);
  };
  const works: [string, number, () => Promise<unknown>][] = [
    ["exportieren", total, () => send(`${url}/api/leads/export`)],
    ["Tag geben", matching, () => postJson(`${url}/api/leads/bulk`, bulk)],
    ["importieren", IMPORTED, importing],
  ];
  const rows = [];
  for (const [name, count, run] of works) {
    const [start, before] = [performance.now(), cpuOfProcess(pid)];
    await run();
    const [ms, cpu] = [performance.now() - start, cpuOfProcess(pid) - before];
    rows.push([name, ...[count, (count / cpu) * 1e3, (count / ms) * 1e3].map(number)]);
  }
  const header = ["Was", "Leads", "je Sekunde CPU", "je Sekunde"];
  printTable("Viele Leads auf einmal (Ziel ≥ 5.000 je Sekunde CPU)", header, rows);
}

export async function benchHttp(databasePath: string): Promise<void> {
  const app = await startAppServer(databasePath);
  try {
    for (const connections of [1, 8]) await compareAnswers(app, connections);
    const weights = [await measure(app.url, "/suche"), await measure(app.url, "/leadspeicher")];
    printTable(
      "Über die Leitung (gzip), kB (Ziel: Dokument ≤ 35, JavaScript ≤ 130)",
      ["Seite", "Dokument", "JavaScript"],
      weights,
    );
    await measureWrites(app);
  } finally {
    await app.stop();
  }
  const times: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const start = performance.now();
    const server = await startAppServer(databasePath);
    times.push(performance.now() - start);
    await server.stop();
  }
  console.log(`\nVom Start bis zum Lauschen: ${number(quantile(times))} ms (Ziel ≤ 3.000)`);
}
