import { hkdfSync, randomBytes } from "node:crypto";
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
