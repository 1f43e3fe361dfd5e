import type { AccessServices } from "../access-services";
import { DEMO_IDENTITY, type Identity } from "../identity";
import { findToken } from "../tokens/api-tokens.server";
import { type CookiePlace, readSessionCookie } from "./session-cookie.server";
import { findSession } from "./sessions.server";

/** What a request says of who sent it. */
interface Credentials {
  authorization: string | undefined;
  cookie: string | undefined;
}

/**
 * Who is asking; null when nobody known is. A token goes before a session, and a wrong one is not mended by a good
 * session beside it. Other schemes than Bearer are a proxy's own business.
 */
export async function authenticate(
  services: AccessServices,
  { authorization, cookie }: Credentials,
  place: CookiePlace,
  now: number,
): Promise<Identity | null> {
  if (services.isDemo) return DEMO_IDENTITY;
  if (authorization !== undefined && /^Bearer\b/i.test(authorization)) {
    const token = authorization.slice("Bearer".length).trim();
    return findToken(services, token, now);
  }
  const value = await readSessionCookie(cookie, place);
  return value === null ? null : findSession(services, value, now);
}
