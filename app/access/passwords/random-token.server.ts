import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** 256 bits, safe in cookies and URLs. */
export function randomToken(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** SHA-256 in hex, for random secrets. Passwords need a slow hash. */
export function secretHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
