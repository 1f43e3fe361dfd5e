import { describe, expect, it } from "vitest";
import { SignInLimits, tooManyTries } from "./sign-in-limits.server";

const START = 1_000_000_000;
const MINUTE = 60_000;

/** One try, whose password is checked at once. */
function tryOnce(
  limits: SignInLimits,
  address: string | null,
  name: string,
  now: number,
  known: { device?: string; network?: string } = {},
) {
  const taken = limits.take(address, name, now, known);
  if (!taken.ok) return taken;
  limits.end(taken);
  return { ...taken, priority: taken.standing() };
}

/** One try that is let through. */
function letThrough(limits: SignInLimits, address: string | null, name: string, now = START) {
  const taken = tryOnce(limits, address, name, now);
  if (!taken.ok) throw new Error(`${name} has to wait`);
  return taken;
}

/** Tries as fast as it may, ten milliseconds apart, for a time; answers when each try was let through. */
function triesWithin(
  limits: SignInLimits,
  address: () => string | null,
  name: () => string,
  ms: number,
) {
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
      expect(tryOnce(limits, "192.0.2.1", `name ${index}`, START + index)).toMatchObject({
        priority: -(index + 1),
      });
    }
    const take = (now: number) => tryOnce(limits, "192.0.2.1", "anna", now);
    expect(take(START + 1_000)).toEqual({ ok: false, retryAfterSeconds: 299 });
    expect(take(START + 5 * MINUTE - 1)).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(take(START + 5 * MINUTE)).toMatchObject({ ok: true });
    expect(tryOnce(limits, "192.0.2.2", "ben", START + 1_000)).toMatchObject({
      ok: true,
      priority: -1,
    });
  });

  it("is a whole network of IPv6, and one address of IPv4 however it is written", () => {
    const limits = new SignInLimits();
    const tries = (address: string, name: string) => tryOnce(limits, address, name, START);
    expect(tries("2001:db8:1:2::1", "a")).toMatchObject({ priority: -1 });
    expect(tries("2001:db8:1:2:ffff::9", "b")).toMatchObject({ priority: -2 });
    expect(tries("2001:db8:1:3::1", "c")).toMatchObject({ priority: -1 });
    expect(tries("192.0.2.1", "d")).toMatchObject({ priority: -1 });
    expect(tries("::ffff:192.0.2.1", "e")).toMatchObject({ priority: -2 });
    expect(tries("192.0.2.2", "f")).toMatchObject({ priority: -1 });
    expect(tries("", "g")).toMatchObject({ priority: -1 });
  });

  it("has four passwords under way at a time", () => {
    const limits = new SignInLimits();
    const taken: ReturnType<SignInLimits["take"]>[] = [];
    const take = (name: string) => {
      const each = limits.take("192.0.2.1", name, START);
      taken.push(each);
      return each.ok;
    };
    const endOne = () => {
      const each = taken.shift();
      if (each?.ok) limits.end(each);
    };
    expect(["a", "b", "c", "d", "e"].map(take)).toEqual([true, true, true, true, false]);
    expect(limits.take("192.0.2.2", "f", START).ok).toBe(true);
    endOne();
    expect([take("g"), take("h")]).toEqual([true, false]);
    for (let index = 0; index < 6; index += 1) endOne();
    expect(take("i")).toBe(true);
  });

  it("does not pay for those who signed in from it", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 100; index += 1) {
      const taken = letThrough(limits, "192.0.2.1", `name ${index}`);
      expect(taken.priority).toBe(-1);
      limits.succeed(taken);
    }
    // But whoever guesses is not forgiven by one name they know.
    for (let index = 0; index < 29; index += 1)
      tryOnce(limits, "192.0.2.1", `guess ${index}`, START);
    const own = letThrough(limits, "192.0.2.1", "own");
    expect(own.priority).toBe(-30);
    limits.succeed(own);
    expect(tryOnce(limits, "192.0.2.1", "guess", START)).toMatchObject({ ok: true, priority: -30 });
    expect(tryOnce(limits, "192.0.2.1", "guess", START)).toMatchObject({ ok: false });
  });
});

describe("an account", () => {
  it("is tried ten times, then after pauses that double from a second to a minute", () => {
    const limits = new SignInLimits();
    const times = triesWithin(
      limits,
      () => null,
      () => "anna",
      5 * MINUTE,
    );
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
    expect(tryOnce(limits, null, "anna", START + 1_001)).toEqual({
      ok: false,
      retryAfterSeconds: 2,
    });
  });

  it("is free again after a right password, and after five minutes", () => {
    const limits = new SignInLimits();
    const tries = Array.from({ length: 10 }, () => letThrough(limits, "192.0.2.1", "anna"));
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
    for (const last of tries.slice(-1)) limits.succeed(last);
    for (let index = 0; index < 10; index += 1) {
      expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: true });
    }
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
    expect(tryOnce(limits, "192.0.2.1", "anna", START + 5 * MINUTE)).toMatchObject({
      ok: true,
      priority: -1,
    });
  });
});

