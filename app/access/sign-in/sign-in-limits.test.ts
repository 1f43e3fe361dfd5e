import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRefusal } from "../../refusal";
import { SignInLimits, tooManyTries } from "./sign-in-limits.server";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Seconds until the next try is allowed; 0 for an allowed one. */
async function waitOf(limits: SignInLimits, name: string, address: string | null = null) {
  try {
    await limits.take(name, address);
    return 0;
  } catch (error) {
    if (!isRefusal(error, 429)) throw error;
    return Number(error.headers["Retry-After"]);
  }
}

async function useUp(limits: SignInLimits, tries: number, name: (index: number) => string) {
  for (let index = 0; index < tries; index += 1) await limits.take(name(index), "192.0.2.1");
}

describe("an address", () => {
  it("uses up no tries of a name once it has none of its own", async () => {
    const limits = new SignInLimits();
    await useUp(limits, 30, (index) => `name ${index}`);
    for (let index = 0; index < 20; index += 1) await waitOf(limits, "anna", "192.0.2.1");
    expect(await waitOf(limits, "anna", "192.0.2.2")).toBe(0);
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["192.0.2.1", "::ffff:192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["", "", true],
  ])("%j and %j are one: %j", async (one, other, isOne) => {
    const limits = new SignInLimits();
    for (let index = 0; index < 30; index += 1) await limits.take(`name ${index}`, one);
    expect((await waitOf(limits, "anna", other)) > 0).toBe(isOne);
  });
});

it("gives a try back whose password was not checked", async () => {
  const limits = new SignInLimits();
  for (let index = 0; index < 100; index += 1) {
    await limits.giveBack(await limits.take("anna", "192.0.2.1"));
  }
  await useUp(limits, 10, () => "anna");
  await useUp(limits, 20, (index) => `name ${index}`);
  expect(await waitOf(limits, "anna", "192.0.2.2")).toBe(300);
  expect(await waitOf(limits, "ben", "192.0.2.1")).toBe(300);
});

it.each([
  [59, "in 59 Sekunden "],
  [61, "in 2 Minuten "],
])("says how long %i seconds are", (seconds, words) => {
  expect(tooManyTries(seconds).message).toContain(words);
});

it("an address does not pay for those who signed in from it", async () => {
  const limits = new SignInLimits();
  for (let index = 0; index < 100; index += 1) {
    await limits.succeed(await limits.take(`name ${index}`, "192.0.2.1"));
  }
  expect(await waitOf(limits, "anna", "192.0.2.1")).toBe(0);
});
