import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { Client } from "../../http/guard/client";
import type { AccessServices } from "../access-services";
import { DEMO_IDENTITY, type Identity } from "../identity";
import { findToken } from "../tokens/api-tokens.server";
import { ABSOLUTE_MS, findSession, KNOWN_MS, sessionHash } from "./sessions.server";

type CookiePlace = Pick<Client, "host" | "isSecure">;

/** The prefix stops other hosts of the domain from planting a cookie. Cookies ignore ports, so the name holds one. */
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

/** Marks a known browser by the signed hash of its last session; grants nothing. */
function deviceCookie({ sessionKey }: Keyed, place: CookiePlace) {
  return cookieOf(place, "leadspeicher-geraet", [Buffer.from(sessionKey).toString("hex")]);
}

/** Null signs out; the browser stays known. */
export async function sessionHeaders(
  services: Keyed,
  value: string | null,
  place: CookiePlace,
): Promise<Headers> {
  const maxAge = value === null ? 0 : ABSOLUTE_MS / 1_000;
  const session = await cookieOf(place).serialize(value ?? "", { maxAge });
  const headers = new Headers({ "Set-Cookie": session });
  if (value === null) return headers;
  const device = sessionHash(services, value);
  const known = { maxAge: KNOWN_MS / 1_000 };
  headers.append("Set-Cookie", await deviceCookie(services, place).serialize(device, known));
  return headers;
}

const CookieValue = z.string().min(1).max(200);

export async function sentDevice(services: Keyed, cookie: string | null, place: CookiePlace) {
  return CookieValue.safeParse(await deviceCookie(services, place).parse(cookie)).data;
}

/** A token wins over a session: a wrong token fails even beside a valid session. */
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
