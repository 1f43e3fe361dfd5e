import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { type Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { z } from "zod";
import { AUTHORIZATION } from "../../tests/support/signed-fetch";

export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** CPU milliseconds of one run, over all threads of this process. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU milliseconds that a process has used in all threads, in steps of 10; Linux only. */
export function cpuOfProcess(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Sending {
  /** Without an agent, each request opens its own connection. */
  agent?: Agent | false;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends one request and reads the response without decoding it; `ms` until the last byte. */
export function send(
  url: string,
  { agent = false, method, body, headers }: Sending = {},
): Promise<{ status: number; body: Buffer; ms: number }> {
  const start = performance.now();
  const identity = headers?.cookie ? {} : { authorization: AUTHORIZATION };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { ...identity, ...type, ...headers } });
    asked.once("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("error", reject);
      response.once("end", () => {
        const [status = 0, ms] = [response.statusCode, performance.now() - start];
        resolve({ status, body: Buffer.concat(parts), ms });
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

const ListSchema = z.object({ leads: z.array(z.object({ id: z.string() })), total: z.int() });

export async function readList(url: string, query: string) {
  return ListSchema.parse(JSON.parse((await send(`${url}/api/leads?${query}`)).body.toString()));
}

/** A form with a file of companies that the store does not hold yet. */
export function importForm(
  rows: number,
  name: string,
  fields: Record<string, string> = {},
): FormData {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Firma ${row};firma-${name}-${row}.example`,
  );
  const form = new FormData();
  form.set("file", new File([["Firma;Website", ...lines].join("\n")], `${name}.csv`));
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  return form;
}

/** Collects response times by kind, and errors, until the signal. */
export class Answers {
  readonly signal: AbortSignal;
  readonly kinds = new Map<string, number[]>();
  readonly errors: string[] = [];

  constructor(signal: AbortSignal) {
    this.signal = signal;
    setMaxListeners(0, signal);
  }

  async take(kind: string, asked: Promise<{ status: number }>): Promise<void> {
    const start = performance.now();
    const status = await asked.then(({ status }) => status, String);
    if (this.signal.aborted) return;
    if (typeof status === "string" || status >= 400) this.errors.push(`${kind}: ${status}`);
    const times = this.kinds.get(kind) ?? [];
    times.push(performance.now() - start);
    this.kinds.set(kind, times);
  }

  /** Repeats `ask` until the signal, which also abandons a pending call. */
  async repeat(pauseMs: number, ask: () => Promise<void>): Promise<void> {
    const left = new Promise<void>((resolve) =>
      this.signal.addEventListener("abort", () => resolve()),
    );
    const note = (error: unknown) => {
      if (!this.signal.aborted) this.errors.push(String(error).slice(0, 100));
    };
    while (!this.signal.aborted) {
      await Promise.race([ask().catch(note), left]);
      await delay(pauseMs);
    }
  }
}

/** Reads one column of a store that a server may have open. */
export function readColumn(path: string, sql: string, ...values: string[]): unknown[] {
  const sqlite = new SqliteDatabase(path, { readonly: true });
  const column = sqlite
    .prepare(sql)
    .pluck()
    .all(...values);
  sqlite.close();
  return column;
}

const digits = (value: number) => (value >= 100 ? 0 : value >= 1 ? 1 : 3);

/** „12,3“; more places for small values. */
export function number(value: number): string {
  return value.toLocaleString("de-DE", { maximumFractionDigits: digits(value) });
}

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  console.log(
    `\n${title}\n${line(header)}\n${widths.map((width) => "-".repeat(width)).join("  ")}`,
  );
  for (const row of rows) console.log(line(row));
}
