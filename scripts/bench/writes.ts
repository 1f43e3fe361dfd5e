import { copyFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { startAppServer } from "../../tests/support/app-server";
import { backUp } from "./backup";
import { type InventedLead, inventLeads } from "./invent-leads";
import { send } from "./load";
import { cpuOf, cpuOfProcess, number, printTable, quantile } from "./measure";
import { derive, leadWriter } from "./seed";

/** What a person waits between two clicks, and how long they are looked on while nothing else happens, in milliseconds. */
const THINKING_MS = 50;
const CALM_MS = 8_000;
const POLL_MS = 100;
const IMPORTED = 5_000;
/** Rows that the plain loop writes in one transaction. */
const STEP = 500;
const SHARES = [0.5, 0.95, 1];
const JSON_BODY = { "content-type": "application/json" };

const AnswerSchema = z.object({
  total: z.int().optional(),
  leads: z.array(z.object({ id: z.string() })).optional(),
  status: z.string().optional(),
  jobId: z.string().optional(),
  deletionId: z.string().optional(),
});

/** Rows of a file with companies that no store of the benchmarks holds yet. */
function strangers(): InventedLead[] {
  return [...inventLeads(IMPORTED, Date.now())].map((invented) => {
    const domain = `neu-${invented.lead.domain}`;
    const changed = { domain, website: `https://${domain}/`, sourceTerm: null };
    return { ...invented, terms: [], lead: { ...invented.lead, ...changed, sourceType: "import" } };
  });
}

function csvOf(leads: readonly InventedLead[]): string {
  const rows = leads.map(
    ({ lead: { companyName, website, email, phone, street, postalCode, city, notes } }) =>
      [companyName, website, email, phone, street, postalCode, city, notes]
        .map((value) => `"${(value ?? "").replaceAll('"', '""')}"`)
        .join(";"),
  );
  return ["Firma;Website;E-Mail;Telefon;Straße;PLZ;Ort;Notizen", ...rows].join("\r\n");
}

/** Milliseconds of CPU that nothing but prepared statements take, with the product's indexes, triggers and settings. */
async function writeRaw(path: string, leads: readonly InventedLead[]): Promise<number> {
  const sqlite = new SqliteDatabase(path);
  for (const setting of ["synchronous = FULL", "secure_delete = ON", "cache_size = -65536"])
    sqlite.pragma(setting);
  const derived = leads.map(derive);
  const write = leadWriter(sqlite);
  const ms = await cpuOf(() => {
    for (let from = 0; from < derived.length; from += STEP)
      sqlite.transaction(() => derived.slice(from, from + STEP).forEach(write))();
  });
  sqlite.close();
  return ms;
}

/** What happens to many leads at once, and what others notice of it. */
export async function benchWrites(databasePath: string): Promise<void> {
  const copy = `${databasePath}.raw`;
  await copyFile(databasePath, copy);
  const app = await startAppServer(databasePath);
  const ask = async (path: string, body?: unknown) => {
    const sent = { method: "POST", body: JSON.stringify(body), headers: JSON_BODY };
    const answer = await send(app.url + path, body === undefined ? {} : sent);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body}`);
    return AnswerSchema.parse(JSON.parse(answer.body.toString()));
  };
  const total = async (query: string) => (await ask(`/api/leads?pageSize=1&${query}`)).total ?? 0;
  const { leads = [] } = await ask("/api/leads?pageSize=200&sort=domain");
  let turn = 0;
  const act = async (path: string, sending = {}, pause = THINKING_MS) => {
    turn += 1;
    const { ms } = await send(app.url + path, sending);
    await delay(pause);
    return ms;
  };
  const lead = () => leads[turn % leads.length]?.id;
  const toggle = () => JSON.stringify({ approved: turn % 2 === 0 });
  const people: [string, () => Promise<number>][] = [
    ["Liste", () => act(`/api/leads?page=${1 + (turn % 20)}`)],
    ["Suche", () => act(`/api/leads?q=zahnarzt&sort=companyName&page=${1 + (turn % 5)}`)],
    ["Leiste", () => act(`/leadspeicher/${lead()}.data`)],
    [
      "Schalter",
      () => act(`/api/leads/${lead()}`, { method: "PATCH", body: toggle(), headers: JSON_BODY }),
    ],
    ["kleinste Anfrage", () => act("/healthz", {}, 5)],
  ];
  /** What each of four people waits for while something is done, in milliseconds. */
  const watch = async (work: () => Promise<unknown>) => {
    let isOver = false;
    const working = people.map(async ([name, once]) => {
      const times: number[] = [];
      while (!isOver) times.push(await once());
      return [name, times] as const;
    });
    await work().finally(() => {
      isOver = true;
    });
    return new Map(await Promise.all(working));
  };

  try {
    const rows: string[][] = [];
    /** What the work costs the server, with all its threads. */
    const measure = async (name: string, count: number, work: () => Promise<unknown>) => {
      const [start, before] = [performance.now(), cpuOfProcess(app.pid)];
      await work();
      const [ms, cpu] = [performance.now() - start, cpuOfProcess(app.pid) - before];
      rows.push([name, number(count), ...[cpu, ms].map((time) => number((count / time) * 1_000))]);
      console.log(`${name}: ${number(count)} Leads in ${number(ms / 1_000)} s`);
      return cpu;
    };
    const known = strangers();
    const raw = await writeRaw(copy, known);
    const cpu = await measure("importieren", known.length, async () => {
      const form = new FormData();
      form.set("file", new File([csvOf(known)], "Liste.csv"));
      const response = await fetch(`${app.url}/api/leads/import`, { method: "POST", body: form });
      const { jobId } = AnswerSchema.parse(await response.json());
      while ((await ask(`/api/jobs/${jobId}`)).status !== "complete") await delay(POLL_MS);
    });
    rows.push(["  bloße Schleife", number(IMPORTED), number((IMPORTED / raw) * 1_000), ""]);
    rows.push([`  Verhältnis ${number(raw / cpu)} (Ziel ≥ 0,9)`, "", "", ""]);

    const isLarge = (await total("")) > 300_000;
    const [all, some] = isLarge ? ["federalState=NW", "federalState=SL"] : ["", "federalState=NW"];
    const [many, few] = [await total(all), await total(some)];
    const bulk = async (query: string, more: Record<string, string>) => {
      const filter = Object.fromEntries(new URLSearchParams(query));
      return ask("/api/leads/bulk", { filter, expectedCount: await total(query), ...more });
    };
    await measure("freigeben", few, () => bulk(some, { action: "approve" }));
    let deletionId = "";
    await measure("löschen", few, async () => {
      deletionId = (await bulk(some, { action: "delete" })).deletionId ?? "";
    });
    await measure("wiederherstellen", few, async () => {
      const body = new URLSearchParams({ intent: "undo", deletionId }).toString();
      const form = "application/x-www-form-urlencoded";
      const headers = { origin: app.url, "sec-fetch-site": "same-origin", "content-type": form };
      await send(`${app.url}/leadspeicher/papierkorb`, { method: "POST", body, headers });
      while ((await total(some)) < few) await delay(POLL_MS);
    });
    const calm = await watch(() => delay(CALM_MS));
    const copied = await watch(() => backUp(databasePath));
    const tagging = async () => {
      // Whoever waits for long is cut off, but not what was begun.
      await bulk(all, { action: "addTag", tag: "bench" }).catch(() => {});
      while ((await total(`${all}&tag=bench`)) < many) await delay(POLL_MS);
    };
    const busy = await watch(() => measure("Tag geben, neben vier Leuten", many, tagging));

    printTable(
      "Schreiben (Ziel ≥ 5.000 je Sekunde)",
      ["Was", "Leads", "je Sekunde CPU", "je Sekunde"],
      rows,
    );
    const compare = (title: string, busyTimes: typeof calm) =>
      printTable(
        title,
        ["Wer", "ruhig p50", "p95", "max", "dabei p50", "p95", "max", "p95"],
        [...calm].map(([name, quiet]) => {
          const meanwhile = busyTimes.get(name) ?? [];
          const figures = [quiet, meanwhile].flatMap((times) =>
            SHARES.map((share) => number(quantile(times, share))),
          );
          const ratio = quantile(meanwhile, 0.95) / quantile(quiet, 0.95);
          return [name, ...figures, `${number(ratio)} ×`];
        }),
      );
    compare(
      `Vier Leute, während ${number(many)} Leads einen Tag bekommen, ms (Ziel: p95 ≤ 2 × der Ruhe)`,
      busy,
    );
    compare("Vier Leute während einer Sicherung, ms (Ziel: max ≤ 50 über der Ruhe)", copied);
  } finally {
    await app.stop();
  }
}
