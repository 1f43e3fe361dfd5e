import { expect, it } from "vitest";
import { LastUse } from "./last-use.server";

const STEP = 1_000;

it("writes once for those who come at the same time, and again after the step", () => {
  const lastUse = new LastUse(STEP);
  const writes: string[] = [];
  const note = (key: string, noted: number | null, now: number) => {
    const write = async () => void writes.push(`${key} ${now}`);
    lastUse.note(key, { noted, now }, write, { warn: () => {} });
  };
  for (let index = 0; index < 5; index += 1) note("a", null, STEP);
  note("b", 1, STEP);
  note("c", 1, STEP + 1);
  note("a", null, 2 * STEP - 1);
  note("a", null, 2 * STEP);
  expect(writes).toEqual([`a ${STEP}`, `c ${STEP + 1}`, `a ${2 * STEP}`]);
});
