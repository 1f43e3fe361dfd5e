import { readFileSync } from "node:fs";

/** The value below which a share of all lies; the median without a share. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What one run costs this process with all its threads, in milliseconds of CPU: waiting for a core is no part of it. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What a process has used of the CPU, in milliseconds. Linux tells it in hundredths of a second. */
export function cpuOfProcess(pid: number | undefined): number {
  return cpuIn(`/proc/${pid}/stat`);
}

/** The same of its first thread alone. */
export function cpuOfMainThread(pid: number | undefined): number {
  return cpuIn(`/proc/${pid}/task/${pid}/stat`);
}

function cpuIn(path: string): number {
  const fields = readFileSync(path, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** What each of several ways costs, in milliseconds of CPU: medians of rounds in which they take turns, after one to warm up. */
export async function compare(ways: readonly (() => unknown)[], rounds = 9): Promise<number[]> {
  const costs = ways.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, way] of ways.entries()) {
      const cost = await cpuOf(way);
      if (round >= 0) costs[at]?.push(cost);
    }
  }
  return costs.map((values) => quantile(values));
}

const digits = (value: number) => (value >= 100 ? 0 : value >= 1 ? 1 : 3);

/** „12,3“; more places for small values. */
export function number(value: number): string {
  return value.toLocaleString("de-DE", { maximumFractionDigits: digits(value) });
}

/** Prints a table with aligned columns. */
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

/** What a process holds in memory, in MB; only Linux tells. */
export function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1e3;
}
