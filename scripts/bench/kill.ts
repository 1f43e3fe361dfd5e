import { setTimeout as delay } from "node:timers/promises";
import { countCalls, postJson } from "../../tests/support/api-client";
import { type AppServer, providerSettings, startAppServer } from "../../tests/support/app-server";
import { startDemoProviders } from "../demo-providers/server";
import { federalStates } from "../demo-providers/world/federal-states";
import { createRandom } from "../demo-providers/world/seeded-random";
import { importForm, number, printTable, quantile, readColumn, readList, send } from "./measure";

const WRITERS = 20;
/** Open jobs at a time; each that ends makes room for the next. */
const OPEN_JOBS = 5;
/** Shortest and longest life of a server; with writers, the longest is added. */
const LIFE_MS = [50, 900] as const;
const WRITTEN_LIFE = 3;
/** One of this many lives ends by SIGTERM, which waits for open requests. */
const STOPPED_LIFE = 5;
const STOP_LIMIT_MS = 10_000;
const PROFILES = "https://www.linkedin.com/sales/search/people?query=(x)";
const PAID = ["google-places", "serper", "anymailfinder", "openai"];

function jobAt(turn: number, { leads, total }: Awaited<ReturnType<typeof readList>>) {
  const place = { region: federalStates[turn % federalStates.length]?.name };
  const profiles = { searchUrl: PROFILES, count: 20, enrich: true, confirmTerms: true };
  const tag = { action: "addTag", tag: `lauf-${turn}`, filter: {}, expectedCount: total };
  const campaign = { kind: "bundeslaender", terms: [`Maler ${turn}`], states: ["HB"] };
  const jobs: readonly (readonly [path: string, body: object])[] = [
    ["search", { ...place, query: "Stadtwerke", count: 50 }],
    ["jobs/serp-enrich", { ...place, query: "Solar", count: 30, enrich: true }],
    ["leads/import", importForm(2_000, `import-${turn}`)],
    ["jobs/csv-enrich", importForm(20, `liste-${turn}`, { category: "ceo" })],
    ["jobs/profiles-enrich", profiles],
    ["enrich-leads", { ids: leads.map(({ id }) => id) }],
    ["leads/bulk", tag],
    ["campaigns", { ...campaign, placesPerState: 3, count: 20 }],
  ];
  return jobs[turn % jobs.length] ?? (["", {}] as const);
}

const OPEN = "SELECT id FROM jobs WHERE status IN ('queued', 'running')";
const FAILED = "FROM jobs WHERE status = 'failed'";

async function untilJobsEnd(path: string): Promise<void> {
  for (let tries = 0; readColumn(path, OPEN).length > 0 && tries < 1_200; tries += 1)
    await delay(200);
}

/** Each writer saves notes to its own lead until the server is gone. `confirmed` gets the last saved note per lead. */
async function writeNotes(url: string, confirmed: Map<string, number>): Promise<void> {
  const { leads } = await readList(url, `pageSize=${WRITERS}`);
  const write = async (id: string) => {
    for (let note = (confirmed.get(id) ?? 0) + 1; ; note += 1) {
      const body = JSON.stringify({ notes: String(note) });
      const { status } = await send(`${url}/api/leads/${id}`, { method: "PATCH", body });
      if (status === 200) confirmed.set(id, note);
    }
  };
  await Promise.allSettled(leads.map(({ id }) => write(id)));
}

/** Jobs that lack results they count, or bulk jobs that left leads untagged. */
const LOST = `SELECT count(*) FROM jobs WHERE status = 'complete' AND (
  kind IN ('maps', 'web', 'import', 'contacts', 'profiles')
    AND found <> (SELECT count(*) FROM job_results WHERE job_id = jobs.id)
  OR kind = 'bulk' AND found < requested AND found <> stored)`;
/** Leads that were created twice, or occur twice in a job's results. */
const DOUBLED = `SELECT (SELECT count(*) FROM (SELECT 1 FROM lead_events
    WHERE kind = 'created' GROUP BY lead_seq HAVING count(*) > 1)) +
  (SELECT count(*) FROM (SELECT 1 FROM job_results WHERE lead_seq IS NOT NULL
    AND skip_reason IS NULL GROUP BY job_id, lead_seq HAVING count(*) > 1))`;
