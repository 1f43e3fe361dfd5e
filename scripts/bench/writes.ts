import { copyFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { openDatabase } from "../../db/client";
import { startAppServer } from "../../tests/support/app-server";
import { type InventedLead, inventLeads } from "./invent-leads";
import { median, repeat, send } from "./load";
import { number, printTable, quantile } from "./measure";
import { derive, leadWriter } from "./seed";

/** What a person waits between two clicks, and how long it is looked on while nothing else happens, in milliseconds. */
const THINKING_MS = 50;
const CALM_MS = 8_000;
const IMPORTED = 5_000;
const ROUNDS = 3;
/** Rows that the plain loop writes in one transaction. */
const STEP = 500;
const POLL_MS = 100;
/** So many leads are many; from here on a part of the store is taken in the place of all. */
const MANY = 300_000;

const TotalSchema = z.object({ total: z.int(), leads: z.array(z.object({ id: z.string() })) });
const OutcomeSchema = z.object({
  matched: z.int(),
  changed: z.int(),
  deletionId: z.string().optional(),
});
const StartedSchema = z.object({ jobId: z.string() });
const JobSchema = z.object({ status: z.string() });

/** Parameters of a list. */
type Filter = Record<string, string>;
type Times = Record<string, number[]>;

/** Leads that no store of the benchmarks holds yet. */
function strangers(round: number): InventedLead[] {
  return [...inventLeads(IMPORTED, Date.now())].map((invented) => {
    const domain = `neu-${round}-${invented.lead.domain}`;
    const website = `https://${domain}/`;
    return {
      ...invented,
      terms: [],
      lead: { ...invented.lead, domain, website, sourceTerm: null, sourceType: "import" },
    };
  });
}

function csvOf(leads: readonly InventedLead[]): string {
  const cell = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const rows = leads.map(({ lead, tags }) =>
    [
      lead.companyName,
      lead.website,
      lead.email,
      lead.phone,
      lead.street,
      lead.postalCode,
      lead.city,
      lead.salesScore,
      lead.notes,
      tags.join(", "),
    ]
      .map(cell)
      .join(";"),
  );
  return ["Firma;Website;E-Mail;Telefon;Straße;PLZ;Ort;Bewertung;Notizen;Tags", ...rows].join(
    "\r\n",
  );
}

class Product {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async json<T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<T> {
    const answer = await send(
      this.url + path,
      body === undefined
        ? {}
        : {
            method: "POST",
            body: JSON.stringify(body),
            headers: { "content-type": "application/json" },
          },
    );
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body}`);
    return schema.parse(JSON.parse(answer.body.toString()));
  }

  async total(filter: Filter): Promise<number> {
    return (
      await this.json(
        TotalSchema,
        `/api/leads?${new URLSearchParams({ ...filter, pageSize: "1" })}`,
      )
    ).total;
  }

  async import(csv: string): Promise<void> {
    const form = new FormData();
    form.set("file", new File([csv], "Liste.csv"));
    const response = await fetch(`${this.url}/api/leads/import`, { method: "POST", body: form });
    const { jobId } = StartedSchema.parse(await response.json());
    for (;;) {
      const { status } = await this.json(JobSchema, `/api/jobs/${jobId}`);
      if (status === "complete") return;
      if (status !== "queued" && status !== "running") throw new Error(`the import is ${status}`);
      await delay(POLL_MS);
    }
  }

  bulk(filter: Filter, expectedCount: number, more: Record<string, string>) {
    return this.json(OutcomeSchema, "/api/leads/bulk", { filter, expectedCount, ...more });
  }

  /** Brings back what one action deleted, and waits until the list has it again. */
  async restore(deletionId: string, filter: Filter, count: number): Promise<void> {
    const headers = {
      origin: this.url,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = new URLSearchParams({ intent: "undo", deletionId }).toString();
    await send(`${this.url}/leadspeicher/papierkorb`, { method: "POST", body, headers });
    while ((await this.total(filter)) < count) await delay(POLL_MS);
  }

  /** Four people at work, and whether the server answers at all; what each waits for. */
  async watched(work: () => Promise<unknown>): Promise<Times> {
    const { leads } = await this.json(TotalSchema, "/api/leads?pageSize=200&sort=domain");
    let turn = 0;
    const nextId = () => {
      turn += 1;
      return leads[turn % leads.length]?.id;
    };
    const asked = async (path: string, sending = {}) => {
      const { ms } = await send(this.url + path, sending);
      await delay(THINKING_MS);
      return ms;
    };
    const acts: Record<string, () => Promise<number>> = {
      Liste: () => asked(`/api/leads?pageSize=50&page=${1 + (turn % 20)}`),
      Suche: () => asked(`/api/leads?q=zahnarzt&sort=companyName&page=${1 + (turn % 5)}`),
      Leiste: () => asked(`/leadspeicher/${nextId()}.data`),
      Schalter: () =>
        asked(`/api/leads/${nextId()}`, {
          method: "PATCH",
          body: JSON.stringify({ approved: turn % 2 === 0 }),
          headers: { "content-type": "application/json" },
        }),
      Stillstand: async () => {
        const { ms } = await send(`${this.url}/healthz`);
        await delay(5);
        return ms;
      },
    };
    const people = Object.entries(acts).map(([name, act]) => [name, repeat(act)] as const);
    await work();
    return Object.fromEntries(
      await Promise.all(people.map(async ([name, { stop }]) => [name, await stop()] as const)),
    );
  }
}

/** Rows a second that nothing but prepared statements writes, with the indexes and triggers of the product. */
function writeRaw(sqlite: SqliteDatabase.Database, leads: readonly InventedLead[]): number {
  const derived = leads.map(derive);
  const write = leadWriter(sqlite);
  const start = performance.now();
  for (let from = 0; from < derived.length; from += STEP)
    sqlite.transaction(() => derived.slice(from, from + STEP).forEach(write))();
  return (derived.length / (performance.now() - start)) * 1_000;
}

/** What happens to many leads at once, and what others notice of it. */
export async function benchWrites(databasePath: string): Promise<void> {
  const copy = `${databasePath}.raw`;
  await (await openDatabase(databasePath)).destroy();
  await copyFile(databasePath, copy);
  const raw = new SqliteDatabase(copy);
  for (const setting of [
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "cache_size = -65536",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",
  ])
    raw.pragma(setting);
  const app = await startAppServer(databasePath);
  try {
    const product = new Product(app.url);
    const calm = await product.watched(() => delay(CALM_MS));
    const all = await product.total({});
    const many: Filter = all > MANY ? { federalState: "NW" } : {};
    const some: Filter = all > MANY ? { federalState: "SL" } : { federalState: "NW" };
    const rows: string[][] = [];
    const people: string[][] = [];
    const watch = async (
      name: string,
      count: number,
      work: () => Promise<unknown>,
      goal: string,
    ) => {
      let ms = 0;
      const times = await product.watched(async () => {
        const start = performance.now();
        await work();
        ms = performance.now() - start;
      });
      const list = quantile(times.Liste ?? [], 0.95) / quantile(calm.Liste ?? [], 0.95);
      rows.push([
        name,
        number(count),
        number(ms / 1_000),
        number((count / ms) * 1_000),
        goal,
        `${number(list)} ×`,
        number(quantile(times.Stillstand ?? [], 1)),
      ]);
      return times;
    };

    const rates = { product: [] as number[], raw: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const leads = strangers(round);
      rates.raw.push(writeRaw(raw, leads));
      const csv = csvOf(leads);
      const start = performance.now();
      await watch("importieren", leads.length, () => product.import(csv), "");
      rates.product.push((leads.length / (performance.now() - start)) * 1_000);
    }
    const ratio = median(rates.product) / median(rates.raw);
    rows.push([
      "  bloße Schleife",
      number(IMPORTED),
      "",
      number(median(rates.raw)),
      `Produkt ${number(ratio)}, Ziel ≥ 0,9`,
      "",
      "",
    ]);

    const count = await product.total(many);
    const times = await watch(
      "Tag geben",
      count,
      () => product.bulk(many, count, { action: "addTag", tag: "bench" }),
      "≥ 5.000",
    );
    for (const name of Object.keys(calm)) {
      const figures = [calm[name] ?? [], times[name] ?? []].flatMap((values) =>
        [0.5, 0.95, 1].map((share) => number(quantile(values, share))),
      );
      people.push([name, ...figures]);
    }
    const few = await product.total(some);
    await watch("freigeben", few, () => product.bulk(some, few, { action: "approve" }), "≥ 5.000");
    let deletionId = "";
    await watch(
      "löschen",
      few,
      async () => {
        const deleted = await product.bulk(some, few, { action: "delete" });
        deletionId = deleted.deletionId ?? "";
      },
      "≥ 5.000",
    );
    await watch("wiederherstellen", few, () => product.restore(deletionId, some, few), "≥ 5.000");

    printTable(
      `Schreiben, ${number(all)} Leads`,
      [
        "Was",
        "Leads",
        "s",
        "je Sekunde",
        "Ziel",
        "Liste der anderen p95 (Ziel ≤ 2 ×)",
        "Stillstand ms",
      ],
      rows,
    );
    printTable(
      `Vier Leute, während ${number(count)} Leads einen Tag bekommen (ms)`,
      ["Wer", "ruhig p50", "p95", "max", "dabei p50", "p95", "max"],
      people,
    );
  } finally {
    raw.close();
    await app.stop();
  }
}
