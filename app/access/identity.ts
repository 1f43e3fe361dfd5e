import { Refusal } from "../refusal";

export const ROLE_NAMES = { administrator: "Administrator", member: "Mitglied" };
export type Role = keyof typeof ROLE_NAMES;

/** A signed-in browser. */
export interface SessionIdentity {
  kind: "session";
  actor: string;
  role: Role;
  userId: string;
  sessionHash: string;
  /** Opened by the start link, which also mends a forgotten password. */
  isByLink: boolean;
}

/** A program with a token; from the environment one without an id. */
export interface TokenIdentity {
  kind: "token";
  actor: string;
  scope: "read" | "full";
  tokenId: string | null;
}

/** A visitor of the demo, which has no login. */
interface DemoIdentity {
  kind: "demo";
  actor: string;
}

/** Who is asking. `actor` is the name that stands in the timeline of a lead. */
export type Identity = SessionIdentity | TokenIdentity | DemoIdentity;

export const DEMO_IDENTITY: DemoIdentity = { kind: "demo", actor: "lokal" };
/** The name under which the token of the environment acts; the others add theirs. */
export const ENVIRONMENT_ACTOR = "API";
/** The user that every new store has. */
export const FIRST_USER_NAME = "admin";

/** May see keys, users and tokens. */
export function isAdministrator(identity: Identity): boolean {
  return identity.kind !== "session" || identity.role === "administrator";
}

/** The name under which requests are counted. */
export function identityKey(identity: Identity): string {
  switch (identity.kind) {
    case "session":
      return `session ${identity.sessionHash}`;
    case "token":
      return `token ${identity.tokenId ?? "environment"}`;
    case "demo":
      return "demo";
  }
}

/**
 * Who changes users, tokens or sessions.
 *
 * @throws Refusal 403 in the demo, which has no users; 401 without a signed-in user
 */
export function actingIdentity(identity: Identity | null): Exclude<Identity, DemoIdentity> {
  if (identity === null) throw new Refusal(401, "Bitte anmelden.");
  if (identity.kind === "demo") throw new Refusal(403, "Die Demo hat keine Anmeldung.");
  return identity;
}

export interface Author {
  identity: Identity;
  now: number;
}
