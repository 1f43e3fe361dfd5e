import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "./app-secret.server";

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
