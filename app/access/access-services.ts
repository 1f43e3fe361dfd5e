import type { Db } from "~db/client";
import type { PasswordHasher } from "./passwords/password-hash.server";
import type { SignInLimits } from "./sign-in/sign-in-limits.server";

export interface AccessLog {
  info(entry: object, message: string): void;
  warn(entry: object, message: string): void;
}

export interface AccessServices {
  db: Db;
  /** The demo has no login: everybody who reaches it may do everything. */
  isDemo: boolean;
  /** Keys the hashes of session ids, so that a changed APP_SECRET ends every session. */
  sessionKey: Uint8Array;
  /** `APP_API_TOKEN` */
  environmentToken: string | undefined;
  passwords: PasswordHasher;
  limits: SignInLimits;
  /** Keeps who came in and who was refused, never a password, token or link. */
  log: AccessLog;
}
