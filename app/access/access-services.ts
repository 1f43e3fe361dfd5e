import type { Db } from "~db/client";
import type { PasswordHasher } from "./passwords/password-hash.server";
import type { SignInLimits } from "./sign-in/sign-in-limits.server";

export interface AccessServices {
  db: Db;
  /** The demo lets every visitor do everything. */
  isDemo: boolean;
  /** Keys the session hashes, so that a changed APP_SECRET ends every session. */
  sessionKey: Uint8Array;
  environmentToken: string | undefined;
  passwords: PasswordHasher;
  limits: SignInLimits;
  /** Never holds a password, token or link. */
  log: Record<"info" | "warn", (entry: object, message: string) => void>;
}
