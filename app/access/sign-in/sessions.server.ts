import { createHmac } from "node:crypto";
import type { Db } from "~db/client";
import {
  deleteOldSessions,
  endOverdueSessions,
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
import { LastUse } from "./last-use.server";

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  // Nearly every browser calls itself Chrome and Safari besides its own name, so these come last.
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

/** A browser as its owner knows it, of what its `User-Agent` says: „Firefox unter Windows“. */
export function describeUserAgent(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 1_000);
  const browser = firstOf(BROWSERS, text) ?? "Unbekannter Browser";
  const system = firstOf(SYSTEMS, text);
  return system === undefined ? browser : `${browser} unter ${system}`;
}

const DAY_MS = 24 * 60 * 60_000;
const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** A session's browser stays known for so long after its last use. */
export const KNOWN_MS = 90 * DAY_MS;
/** Step of the last-seen time, so that not every request writes. */
const SEEN_STEP_MS = 5 * 60_000;

export const sessionsSeen = new LastUse(SEEN_STEP_MS);

type Keyed = Pick<AccessServices, "db" | "sessionKey">;

export function sessionHash({ sessionKey }: Omit<Keyed, "db">, value: string): string {
  return createHmac("sha256", sessionKey).update(value).digest("hex");
}

function ageAt(now: number): SessionAge {
  return { createdAfter: now - ABSOLUTE_MS, seenAfter: now - IDLE_MS };
}

/**
 * @param options.isByLink whether the proof was the start link and not a password
 * @returns the value of the cookie, of which only a keyed hash is stored
 */
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

/** Who a cookie's value belongs to; null where its session is over or its user disabled. */
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
  sessionsSeen.note(
    hash,
    { noted: lastSeenAt, now },
    () => updateSession(db, hash, { lastSeenAt: now }),
    log,
  );
  return { kind: "session", actor: name, role, userId, sessionHash: hash, isByLink: byLink === 1 };
}

/** Ends the cookie's session on signing out, or in again. */
export async function signOut(
  { db, log }: Pick<AccessServices, "db" | "log">,
  { actor, sessionHash: hash }: SessionIdentity,
  now: number,
): Promise<void> {
  await updateSession(db, hash, { endedAt: now });
  log.info({ user: actor }, "signed out");
}

/**
 * The browsers in which a user is signed in, the one last seen first; `hash` names a session without opening it. Times in
 * ISO 8601, the last use to some minutes.
 */
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

export async function purgeSessions(db: Db, now: number): Promise<void> {
  await endOverdueSessions(db, ageAt(now), now);
  await deleteOldSessions(db, now - KNOWN_MS);
}
