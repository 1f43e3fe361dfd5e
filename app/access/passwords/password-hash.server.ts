import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import PQueue from "p-queue";
import { Refusal } from "../../refusal";

/** A full queue of passwords takes about so long to empty. */
const QUEUE_SECONDS = 5;

/** So many passwords wait to be checked that one more would wait too long. */
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
/** One run takes 128 MB and a processor for half a second, and one of the four threads that pack answers, too. */
const RUNNING = 2;
/** Strangers have no part in the places of those who are known. */
const WAITING = 20;
const PRIORITIES = { known: 1, stranger: 0 };
type Asker = keyof typeof PRIORITIES;
/** We never made a hash that asks for more than eight times today's work. */
const MAX_LOG_COST = 20;
/** Blocks that scrypt keeps besides its N. */
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
    // Keyboards write „ü“ as one sign or as two; it is the same password.
    scrypt(
      password.normalize("NFC"),
      salt,
      HASH_BYTES,
      { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 128 * BLOCK_SIZE * (cost + SPARE_BLOCKS) },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

/** Hashes passwords with scrypt, a few at a time, in the form of the password hashing competition (PHC). */
export class PasswordHasher {
  readonly #cost: number;
  readonly #queue = new PQueue({ concurrency: RUNNING });

  /** @param options.cost scrypt's N, a power of two; tests lower it */
  constructor({ cost = DEFAULT_COST }: { cost?: number } = {}) {
    this.#cost = cost;
  }

  /**
   * @returns `$scrypt$ln=17,r=8,p=1$salt$hash`
   * @throws Refusal 429
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#run(password, salt, this.#cost, "known");
    return `$scrypt$ln=${Math.log2(this.#cost)},r=${BLOCK_SIZE},p=1$${base64(salt)}$${base64(key)}`;
  }

  /**
   * Checks a password; `isOutdated` where its hash is worth making anew. Without a hash it works as long and says no.
   *
   * @param asker who is known comes first
   * @throws Refusal 429
   */
  async verify(
    password: string,
    hash: string | null,
    asker: Asker = "stranger",
  ): Promise<{ ok: boolean; isOutdated: boolean }> {
    const parsed = hash === null ? null : parseHash(hash);
    if (parsed === null) {
      await this.#run(password, randomBytes(SALT_BYTES), this.#cost, asker);
      return { ok: false, isOutdated: false };
    }
    const key = await this.#run(password, parsed.salt, parsed.cost, asker);
    const ok = timingSafeEqual(key, parsed.hash);
    return { ok, isOutdated: ok && parsed.cost !== this.#cost };
  }

  async #run(password: string, salt: Buffer, cost: number, asker: Asker): Promise<Buffer> {
    const priority = PRIORITIES[asker];
    if (this.#queue.sizeBy({ priority }) >= WAITING) throw tooManySignIns();
    return this.#queue.add(() => derive(password, salt, cost), { priority });
  }
}
