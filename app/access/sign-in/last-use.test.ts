import { expect, it } from "vitest";
import { LastUse } from "./last-use.server";

const STEP = 1_000;

function withUses() {
  const lastUse = new LastUse(STEP);
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  const writes: string[] = [];
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const note = (key: string, noted: number | null, now: number) =>
    lastUse.note(
      key,
      { noted, now },
      () =>
        new Promise<void>((resolve, reject) => {
          writes.push(`${key} ${now}`);
          waiting.push({ resolve, reject });
        }),
      log,
    );
  return { lastUse, logged, writes, waiting, note };
}

it("writes once for those who come at the same time, and again after the step", () => {
  const { writes, note } = withUses();
  for (let index = 0; index < 5; index += 1) note("a", null, STEP);
  note("b", 1, STEP);
  note("c", 1, STEP + 1);
  note("a", null, 2 * STEP - 1);
  note("a", null, 2 * STEP);
  expect(writes).toEqual([`a ${STEP}`, `c ${STEP + 1}`, `a ${2 * STEP}`]);
});

it("logs what could not be written, and waits for it where somebody asks", async () => {
  const { lastUse, logged, waiting, note } = withUses();
  note("a", null, STEP);
  note("b", null, STEP);
  let isSettled = false;
  const settled = lastUse.settled().then(() => {
    isSettled = true;
  });
  waiting[0]?.reject(new Error("disk is full"));
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  waiting[1]?.resolve();
  await settled;
  expect(logged).toEqual(["the time of the last use is not noted"]);
});
