import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** 256 random bits as text that stands in a cookie or an address as it is. */
export function randomToken(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** SHA-256 in hex: what is stored of a random secret. Passwords are not random and need a slow hash. */
export function secretHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares in a time that says nothing of where two texts begin to differ. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
