import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { formatCount } from "../../format/german";
import { Refusal } from "../../refusal";
import type { Standing } from "../passwords/password-hash.server";

const WINDOW_MS = 5 * 60_000;
const TRIES_AN_ADDRESS = 30;
const TRIES_AN_ACCOUNT = 10;
/** Passwords of one address that are checked or wait for it at the same time. */
const UNDER_WAY_AN_ADDRESS = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Tries that all networks together have beside the pauses of accounts, and how soon one of them comes back. */
const FRESH_TRIES = 40;
const FRESH_STEP_MS = 10_000;
/** With each request of its last minutes, refused ones too, a network leaves so many of them to fresher ones. */
const LEFT_TO_FRESHER = 8;
/** No folded name has capitals. */
const FRESH = "FRESH";
/** As many tries may be ahead of the clock as requests overtake each other; what is further was counted by another clock. */
const AHEAD_MS = 60_000;
/** Of addresses and of names; whoever has tried longest ago is forgotten first. */
const MAX_KEYS = 10_000;
const MAX_TIMES = 40;

/** A try that was let through, with what it counts for. */
interface Try {
  ok: true;
  /** How soon its password is hashed: who is known first, then whoever asked least up to now. */
  standing: Standing;
  key: string;
  /** What it counts for besides, and the network that asked. */
  network: string | null;
  asker: string | null;
}

