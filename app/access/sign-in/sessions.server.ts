import { createHmac } from "node:crypto";
import type { Db } from "~db/client";
import {
  deleteOldSessions,
  findSessions,
  getSession,
  insertSession,
  type SessionAge,
  updateSession,
} from "~db/queries/sessions";
import { updateUser } from "~db/queries/users";
import { isoTime } from "../../format/iso-time";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { randomToken } from "../passwords/random-token.server";

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  // Most browsers also call themselves Chrome and Safari, so these come last.
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function firstOf(names: [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}

/** „Firefox unter Windows“. */
export function describeUserAgent(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 1_000);
  const browser = firstOf(BROWSERS, text) ?? "Unbekannter Browser";
  const system = firstOf(SYSTEMS, text);
  return system === undefined ? browser : `${browser} unter ${system}`;
}

const DAY_MS = 24 * 60 * 60_000;
const IDLE_MS = 7 * DAY_MS;
export const ABSOLUTE_MS = 30 * DAY_MS;
export const KNOWN_MS = 90 * DAY_MS;
/** Shortest time between two writes of the last-seen time. */
const SEEN_STEP_MS = 5 * 60_000;

/** Records a use unless one was recorded within `stepMs`. Requests neither wait for the write nor fail with it. */
export function recordUse(
  { recorded, now, stepMs }: { recorded: number | null; now: number; stepMs: number },
  write: () => Promise<void>,
  log: Pick<AccessServices["log"], "warn">,
): void {
  if (recorded !== null && now - recorded < stepMs) return;
  write().catch((error: unknown) => log.warn({ err: error }, "the last use is not recorded"));
}

type Keyed = Pick<AccessServices, "db" | "sessionKey">;

export function sessionHash({ sessionKey }: Omit<Keyed, "db">, value: string): string {
  return createHmac("sha256", sessionKey).update(value).digest("hex");
}

function ageAt(now: number): SessionAge {
  return { createdAfter: now - ABSOLUTE_MS, seenAfter: now - IDLE_MS };
}

/** @returns the cookie's value; the store keeps only a keyed hash */
export async function openSession(
  services: Keyed,
  user: { id: string; name: string },
  from: { userAgent: string | null },
  now: number,
  { isByLink }: { isByLink: boolean } = { isByLink: false },
): Promise<string> {
  const value = randomToken();
  await insertSession(services.db, {
    idHash: sessionHash(services, value),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    client: describeUserAgent(from.userAgent),
    byLink: isByLink ? 1 : 0,
  });
  await updateUser(services.db, user.id, { lastSignInAt: now });
  return value;
}

export async function findSession(
  services: Keyed & Pick<AccessServices, "log">,
  value: string,
  now: number,
): Promise<SessionIdentity | null> {
  const { db, log } = services;
  const hash = sessionHash(services, value);
  const session = await getSession(db, hash, ageAt(now));
  if (session === undefined) return null;
  const { lastSeenAt, name, role, userId, byLink } = session;
  const times = { recorded: lastSeenAt, now, stepMs: SEEN_STEP_MS };
  recordUse(times, () => updateSession(db, hash, { lastSeenAt: now }), log);
  return { kind: "session", actor: name, role, userId, sessionHash: hash, isByLink: byLink === 1 };
}

export async function signOut(
  { db, log }: Pick<AccessServices, "db" | "log">,
  { actor, sessionHash: hash }: SessionIdentity,
  now: number,
): Promise<void> {
  await updateSession(db, hash, { endedAt: now });
  log.info({ user: actor }, "signed out");
}

/** Most recently seen first; times in ISO 8601. `hash` identifies a session but cannot open it. */
export async function listSessions(
  { db }: Pick<AccessServices, "db">,
  userId: string,
  now: number,
) {
  const sessions = await findSessions(db, userId, ageAt(now));
  return sessions.map(({ idHash, client, createdAt, lastSeenAt }) => ({
    hash: idHash,
    client,
    createdAt: isoTime(createdAt),
    lastSeenAt: isoTime(lastSeenAt),
  }));
}

export type OpenSession = Awaited<ReturnType<typeof listSessions>>[number];

export function purgeSessions(db: Db, now: number): Promise<void> {
  return deleteOldSessions(db, now - KNOWN_MS);
}
