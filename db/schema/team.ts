import type { Generated } from "kysely";
import type { Flag } from "./leads";

/** Filters, order and page size of the lead store under a name. */
export interface SavedViewsTable {
  id: string;
  /** Name of the person who alone sees it; empty for the whole team. */
  owner: string;
  name: string;
  /** Folded; an owner gives a name once however it is written. */
  nameKey: string;
  /** Query parameters of the page. */
  query: string;
  /** Place among the views of its owner. */
  position: number;
  createdAt: number;
  createdBy: string;
}

/** A user's preferences, as JSON by name. */
interface UserPreferencesTable {
  /** Name of a user. */
  person: string;
  key: string;
  value: string;
}

/** A notice confirmed for the team. */
interface ConfirmationsTable {
  name: string;
  confirmedAt: number;
  confirmedBy: string;
}

/** The team's settings, as JSON by name. */
interface SettingsTable {
  name: string;
  value: string;
  updatedAt: number;
  updatedBy: string;
}

/** A person who signs in. */
export interface UsersTable {
  id: string;
  name: string;
  /** Folded; a name is given once however it is written. */
  nameKey: string;
  /** The sign-in name and its folded form, where it is not the name; unique among names and sign-in names. */
  signInName: string | null;
  signInKey: string | null;
  role: "administrator" | "member";
  /** In PHC form; null until a password is set. */
  passwordHash: string | null;
  createdAt: number;
  createdBy: string;
  disabledAt: number | null;
  lastSignInAt: number | null;
}

/** A browser that is signed in, or was. */
export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  idHash: string;
  userId: string;
  createdAt: number;
  /** To some minutes. */
  lastSeenAt: number;
  /** The browser in words, for the list of one's own sessions. */
  client: string;
  /** Opened by the start link, with no password set in it since. */
  byLink: Generated<Flag>;
  /** By signing out; its browser stays known. */
  endedAt: number | null;
}

/** A token with which a program comes in. */
export interface ApiTokensTable {
  id: string;
  name: string;
  nameKey: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  /** Its first characters, by which a person knows it again. */
  hint: string;
  scope: "read" | "full";
  createdAt: number;
  createdBy: string;
  /** To a minute. */
  lastUsedAt: number | null;
}

/** The link by which the owner comes in without a password. */
export interface StartLinksTable {
  /** SHA-256 of the link's token. */
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
