import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { countCalls, postJson } from "../../tests/support/api-client";
import { type AppServer, providerSettings, startAppServer } from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { send } from "./load";
import { number, printTable, quantile } from "./measure";

const CLIENTS = 20;
/** Runs under way at once; each that ends makes room for the next. */
const AT_ONCE = 5;
/** How long a server lives, in milliseconds from its answer. */
const SHORTEST_LIFE = 50;
const LONGEST_LIFE = 900;
const LeadsSchema = z.object({ leads: z.array(z.object({ id: z.string() })), total: z.int() });
const REGIONS = ["Bayern", "Hessen", "Berlin", "Hamburg", "Sachsen", "Bremen", "Saarland"];
const PROFILES = "https://www.linkedin.com/sales/search/people?query=(x)";

/** The same numbers in every run. */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function csv(rows: number, turn: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Firma ${row};firma-${turn}-${row}.example`,
  );
  return ["Firma;Website", ...lines].join("\n");
}

function sendFile(url: string, name: string, content: string, fields: Record<string, string>) {
  const form = new FormData();
  form.set("file", new File([content], name));
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  return fetch(url, { method: "POST", body: form });
}

/** Starts one job of each kind in turn; the answer names it, but for a campaign, which has many. */
const STARTS: ((url: string, turn: number) => Promise<Response>)[] = [
  (url, turn) => postJson(`${url}/api/search`, { ...place(turn), query: "Stadtwerke", count: 50 }),
  (url, turn) =>
    postJson(`${url}/api/jobs/serp-enrich`, {
      ...place(turn),
      query: "Solar",
      count: 30,
      enrich: true,
    }),
  (url, turn) => sendFile(`${url}/api/leads/import`, `import-${turn}.csv`, csv(2_000, turn), {}),
  (url, turn) =>
    sendFile(`${url}/api/jobs/csv-enrich`, `liste-${turn}.csv`, csv(20, turn), { category: "ceo" }),
  (url) =>
    postJson(`${url}/api/jobs/profiles-enrich`, {
      searchUrl: PROFILES,
      count: 20,
      enrich: true,
      confirmTerms: true,
    }),
  async (url) => {
    const { leads } = await someLeads(url, 20);
    return postJson(`${url}/api/enrich-leads`, { ids: leads.map(({ id }) => id) });
  },
  async (url, turn) => {
    const { total } = await someLeads(url, 1);
    const tag = `lauf-${turn}`;
    return postJson(`${url}/api/leads/bulk`, {
      action: "addTag",
      tag,
      filter: {},
      expectedCount: total,
    });
  },
  (url, turn) =>
    postJson(`${url}/api/campaigns`, {
      kind: "bundeslaender",
      terms: [`Maler ${turn}`],
      states: ["HB"],
      placesPerState: 3,
      count: 20,
    }),
];

const place = (turn: number) => ({ region: REGIONS[turn % REGIONS.length] ?? "" });

async function someLeads(url: string, pageSize: number) {
  return LeadsSchema.parse(await (await fetch(`${url}/api/leads?pageSize=${pageSize}`)).json());
}

/** People who write notes, each to a lead of their own, until the server is gone. */
async function writeNotes(url: string, turn: number, confirmed: Map<string, string>) {
  const { leads } = await someLeads(url, CLIENTS);
  const headers = { "content-type": "application/json" };
  await Promise.all(
    leads.map(async ({ id }) => {
      for (let at = 0; ; at += 1) {
        const notes = `${turn}-${at}`;
        const body = JSON.stringify({ notes });
        const sent = send(`${url}/api/leads/${id}`, { method: "PATCH", body, headers });
        const answer = await sent.catch(() => null);
        if (answer === null) return;
        if (answer.status === 200) confirmed.set(id, notes);
      }
    }),
  );
}

const isLater = (a: string, b: string) => {
  const [turnA = 0, atA = 0] = a.split("-").map(Number);
  const [turnB = 0, atB = 0] = b.split("-").map(Number);
  return turnA > turnB || (turnA === turnB && atA >= atB);
};

interface Checked {
  lost: number;
  doubled: number;
  failed: string[];
  ended: number;
  integrity: unknown;
  booked: Map<string, number>;
  left: number;
}

/** What the store holds in the end, compared with what was confirmed and what each job says of itself. */
function check(databasePath: string, confirmed: ReadonlyMap<string, string>): Checked {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const count = (sql: string) => Number(sqlite.prepare(sql).pluck().get());
  const notes = sqlite.prepare("SELECT ifnull(notes, '0-0') FROM leads WHERE id = ?").pluck();
  const notesLost = [...confirmed].filter(([id, text]) => !isLater(String(notes.get(id)), text));
  // Every place among a job's results is taken once, and every result that counts has its lead.
  const gaps =
    count(`SELECT count(*) FROM jobs WHERE kind IN ('maps', 'web', 'import', 'contacts', 'profiles')
    AND status = 'complete' AND found <> (SELECT count(*) FROM job_results WHERE job_id = jobs.id)`);
  const untagged = count(`SELECT ifnull(sum(n), 0) FROM (SELECT found - stored AS n FROM jobs
    WHERE kind = 'bulk' AND status = 'complete' AND found < requested)`);
  const doubled =
    count(`SELECT count(*) FROM (SELECT 1 FROM lead_events WHERE kind = 'created'
      GROUP BY lead_seq HAVING count(*) > 1)`) +
    count(`SELECT count(*) FROM (SELECT 1 FROM job_results WHERE lead_seq IS NOT NULL AND skip_reason IS NULL
      GROUP BY job_id, lead_seq HAVING count(*) > 1)`);
  const rows = sqlite
    .prepare("SELECT provider, sum(calls) AS n FROM provider_usage GROUP BY 1")
    .all();
  const usage = z.array(z.object({ provider: z.string(), n: z.number() })).parse(rows);
  const failures = sqlite.prepare("SELECT kind || ': ' || error FROM jobs WHERE status = 'failed'");
  const checked = {
    lost: notesLost.length + gaps + untagged,
    doubled,
    failed: failures.pluck().all().map(String),
    ended: count("SELECT count(*) FROM jobs WHERE status = 'complete'"),
    integrity: sqlite.pragma("integrity_check", { simple: true }),
    booked: new Map(usage.map(({ provider, n }) => [provider, n])),
    left: count(`SELECT (SELECT count(*) FROM provider_calls WHERE status IN ('intended', 'sent')) +
      (SELECT count(*) FROM model_calls WHERE status IN ('intended', 'sent'))`),
  };
  sqlite.close();
  return checked;
}

async function untilAllEnded(databasePath: string): Promise<void> {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const open = sqlite.prepare("SELECT count(*) FROM jobs WHERE status IN ('queued', 'running')");
  for (let tries = 0; Number(open.pluck().get()) > 0 && tries < 1_200; tries += 1) await delay(200);
  sqlite.close();
}

/** Lets jobs that were given up go on where they stood, as a person does. */
async function restartFailed({ url, databasePath }: AppServer): Promise<number> {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const failed = sqlite.prepare("SELECT id FROM jobs WHERE status = 'failed'").pluck().all();
  sqlite.close();
  for (const id of failed) await postJson(`${url}/api/jobs/${id}/restart`, {});
  return failed.length;
}

/** Kills a server again and again while jobs of all kinds run, in the second part also while people write. */
export async function benchKills(
  databasePath: string,
  kills = 300,
  beside = Math.ceil((kills * 40) / 300),
): Promise<void> {
  const random = randomness(7);
  const providers = await startDemoProviders({ latency: 0.1 });
  const settings = { ...providerSettings(providers), LOG_LEVEL: "error" };
  const start = () => startAppServer(databasePath, settings);
  const confirmed = new Map<string, string>();
  const starts: number[] = [];
  let started = 0;
  const isRefused = new Map<string, number>();

  async function fill(server: AppServer): Promise<void> {
    const sqlite = new SqliteDatabase(databasePath, { readonly: true });
    const open = sqlite.prepare("SELECT count(*) FROM jobs WHERE status IN ('queued', 'running')");
    const count = Number(open.pluck().get());
    sqlite.close();
    for (let n = count; n < AT_ONCE; n += 1) {
      const answer = await STARTS[started % STARTS.length]?.(server.url, started).catch(() => null);
      started += 1;
      if (answer && !answer.ok) {
        const refusal = `${new URL(answer.url).pathname} ${answer.status}`;
        isRefused.set(refusal, (isRefused.get(refusal) ?? 0) + 1);
      }
    }
  }

  for (let life = 0; life < kills + beside; life += 1) {
    const begun = performance.now();
    const server = await start();
    starts.push(performance.now() - begun);
    const writing =
      life < kills ? undefined : writeNotes(server.url, life, confirmed).catch(() => {});
    const filling = fill(server).catch(() => {});
    const longer = writing === undefined ? 0 : LONGEST_LIFE;
    await delay(SHORTEST_LIFE + random() * (LONGEST_LIFE - SHORTEST_LIFE) + longer);
    await server.stop("SIGKILL");
    await Promise.all([writing, filling]);
    if ((life + 1) % 20 === 0) console.log(`${life + 1} Abstürze, ${started} Läufe begonnen`);
  }
  const last = await start();
  await untilAllEnded(databasePath);
  const givenUp = await restartFailed(last);
  await untilAllEnded(databasePath);
  const seen = await countCalls(providers.origin);
  await last.stop();
  await providers.close();
  const checked = check(databasePath, confirmed);
  printTable(
    `${kills} Abstürze mit Läufen aller Arten, ${beside} mit ${CLIENTS} schreibenden Personen (Ziel: 0 verloren, 0 doppelt, 0 fehlgeschlagen)`,
    [
      "Läufe fertig",
      "aufgegeben und erneut gestartet",
      "fehlgeschlagen",
      "bestätigt",
      "verloren",
      "doppelt",
      "offene Buchungen",
      "Prüfung",
      "wieder da p95 ms",
    ],
    [
      [
        number(checked.ended),
        number(givenUp),
        number(checked.failed.length),
        number(confirmed.size),
        number(checked.lost),
        number(checked.doubled),
        number(checked.left),
        String(checked.integrity),
        number(quantile(starts, 0.95)),
      ],
    ],
  );
  for (const sentence of checked.failed) console.log(sentence);
  for (const [refusal, times] of isRefused) console.log(`${times} × ${refusal}`);
  const paid = ["google-places", "serper", "anymailfinder", "openai"];
  printTable(
    "Gebuchte und gesehene Aufrufe",
    ["Dienst", "gebucht", "gesehen", "Unterschied"],
    paid.map((id) => {
      const [booked, made] = [checked.booked.get(id) ?? 0, seen[id] ?? 0];
      return [id, number(booked), number(made), number(booked - made)];
    }),
  );
}
