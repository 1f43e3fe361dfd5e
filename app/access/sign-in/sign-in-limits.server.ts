import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { Refusal } from "../../refusal";

const WINDOW_MS = 5 * 60_000;
const TRIES_AN_ADDRESS = 30;
const TRIES_AN_ACCOUNT = 10;
/** Passwords of one address that are checked or wait for it at the same time. */
const UNDER_WAY_AN_ADDRESS = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** As many tries may be ahead of the clock as requests overtake each other; what is further was counted by another clock. */
const AHEAD_MS = 60_000;
/** Of addresses and of names; whoever has tried longest ago is forgotten first. */
const MAX_KEYS = 10_000;

type Taken =
  /** `tries` are those of the address in the last minutes, this one among them. */
  { ok: true; tries: number } | { ok: false; retryAfterSeconds: number };

function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 Minute" : `${minutes} Minuten`;
}

export function tooManyTries(seconds: number): Refusal {
  return new Refusal(
    429,
    `Zu viele Versuche. Bitte in ${waitWords(seconds)} noch einmal versuchen.`,
    { headers: { "Retry-After": String(seconds) } },
  );
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
    this.#times.set(key, [...this.of(key, now), now]);
  }

  removeLast(key: string): void {
    this.#times.peek(key)?.pop();
  }

  remove(key: string): void {
    this.#times.delete(key);
  }
}

/** An owner of one IPv6 address has the other 2^64 of its network, too. */
function networkOf(address: string): string {
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
 * counted the same way. Only what was tried is counted, not what was refused here. Of one address four passwords
 * are under way at a time, so that a flood from it keeps nobody else waiting.
 */
export class SignInLimits {
  readonly #addresses = new TryLog();
  readonly #accounts = new TryLog();
  readonly #underWay = new Map<string, number>();

  /**
   * Counts a try before its password is hashed, or says how long to wait.
   *
   * @param address where it comes from; null where only the account counts
   * @param nameKey the folded name, as it was typed
   */
  take(address: string | null, nameKey: string, now: number): Taken {
    const network = address === null ? null : networkOf(address);
    const underWay = network === null ? 0 : (this.#underWay.get(network) ?? 0);
    if (underWay >= UNDER_WAY_AN_ADDRESS) return { ok: false, retryAfterSeconds: 1 };
    const ofAddress = network === null ? [] : this.#addresses.of(network, now);
    const ofAccount = this.#accounts.of(nameKey, now);
    const [first = now] = ofAddress;
    const addressFreeAt = ofAddress.length < TRIES_AN_ADDRESS ? now : first + WINDOW_MS;
    const accountFreeAt = (ofAccount.at(-1) ?? 0) + pauseAfter(ofAccount.length);
    const waitMs = Math.max(addressFreeAt, accountFreeAt) - now;
    if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
    if (network !== null) {
      this.#addresses.add(network, now);
      this.#underWay.set(network, underWay + 1);
    }
    this.#accounts.add(nameKey, now);
    return { ok: true, tries: ofAddress.length + 1 };
  }

  /** The password of a try from an address is checked, whatever came of it. */
  end(address: string): void {
    const network = networkOf(address);
    const left = (this.#underWay.get(network) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(network);
    else this.#underWay.set(network, left);
  }

  /** Takes a try back whose password was not checked. */
  giveBack(address: string | null, nameKey: string): void {
    if (address !== null) this.#addresses.removeLast(networkOf(address));
    this.#accounts.removeLast(nameKey);
  }

  /** Forgets the tries of an account whose password was right, and of its address this one: others may share it. */
  succeed(address: string | null, nameKey: string): void {
    if (address !== null) this.#addresses.removeLast(networkOf(address));
    this.#accounts.remove(nameKey);
  }
}
