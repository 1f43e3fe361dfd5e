import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/**
 * The application's secret: the one that was set, else the one that lies beside the database, made at the first start
 * and readable by its owner alone. A backup of the database without this file can't open the keys stored in it.
 */
export function loadAppSecret(configured: string | undefined, databasePath: string): string {
  if (configured !== undefined) return configured;
  const path = `${databasePath}.secret`;
  const existing = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (existing !== "") return existing;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  mkdirSync(dirname(path), { recursive: true });
  // An empty file is what a full disk leaves behind, and keeps the mode it had.
  writeFileSync(path, "", { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
  writeFileSync(path, `${secret}\n`);
  return secret;
}

/** A key of its own for each purpose (HKDF-SHA-256), so that what one reveals says nothing of the others. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `leadspeicher ${purpose}`, KEY_BYTES));
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals short texts with AES-256-GCM under a key derived from the application's secret (HKDF-SHA-256). The bytes are
 * nonce, tag, ciphertext. A text is bound to its purpose: what was sealed for one can't be opened as another.
 */
export class KeyCipher {
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = deriveKey(secret, "credentials");
  }

  seal(text: string, purpose: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Null for a text that was sealed with another secret or for another purpose, or changed. */
  open(sealed: Uint8Array, purpose: string): string | null {
    const bytes = Buffer.from(sealed);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }
}
