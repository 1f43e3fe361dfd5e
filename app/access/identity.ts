import { Refusal } from "../refusal";

export const ROLE_NAMES = { administrator: "Administrator", member: "Mitglied" };
export type Role = keyof typeof ROLE_NAMES;

export interface SessionIdentity {
  kind: "session";
  actor: string;
  role: Role;
  userId: string;
  sessionHash: string;
  /** Opened by the start link, which allows a new password without the current one. */
  isByLink: boolean;
}

export interface TokenIdentity {
  kind: "token";
  actor: string;
  scope: "read" | "full";
  /** Null for the environment's token. */
  tokenId: string | null;
}

interface DemoIdentity {
  kind: "demo";
  actor: string;
}

/** `actor` appears in a lead's timeline. */
export type Identity = SessionIdentity | TokenIdentity | DemoIdentity;

export const DEMO_IDENTITY: DemoIdentity = { kind: "demo", actor: "lokal" };
export const ENVIRONMENT_ACTOR = "API";
export const FIRST_USER_NAME = "admin";

/** Administrators see keys, users and tokens. */
export function isAdministrator(identity: Identity): boolean {
  return identity.kind !== "session" || identity.role === "administrator";
}

export function identityKey(identity: Identity): string {
  if (identity.kind === "session") return `session ${identity.sessionHash}`;
  return identity.kind === "token" ? `token ${identity.tokenId ?? "environment"}` : "demo";
}

/** @throws Refusal 403 in the demo, which has no users; 401 without a signed-in user */
export function actingIdentity(identity: Identity | null): Exclude<Identity, DemoIdentity> {
  if (identity === null) throw new Refusal(401, "Bitte anmelden.");
  if (identity.kind === "demo") throw new Refusal(403, "Die Demo hat keine Anmeldung.");
  return identity;
}

export interface Author {
  identity: Identity;
  now: number;
}
