import { setTimeout as delay } from "node:timers/promises";

/** How often the event loop is looked at, in milliseconds. */
const LOOK_MS = 2;
const SETTLE_MS = 20;

/** How long one run takes, in milliseconds: the median of several, after one to warm up. */
export async function median(run: () => unknown | Promise<unknown>, runs = 9): Promise<number> {
  await run();
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Time of one run and the longest time the event loop stood still meanwhile, in milliseconds. */
export async function withLoopDelay(
  run: () => Promise<unknown>,
): Promise<{ ms: number; stall: number }> {
  let last = performance.now();
  let stall = 0;
  const look = () => {
    const now = performance.now();
    stall = Math.max(stall, now - last - LOOK_MS);
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  await delay(SETTLE_MS);
  stall = 0;
  const start = performance.now();
  await run();
  const ms = performance.now() - start;
  // A standstill is only noticed when the loop turns again.
  await delay(SETTLE_MS);
  clearInterval(timer);
  return { ms, stall };
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
