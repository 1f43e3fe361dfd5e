import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Only its owner may read the file. A database backup without it cannot open the stored keys. */
export function loadAppSecret(configured: string | undefined, databasePath: string): string {
  if (configured !== undefined) return configured;
  const path = `${databasePath}.secret`;
  const existing = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (existing !== "") return existing;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  mkdirSync(dirname(path), { recursive: true });
  // A full disk leaves an empty file, which keeps its mode.
  writeFileSync(path, "", { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
  writeFileSync(path, `${secret}\n`);
  return secret;
}

/** HKDF-SHA-256: one key reveals nothing about the others. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `leadspeicher ${purpose}`, KEY_BYTES));
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM; the bytes are nonce, tag, ciphertext. A text opens only for the purpose it was sealed for. */
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

  /** Null for another secret, another purpose or changed bytes. */
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
