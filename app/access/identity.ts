export type Role = "administrator" | "member";

/** A signed-in browser. */
export interface SessionIdentity {
  kind: "session";
  actor: string;
  role: Role;
  userId: string;
  sessionHash: string;
  /** Opened by the start link: whoever may make one may also forget a password. */
  isByLink: boolean;
}

/** A program with a token; from the environment one without an id. */
export interface TokenIdentity {
  kind: "token";
  actor: string;
  scope: "read" | "full";
  tokenId: string | null;
}

/** Whoever opens the demo, which has no login. */
export interface DemoIdentity {
  kind: "demo";
  actor: string;
}

/** Who is asking. `actor` is the name that stands in the timeline of a lead. */
export type Identity = SessionIdentity | TokenIdentity | DemoIdentity;

export const DEMO_IDENTITY: DemoIdentity = { kind: "demo", actor: "lokal" };
/** The user that every new store has. */
export const FIRST_USER_NAME = "admin";

/** Whether somebody sees keys, users and tokens. */
export function isAdministrator(identity: Identity): boolean {
  return identity.kind !== "session" || identity.role === "administrator";
}

/** What tells one asker from the other where requests are counted. */
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
