import type { Generated } from "kysely";
import type { Flag } from "./leads";

export interface SavedViewsTable {
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
}

interface UserPreferencesTable {
  person: string;
  key: string;
  value: string;
}

interface ConfirmationsTable {
  name: string;
  confirmedAt: number;
  confirmedBy: string;
}

interface SettingsTable {
  name: string;
  value: string;
  updatedAt: number;
  updatedBy: string;
}

export interface UsersTable {
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
}

export interface SessionsTable {
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
}

export interface ApiTokensTable {
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
}

export interface StartLinksTable {
  tokenHash: string;
  expiresAt: number;
}

export interface TeamTables {
  savedViews: SavedViewsTable;
  userPreferences: UserPreferencesTable;
  settings: SettingsTable;
  confirmations: ConfirmationsTable;
  users: UsersTable;
  sessions: SessionsTable;
  apiTokens: ApiTokensTable;
  startLinks: StartLinksTable;
}
