import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { Client } from "../../http/guard/client";
import type { AccessServices } from "../access-services";
import { DEMO_IDENTITY, type Identity } from "../identity";
import { findToken } from "../tokens/api-tokens.server";
import { findSession, KNOWN_MS, sessionHash } from "./sessions.server";

/** The browser's view of the server, which decides on the cookie's name. */
type CookiePlace = Pick<Client, "host" | "isSecure">;

/** No session lives longer; in seconds. */
const MAX_AGE = 30 * 24 * 60 * 60;

/**
 * Behind https the prefix keeps other names of the domain from planting a cookie. On plain http cookies do not know
 * ports, so the name does: two servers on one machine must not sign each other's users out.
 */
function cookieOf({ host, isSecure }: CookiePlace, name = "leadspeicher", secrets: string[] = []) {
  const port = /:(\d+)$/.exec(host)?.[1] ?? "80";
  return createCookie(isSecure ? `__Host-${name}` : `${name}-${port}`, {
    secrets,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
  });
}

type Keyed = Pick<AccessServices, "sessionKey">;

/** Knows a browser after its session: the hash of the last one, signed. It opens nothing. */
function deviceCookie({ sessionKey }: Keyed, place: CookiePlace) {
  return cookieOf(place, "leadspeicher-geraet", [Buffer.from(sessionKey).toString("hex")]);
}

/** The headers that give a browser its session, or take it away (null). It stays known. */
export async function sessionHeaders(
  services: Keyed,
  value: string | null,
  place: CookiePlace,
): Promise<Headers> {
  const maxAge = value === null ? 0 : MAX_AGE;
  const session = await cookieOf(place).serialize(value ?? "", { maxAge });
  const headers = new Headers({ "Set-Cookie": session });
  if (value === null) return headers;
  const device = sessionHash(services, value);
  const known = { maxAge: KNOWN_MS / 1_000 };
  headers.append("Set-Cookie", await deviceCookie(services, place).serialize(device, known));
  return headers;
}

const CookieValue = z.string().min(1).max(200);

/** The key of a known browser; undefined for others. */
export async function sentDevice(services: Keyed, cookie: string | null, place: CookiePlace) {
  return CookieValue.safeParse(await deviceCookie(services, place).parse(cookie)).data;
}

/**
 * The client's identity; null for a stranger. A token goes before a session, and a wrong one is not mended by a good
 * session beside it. Other schemes than Bearer are a proxy's own business.
 */
export async function authenticate(
  services: AccessServices,
  { authorization, cookie }: { authorization: string | undefined; cookie: string | undefined },
  place: CookiePlace,
  now: number,
): Promise<Identity | null> {
  if (services.isDemo) return DEMO_IDENTITY;
  if (authorization !== undefined && /^Bearer\b/i.test(authorization)) {
    const token = authorization.slice("Bearer".length).trim();
    return findToken(services, token, now);
  }
  const sent: unknown = await cookieOf(place).parse(cookie ?? null);
  const value = CookieValue.safeParse(sent);
  return value.success ? findSession(services, value.data, now) : null;
}
