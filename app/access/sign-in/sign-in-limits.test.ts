import { describe, expect, it } from "vitest";
import { SignInLimits, tooManyTries } from "./sign-in-limits.server";

const START = 1_000_000_000;
const MINUTE = 60_000;

/** One try, whose password is checked at once. */
function tryOnce(limits: SignInLimits, address: string | null, name: string, now: number) {
  const taken = limits.take(address, name, now);
  if (taken.ok && address !== null) limits.end(address);
  return taken;
}

/** Tries as fast as it may, ten milliseconds apart, for a time; answers when each try was let through. */
function triesWithin(limits: SignInLimits, address: () => string, name: () => string, ms: number) {
  const times: number[] = [];
  for (let now = START; now < START + ms; now += 10) {
    if (tryOnce(limits, address(), name(), now).ok) times.push(now - START);
  }
  return times;
}

describe("an address", () => {
  it("tries 30 times in any five minutes, whatever the names", () => {
    const limits = new SignInLimits();
    let names = 0;
    const name = () => `name ${names++}`;
    const times = triesWithin(limits, () => "192.0.2.1", name, 12 * MINUTE);
    expect(times).toHaveLength(90);
    for (const [index, time] of times.entries()) {
      const later = times[index + 30];
      if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(5 * MINUTE);
    }
  });

  it("hears when it may try again, to the second", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 30; index += 1) {
      expect(tryOnce(limits, "192.0.2.1", `name ${index}`, START + index)).toEqual({
        ok: true,
        tries: index + 1,
      });
    }
    const take = (now: number) => tryOnce(limits, "192.0.2.1", "anna", now);
    expect(take(START + 1_000)).toEqual({ ok: false, retryAfterSeconds: 299 });
    expect(take(START + 5 * MINUTE - 1)).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(take(START + 5 * MINUTE)).toMatchObject({ ok: true });
    expect(tryOnce(limits, "192.0.2.2", "ben", START + 1_000)).toEqual({ ok: true, tries: 1 });
  });

  it("is a whole network of IPv6, and one address of IPv4 however it is written", () => {
    const limits = new SignInLimits();
    const tries = (address: string, name: string) => tryOnce(limits, address, name, START);
    expect(tries("2001:db8:1:2::1", "a")).toMatchObject({ tries: 1 });
    expect(tries("2001:db8:1:2:ffff::9", "b")).toMatchObject({ tries: 2 });
    expect(tries("2001:db8:1:3::1", "c")).toMatchObject({ tries: 1 });
    expect(tries("192.0.2.1", "d")).toMatchObject({ tries: 1 });
    expect(tries("::ffff:192.0.2.1", "e")).toMatchObject({ tries: 2 });
    expect(tries("192.0.2.2", "f")).toMatchObject({ tries: 1 });
    expect(tries("", "g")).toMatchObject({ tries: 1 });
  });

  it("has four passwords under way at a time", () => {
    const limits = new SignInLimits();
    const take = (name: string) => limits.take("192.0.2.1", name, START).ok;
    expect(["a", "b", "c", "d", "e"].map(take)).toEqual([true, true, true, true, false]);
    expect(limits.take("192.0.2.2", "f", START).ok).toBe(true);
    limits.end("192.0.2.1");
    expect([take("g"), take("h")]).toEqual([true, false]);
    for (let index = 0; index < 4; index += 1) limits.end("192.0.2.1");
    expect(take("i")).toBe(true);
  });

  it("does not pay for those who signed in from it", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 100; index += 1) {
      expect(tryOnce(limits, "192.0.2.1", `name ${index}`, START)).toEqual({ ok: true, tries: 1 });
      limits.succeed("192.0.2.1", `name ${index}`);
    }
    // But whoever guesses is not forgiven by one name they know.
    for (let index = 0; index < 29; index += 1)
      tryOnce(limits, "192.0.2.1", `guess ${index}`, START);
    expect(tryOnce(limits, "192.0.2.1", "own", START)).toEqual({ ok: true, tries: 30 });
    limits.succeed("192.0.2.1", "own");
    expect(tryOnce(limits, "192.0.2.1", "guess", START)).toEqual({ ok: true, tries: 30 });
    expect(tryOnce(limits, "192.0.2.1", "guess", START)).toMatchObject({ ok: false });
  });
});

describe("an account", () => {
  it("is tried ten times, then after pauses that double from a second to a minute", () => {
    const limits = new SignInLimits();
    let addresses = 0;
    // Each try comes from elsewhere.
    const address = () => `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}`;
    const times = triesWithin(limits, address, () => "anna", 5 * MINUTE);
    expect(times.slice(0, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    const pauses = times.slice(10).map((time, index) => time - (times[index + 9] ?? 0));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
  });

  it("counts only what was tried, so that nobody is locked out by being refused", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 10; index += 1) tryOnce(limits, null, "anna", START);
    for (let index = 0; index < 1_000; index += 1) {
      expect(tryOnce(limits, null, "anna", START + 1)).toEqual({ ok: false, retryAfterSeconds: 1 });
    }
    expect(tryOnce(limits, null, "anna", START + 1_000)).toMatchObject({ ok: true });
    expect(tryOnce(limits, "192.0.2.1", "anna", START + 1_001)).toEqual({
      ok: false,
      retryAfterSeconds: 2,
    });
    // What the account refused does not count for the address either.
    expect(tryOnce(limits, "192.0.2.1", "ben", START + 1_001)).toEqual({ ok: true, tries: 1 });
  });

  it("is free again after a right password, and after five minutes", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 10; index += 1) tryOnce(limits, "192.0.2.1", "anna", START);
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
    limits.succeed("192.0.2.1", "anna");
    for (let index = 0; index < 10; index += 1) {
      expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: true });
    }
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
    expect(tryOnce(limits, "192.0.2.1", "anna", START + 5 * MINUTE)).toEqual({
      ok: true,
      tries: 1,
    });
  });
});

describe("a try", () => {
  it("is given back to its address and account where its password was not checked", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 100; index += 1) {
      expect(tryOnce(limits, "192.0.2.1", "anna", START)).toEqual({ ok: true, tries: 1 });
      limits.giveBack("192.0.2.1", "anna");
    }
    for (let index = 0; index < 10; index += 1) tryOnce(limits, "192.0.2.1", "anna", START);
    limits.giveBack("192.0.2.1", "anna");
    // The others count on.
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toEqual({ ok: true, tries: 10 });
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
  });

  it("of a clock that was set back does not count, but one that was overtaken does", () => {
    const limits = new SignInLimits();
    const fill = (now: number) => {
      for (let index = 0; index < 30; index += 1) tryOnce(limits, "192.0.2.1", `n${index}`, now);
      for (let index = 0; index < 10; index += 1) tryOnce(limits, null, "anna", now);
    };
    fill(START + 60 * MINUTE);
    expect(tryOnce(limits, "192.0.2.1", "ben", START)).toEqual({ ok: true, tries: 1 });
    expect(tryOnce(limits, null, "anna", START)).toMatchObject({ ok: true });
    fill(START);
    expect(tryOnce(limits, "192.0.2.1", "ben", START - 1)).toMatchObject({ ok: false });
    expect(tryOnce(limits, null, "anna", START - 1)).toMatchObject({ ok: false });
  });
});

it.each([
  [1, "in 1 Sekunde "],
  [59, "in 59 Sekunden "],
  [60, "in 1 Minute "],
  [61, "in 2 Minuten "],
  [300, "in 5 Minuten "],
])("says how long %i seconds are", (seconds, words) => {
  expect(tooManyTries(seconds).message).toContain(words);
});
