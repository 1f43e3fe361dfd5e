import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { formatCount } from "../../format/german";
import { Refusal } from "../../refusal";

const WINDOW_SECONDS = 5 * 60;
const TRIES_AN_ADDRESS = 30;
const TRIES_A_NAME = 10;

/** The counters that a try adds to. */
interface Try {
  name: string;
  network: string | null;
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

/** An owner of one IPv6 address has the other 2^64 of its network, too. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join(":");
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((refused: unknown) => {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // A clock that is set back makes the rest of the window look longer than it is.
    throw tooManyTries(Math.min(Math.ceil(refused.msBeforeNext / 1_000), WINDOW_SECONDS));
  });
}

/** Bounds password guesses by address and by name. Unknown names count the same way. */
export class SignInLimits {
  readonly #addresses = new RateLimiterMemory({
    points: TRIES_AN_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  readonly #names = new RateLimiterMemory({ points: TRIES_A_NAME, duration: WINDOW_SECONDS });

  /**
   * Counts a try before its password is hashed.
   *
   * @param address null where only the name counts
   * @throws Refusal 429 with the time to wait
   */
  async take(name: string, address: string | null = null): Promise<Try> {
    const network = address === null ? null : networkOf(address);
    // The address first: one that has none left must not use up the tries of names.
    if (network !== null) await consume(this.#addresses, network);
    await consume(this.#names, name);
    return { name, network };
  }

  /** Takes back a try that ended before its password was checked. */
  async giveBack({ name, network }: Try): Promise<void> {
    await this.#names.reward(name);
    if (network !== null) await this.#addresses.reward(network);
  }

  /** After a right password: forgets the name's tries, and this one of the address, which others may share. */
  async succeed({ name, network }: Try): Promise<void> {
    await this.#names.delete(name);
    if (network !== null) await this.#addresses.reward(network);
  }
}