const BOOKED = "SELECT ifnull(sum(calls), 0) FROM provider_usage WHERE provider = ?";

/** Kills a server repeatedly while jobs of all kinds run, in every third life while users write too. */
export async function benchKill(path: string, lives = 60): Promise<void> {
  const random = createRandom("kill");
  const providers = await startDemoProviders({ latency: 0.1 });
  const settings = { ...providerSettings(providers), LOG_LEVEL: "error" };
  const confirmed = new Map<string, number>();
  const starts: number[] = [];
  const refused: string[] = [];
  let [turn, badStops] = [0, 0];

  async function startJobs({ url }: AppServer): Promise<void> {
    for (let open = readColumn(path, OPEN).length; open < OPEN_JOBS; open += 1) {
      const [name, body] = jobAt(turn, await readList(url, `pageSize=${WRITERS}`));
      turn += 1;
      const { status } = await (body instanceof FormData
        ? fetch(`${url}/api/${name}`, { method: "POST", body })
        : postJson(`${url}/api/${name}`, body));
      if (status >= 400) refused.push(`${name} ${status}`);
    }
  }

  for (let life = 1; life <= lives; life += 1) {
    const start = performance.now();
    const server = await startAppServer(path, settings);
    starts.push(performance.now() - start);
    const isWritten = life % WRITTEN_LIFE === 0;
    const isStopped = life % STOPPED_LIFE === 0;
    const work = [startJobs(server), ...(isWritten ? [writeNotes(server.url, confirmed)] : [])];
    const working = Promise.allSettled(work);
    await delay(random.integer(...LIFE_MS) + (isWritten ? LIFE_MS[1] : 0));
    const end = performance.now();
    const code = await server.stop(isStopped ? "SIGTERM" : "SIGKILL");
    if (isStopped && (code !== 0 || performance.now() - end > STOP_LIMIT_MS)) badStops += 1;
    await working;
    if (life % 20 === 0) console.log(`${life} Abbrüche, ${turn} Läufe begonnen`);
  }
  const last = await startAppServer(path, settings);
  await untilJobsEnd(path);
  const givenUp = readColumn(path, `SELECT id ${FAILED}`);
  for (const id of givenUp) await postJson(`${last.url}/api/jobs/${id}/restart`, {});
  await untilJobsEnd(path);
  const seen = await countCalls(providers.origin);
  await last.stop();
  await providers.close();

  const noteOf = (id: string) => readColumn(path, "SELECT notes FROM leads WHERE id = ?", id)[0];
  const lostNotes = [...confirmed].filter(([id, note]) => !(Number(noteOf(id)) >= note));
  const errors = readColumn(path, `SELECT kind || ': ' || error ${FAILED}`);
  const count = (sql: string, ...values: string[]) => Number(readColumn(path, sql, ...values)[0]);
  const figures = {
    fertig: count("SELECT count(*) FROM jobs WHERE status = 'complete'"),
    "erneut begonnen": givenUp.length,
    fehlgeschlagen: errors.length,
    verloren: count(LOST) + lostNotes.length,
    doppelt: count(DOUBLED),
    "schlechte Stopps": badStops,
    "wieder da p95 ms": quantile(starts, 0.95),
  };
  printTable(
    `${lives} Abbrüche unter Läufen aller Arten, jeder ${STOPPED_LIFE}. durch SIGTERM, in jedem ${WRITTEN_LIFE}. Leben schreiben ${WRITERS} Personen (Ziel: 0 verloren, doppelt, fehlgeschlagen)`,
    Object.keys(figures),
    [Object.values(figures).map(number)],
  );
  console.log(`Prüfung: ${readColumn(path, "PRAGMA integrity_check")}`);
  for (const sentence of [...errors, ...refused]) console.log(sentence);
  for (const id of PAID)
    console.log(
      `${id}: ${number(count(BOOKED, id))} Aufrufe gebucht, ${number(seen[id] ?? 0)} gesehen`,
    );
}
