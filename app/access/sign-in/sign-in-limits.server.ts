import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { formatCount } from "../../format/german";
import { Refusal } from "../../refusal";

const WINDOW_SECONDS = 5 * 60;
const TRIES_PER_ADDRESS = 30;
const TRIES_PER_NAME = 10;

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

/** The owner of one IPv6 address has its whole /64. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join(":");
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((refused: unknown) => {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // A clock set back would stretch the window.
    throw tooManyTries(Math.min(Math.ceil(refused.msBeforeNext / 1_000), WINDOW_SECONDS));
  });
}

/** Counts unknown names like known ones, so limits reveal no names. */
export class SignInLimits {
  readonly #addresses = new RateLimiterMemory({
    points: TRIES_PER_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  readonly #names = new RateLimiterMemory({ points: TRIES_PER_NAME, duration: WINDOW_SECONDS });

  /** @param address null to count the name only */
  async take(name: string, address: string | null = null): Promise<Try> {
    const network = address === null ? null : networkOf(address);
    // An exhausted address must not use up a name's tries.
    if (network !== null) await consume(this.#addresses, network);
    await consume(this.#names, name);
    return { name, network };
  }

  async giveBack({ name, network }: Try): Promise<void> {
    await this.#names.reward(name);
    if (network !== null) await this.#addresses.reward(network);
  }

  /** Keeps the address's other tries: users may share it. */
  async succeed({ name, network }: Try): Promise<void> {
    await this.#names.delete(name);
    if (network !== null) await this.#addresses.reward(network);
  }
}
