import { createCookie } from "@remix-run/node";
import { z } from "zod";

/** Where a browser reaches the server; decides on the cookie's name. */
export interface CookiePlace {
  /** As the browser knows it, with the port where there is one. */
  host: string;
  /** Whether it speaks https. */
  isSecure: boolean;
}

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
  const cookie = sessionCookie(place);
  const header =
    value === null
      ? cookie.serialize("", { maxAge: 0 })
      : cookie.serialize(value, { maxAge: MAX_AGE });
  return { "Set-Cookie": await header };
}

/** The session that a `Cookie` header brings, as it was given; null when it brings none. */
export async function readSessionCookie(
  header: string | undefined,
  place: CookiePlace,
): Promise<string | null> {
  if (header === undefined) return null;
  const value: unknown = await sessionCookie(place).parse(header);
  return z.string().min(1).max(200).safeParse(value).data ?? null;
}
