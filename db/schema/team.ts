import type { Generated } from "kysely";
import type { Flag } from "./leads";

export interface TeamTables {
  savedViews: {
    id: string;
    /** A person's name; empty for the whole team. */
    owner: string;
    name: string;
    /** Folded; unique per owner. */
    nameKey: string;
    query: string;
    position: number;
    createdAt: number;
    createdBy: string;
  };
  userPreferences: {
    person: string;
    key: string;
    value: string;
  };
  settings: {
    name: string;
    value: string;
    updatedAt: number;
    updatedBy: string;
  };
  confirmations: {
    name: string;
    confirmedAt: number;
    confirmedBy: string;
  };
  users: {
    id: string;
    name: string;
    /** Folded and unique. */
    nameKey: string;
    /** Null when the name itself signs in; unique among names and sign-in names. */
    signInName: string | null;
    signInKey: string | null;
    role: "administrator" | "member";
    /** PHC format; null until a password is set. */
    passwordHash: string | null;
    createdAt: number;
    createdBy: string;
    disabledAt: number | null;
    lastSignInAt: number | null;
  };
  sessions: {
    idHash: string;
    userId: string;
    createdAt: number;
    /** Updated every few minutes. */
    lastSeenAt: number;
    /** Readable name of the browser. */
    client: string;
    /** Opened by the start link; cleared when a password is set. */
    byLink: Generated<Flag>;
    /** Kept after signing out, so the browser stays known. */
    endedAt: number | null;
  };
  apiTokens: {
    id: string;
    name: string;
    nameKey: string;
    tokenHash: string;
    /** Its first characters, to recognize it. */
    hint: string;
    scope: "read" | "full";
    createdAt: number;
    createdBy: string;
    lastUsedAt: number | null;
  };
  startLinks: {
    tokenHash: string;
    expiresAt: number;
  };
}