describe("an account that strangers guess at", () => {
  /** Each address asks five times a second for a minute; answers how many tries were let through. */
  function attack(limits: SignInLimits, addresses: number, also?: (now: number) => void) {
    let through = 0;
    for (let now = START; now < START + MINUTE; now += 200) {
      for (let index = 0; index < addresses; index += 1) {
        const address = `198.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
        if (tryOnce(limits, address, "anna", now).ok) through += 1;
      }
      also?.(now);
    }
    return through;
  }

  it("is tried no more often by a thousand of them than by a few", () => {
    // Ten and after six pauses those of the account, forty and one every ten seconds of fresh networks.
    expect(attack(new SignInLimits(), 1_000)).toBeLessThanOrEqual(16 + 40 + 6);
    expect(attack(new SignInLimits(), 1)).toBeLessThanOrEqual(16);
  });

  it.each([
    ["a known browser", "192.0.2.1", { device: "d" }, 2],
    ["a known browser beside one of them", "198.0.0.0", { device: "d" }, 2],
    ["a known network", "192.0.2.1", { network: "n" }, 1],
    ["a fresh network", "192.0.2.1", {}, -1],
  ])(
    "lets %s in at any time, ten times at most where it is known",
    (_, address, known, priority) => {
      for (const second of [1, 7, 31, 59]) {
        const limits = new SignInLimits();
        attack(limits, 20, (now) => {
          if (now !== START + second * 1_000) return;
          expect(tryOnce(limits, address, "anna", now, known)).toMatchObject({ priority });
          if (priority < 0) return;
          const more = Array.from({ length: 10 }, () =>
            tryOnce(limits, address, "anna", now, known),
          );
          expect(more.filter((each) => each.ok && each.priority === priority)).toHaveLength(9);
        });
      }
    },
  );
});

describe("an address that a stranger shares", () => {
  it("has the tries of its network beside those of the account and of the address", () => {
    const limits = new SignInLimits();
    const take = (now: number, network?: string) =>
      tryOnce(limits, "192.0.2.1", "anna", now, network === undefined ? {} : { network });
    const all = Array.from({ length: 40 }, () => take(START, "n"));
    // Ten of the network, ten of the account and some of those for fresh networks.
    expect(all.filter((each) => each.ok).length).toBeGreaterThanOrEqual(20);
    for (let index = 0; index < 30; index += 1) {
      tryOnce(limits, "192.0.2.1", `name ${index}`, START + 1);
    }
    // The address has none left, for which another user's known network does not pay.
    expect(take(START + 2)).toMatchObject({ ok: false });
    expect(take(START + 2, "other")).toMatchObject({ ok: true, priority: 1 });
  });
});

it("does not hold it against a network that it came again when it was told to", () => {
  const guessed = () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 300; index += 1) {
      tryOnce(limits, `198.51.${index >> 8}.${index & 255}`, "anna", START);
    }
    return limits;
  };
  const enter = (limits: SignInLimits, now: number) => tryOnce(limits, "192.0.2.1", "anna", now);
  const waits = guessed();
  const told = enter(waits, START);
  if (told.ok) throw new Error("nobody guessed");
  // The pause of the account is shorter, but strangers use it up.
  tryOnce(waits, "198.51.100.1", "anna", START + told.retryAfterSeconds * 1_000);
  expect(enter(waits, START + 11_000)).toMatchObject({ ok: true, priority: -1 });

  const pushes = guessed();
  for (let now = START; now < START + 5_000; now += 500) enter(pushes, now);
  tryOnce(pushes, "198.51.100.1", "anna", START + 11_000);
  expect(enter(pushes, START + 11_000)).toMatchObject({ ok: false });
});

describe("a try", () => {
  it("is given back to its address and account where its password was not checked", () => {
    const limits = new SignInLimits();
    for (let index = 0; index < 100; index += 1) {
      limits.giveBack(letThrough(limits, "192.0.2.1", "anna"));
    }
    const tries = Array.from({ length: 10 }, () => letThrough(limits, "192.0.2.1", "anna"));
    for (const last of tries.slice(-1)) limits.giveBack(last);
    // The others count on.
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: true });
    expect(tryOnce(limits, "192.0.2.1", "anna", START)).toMatchObject({ ok: false });
  });

  it("of a clock that was set back does not count, but one that was overtaken does", () => {
    const limits = new SignInLimits();
    const fill = (now: number) => {
      for (let index = 0; index < 30; index += 1) tryOnce(limits, "192.0.2.1", `n${index}`, now);
      for (let index = 0; index < 10; index += 1) tryOnce(limits, null, "anna", now);
    };
    fill(START + 60 * MINUTE);
    expect(tryOnce(limits, "192.0.2.1", "ben", START)).toMatchObject({ ok: true, priority: -1 });
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