export function tooManyTries(seconds: number): Refusal {
  const wait =
    seconds < 60
      ? formatCount(seconds, "Sekunde", "Sekunden")
      : formatCount(Math.ceil(seconds / 60), "Minute", "Minuten");
  return new Refusal(429, `Zu viele Versuche. Bitte in ${wait} noch einmal versuchen.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

class TryLog {
  readonly #times = new LRUCache<string, number[]>({ max: MAX_KEYS });

  /** The times of a key that still count, oldest first. */
  of(key: string, now: number): number[] {
    return (this.#times.peek(key) ?? []).filter(
      (time) => time > now - WINDOW_MS && time <= now + AHEAD_MS,
    );
  }

  add(key: string, now: number): void {
    this.#times.set(key, [...this.of(key, now), now].slice(-MAX_TIMES));
  }

  removeLast(key: string): void {
    this.#times.peek(key)?.pop();
  }

  remove(key: string): void {
    this.#times.delete(key);
  }
}

/** An owner of one IPv6 address has the other 2^64 of its network, too. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join(":");
}

/** How long an account waits after its last try, by the number of tries in the last minutes. */
function pauseAfter(tries: number): number {
  if (tries < TRIES_AN_ACCOUNT) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - TRIES_AN_ACCOUNT), LONGEST_PAUSE_MS);
}

/**
 * Bounds how often a password is guessed: 30 tries in any 5 minutes from an address, and for an account 10, then one
 * after a pause that doubles from a second to a minute. Nobody is locked out for good. Names that nobody has are
 * counted the same way. Of tries only those are counted that were let through. Of one address four passwords
 * are under way at a time, so that a flood from it keeps nobody else waiting.
 *
 * So that strangers keep nobody out, a browser and a network that signed in to an account before have 10 tries and
 * pauses of their own for it, beside everybody else's; and some tries are for fresh networks.
 */
export class SignInLimits {
  readonly #addresses = new TryLog();
  readonly #accounts = new TryLog();
  readonly #requests = new TryLog();
  /** When each network that was refused may come again without it being held against it. */
  readonly #told = new LRUCache<string, number>({ max: MAX_KEYS });
  readonly #underWay = new Map<string, number>();
  #fresh = { left: FRESH_TRIES, at: 0 };
  /** Of the last request, wherever it came from. */
  #now = 0;

  /**
   * Counts a try before its password is hashed, or says how long to wait.
   *
   * @param address where it comes from; null where only the account counts
   * @param nameKey the folded name, as it was typed
   * @param known keys of the browser and the network, where the account was signed in to from there
   */
  take(
    address: string | null,
    nameKey: string,
    now: number,
    known: { device?: string | undefined; network?: string | undefined } = {},
  ): Try | { ok: false; retryAfterSeconds: number } {
    const network = address === null ? null : networkOf(address);
    const kept = network === null ? Infinity : this.#countRequest(network, now) * LEFT_TO_FRESHER;
    this.#now = now;
    const stranger = () =>
      Math.min(-1, network === null ? 0 : -this.#requests.of(network, this.#now).length);
    const ways: (Omit<Try, "ok" | "asker"> & { at: number })[] = [];
    const add = (key: string, counted: string | null, standing: Standing, free: number) => {
      const at = Math.max(free, this.#networkFreeAt(counted, now));
      ways.push({ key, network: counted, standing, at });
    };
    const { device, network: place } = known;
    if (device !== undefined) add(device, null, () => 2, this.#accountFreeAt(device, now));
    // Strangers may share the address: what they use up there must not be missing here.
    if (place !== undefined) add(place, place, () => 1, this.#accountFreeAt(place, now));
    add(nameKey, network, stranger, this.#accountFreeAt(nameKey, now));
    add(FRESH, network, stranger, this.#freshFreeAt(kept, now));
    const way = ways.find(({ at }) => at <= now);
    if (way === undefined) {
      const waitMs = Math.min(...ways.map(({ at }) => at)) - now;
      const retryAfterSeconds = Math.ceil(waitMs / 1_000);
      if (network !== null) this.#told.set(network, now + retryAfterSeconds * 1_000);
      return { ok: false, retryAfterSeconds };
    }
    const { key, network: counted, standing } = way;
    if (key === FRESH) this.#fresh.left -= 1;
    else this.#accounts.add(key, now);
    if (counted !== null) {
      this.#addresses.add(counted, now);
      this.#underWay.set(counted, (this.#underWay.get(counted) ?? 0) + 1);
    }
    return { ok: true, standing, key, network: counted, asker: network };
  }

  #accountFreeAt(key: string, now: number): number {
    const times = this.#accounts.of(key, now);
    return (times.at(-1) ?? 0) + pauseAfter(times.length);
  }

  #networkFreeAt(network: string | null, now: number): number {
    if (network === null) return now;
    if ((this.#underWay.get(network) ?? 0) >= UNDER_WAY_AN_ADDRESS) return now + FIRST_PAUSE_MS;
    const times = this.#addresses.of(network, now);
    return times.length < TRIES_AN_ADDRESS ? now : (times[0] ?? now) + WINDOW_MS;
  }

  /** How many requests of a network came before this one and count. Whoever waited as they were told is not counted. */
  #countRequest(network: string, now: number): number {
    const before = this.#requests.of(network, now).length;
    if (now < (this.#told.peek(network) ?? Infinity)) this.#requests.add(network, now);
    this.#told.delete(network);
    return before;
  }

  /** @param kept tries that stay for networks that asked less */
  #freshFreeAt(kept: number, now: number): number {
    const came = Math.max(0, now - this.#fresh.at) / FRESH_STEP_MS;
    const left = Math.min(FRESH_TRIES, this.#fresh.left + came);
    this.#fresh = { left, at: now };
    return kept < FRESH_TRIES ? now + Math.max(0, kept + 1 - left) * FRESH_STEP_MS : Infinity;
  }

  /** The password of a try is checked, whatever came of it. */
  end({ network }: Try): void {
    if (network === null) return;
    const left = (this.#underWay.get(network) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(network);
    else this.#underWay.set(network, left);
  }

  /** Takes a try back whose password was not checked. */
  giveBack({ key, network }: Try): void {
    if (network !== null) this.#addresses.removeLast(network);
    if (key === FRESH) this.#fresh.left += 1;
    else this.#accounts.removeLast(key);
  }

  /** Forgets the tries of an account whose password was right, and of its address this one: others may share it. */
  succeed({ key, network, asker }: Try): void {
    if (key === FRESH) this.#fresh.left += 1;
    else this.#accounts.remove(key);
    if (network !== null) this.#addresses.removeLast(network);
    if (asker !== null) this.#requests.removeLast(asker);
  }
}
