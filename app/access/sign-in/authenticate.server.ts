import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { Client } from "../../http/guard/client";
import type { AccessServices } from "../access-services";
import { DEMO_IDENTITY, type Identity } from "../identity";
import { findToken } from "../tokens/api-tokens.server";
import { findSession } from "./sessions.server";

/** Where a browser reaches the server; decides on the cookie's name. */
type CookiePlace = Pick<Client, "host" | "isSecure">;

/** No session lives longer; in seconds. */
const MAX_AGE = 30 * 24 * 60 * 60;

/**
 * Behind https the prefix keeps other names of the domain from planting a cookie. On plain http cookies do not know
 * ports, so the name does: two servers on one machine must not sign each other's users out.
 */
function sessionCookie({ host, isSecure }: CookiePlace) {
  const port = /:(\d+)$/.exec(host)?.[1] ?? "80";
  return createCookie(isSecure ? "__Host-leadspeicher" : `leadspeicher-${port}`, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
  });
}

/** The header that gives a browser its session, or takes it away (null). */
export async function sessionHeaders(
  value: string | null,
  place: CookiePlace,
): Promise<{ "Set-Cookie": string }> {
  const maxAge = value === null ? 0 : MAX_AGE;
  return { "Set-Cookie": await sessionCookie(place).serialize(value ?? "", { maxAge }) };
}

const CookieValue = z.string().min(1).max(200);

/**
 * Who is asking; null when nobody known is. A token goes before a session, and a wrong one is not mended by a good
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
  const sent: unknown = await sessionCookie(place).parse(cookie ?? null);
  const value = CookieValue.safeParse(sent);
  return value.success ? findSession(services, value.data, now) : null;
}
