import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import PQueue from "p-queue";
import { Refusal } from "../../refusal";

const QUEUE_SECONDS = 5;

export function tooManySignIns(): Refusal {
  return new Refusal(
    429,
    "Gerade melden sich sehr viele auf einmal an. Bitte gleich noch einmal versuchen.",
    { headers: { "Retry-After": String(QUEUE_SECONDS) } },
  );
}

const DEFAULT_COST = 2 ** 17;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** One run takes 128 MB, half a second of CPU and one of four pool threads. */
const MAX_RUNNING = 2;
/** Per priority, so that strangers cannot take the places of known browsers. */
const MAX_WAITING = 20;
const PRIORITIES = { known: 1, stranger: 0 };
type Caller = keyof typeof PRIORITIES;
/** Eight times the current cost: an upper limit for stored hashes. */
const MAX_LOG_COST = 20;
const SPARE_BLOCKS = 4;

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=8,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

function parseHash(text: string) {
  const [, logCost, salt = "", hash = ""] = PHC.exec(text) ?? [];
  const log = Number(logCost);
  if (!(log >= 1 && log <= MAX_LOG_COST)) return null;
  return { cost: 2 ** log, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards write „ü“ as one or two code points.
    scrypt(
      password.normalize("NFC"),
      salt,
      HASH_BYTES,
      { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 128 * BLOCK_SIZE * (cost + SPARE_BLOCKS) },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

/** PHC string format; few hashes run at a time. */
export class PasswordHasher {
  readonly #cost: number;
  readonly #queue = new PQueue({ concurrency: MAX_RUNNING });

  /** @param options.cost scrypt's N, a power of two; tests lower it */
  constructor({ cost = DEFAULT_COST }: { cost?: number } = {}) {
    this.#cost = cost;
  }

  /** @returns `$scrypt$ln=17,r=8,p=1$salt$hash` @throws Refusal 429 */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#run(password, salt, this.#cost, "known");
    return `$scrypt$ln=${Math.log2(this.#cost)},r=${BLOCK_SIZE},p=1$${base64(salt)}$${base64(key)}`;
  }

  /** Takes the same time without a hash, so timing reveals no names. @throws Refusal 429 */
  async verify(
    password: string,
    hash: string | null,
    caller: Caller = "stranger",
  ): Promise<{ ok: boolean; isOutdated: boolean }> {
    const parsed = hash === null ? null : parseHash(hash);
    if (parsed === null) {
      await this.#run(password, randomBytes(SALT_BYTES), this.#cost, caller);
      return { ok: false, isOutdated: false };
    }
    const key = await this.#run(password, parsed.salt, parsed.cost, caller);
    const ok = timingSafeEqual(key, parsed.hash);
    return { ok, isOutdated: ok && parsed.cost !== this.#cost };
  }

  async #run(password: string, salt: Buffer, cost: number, caller: Caller): Promise<Buffer> {
    const priority = PRIORITIES[caller];
    if (this.#queue.sizeBy({ priority }) >= MAX_WAITING) throw tooManySignIns();
    return this.#queue.add(() => derive(password, salt, cost), { priority });
  }
}
