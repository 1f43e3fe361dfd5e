import type { AccessDecision } from "../http/guard/guard.server";
import { type Identity, isAdministrator } from "./identity";

interface AccessRequest {
  method: string;
  /** As the router understands it: lower case, without a closing slash. */
  path: string;
}

const OPEN_PATHS = new Set(["/anmelden", "/healthz"]);
/** The route around every page. */
const FRAME = "root";
/** The routes behind the open paths, and what is around them. */
const OPEN_ROUTES = new Set([FRAME, "routes/anmelden", "routes/healthz"]);

const READING = new Set(["GET", "HEAD"]);
const SETTINGS = "/einstellungen";
const OWN_ACCOUNT = `${SETTINGS}/konto`;
/** Users, tokens and one's own account: a token must not be able to make another one. */
const FOR_PEOPLE = [`${SETTINGS}/benutzer`, `${SETTINGS}/tokens`, OWN_ACCOUNT];
const FOR_ADMINISTRATORS = [SETTINGS, "/api/credentials"];

const ALLOWED: AccessDecision = { kind: "allowed" };

function forbidden(detail: string): AccessDecision {
  return { kind: "forbidden", detail };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.has(path);
}

/**
 * Decides on a request. Nothing is open that is not named here.
 *
 * @param routeId the route of the build that would run; strangers need both it and the path to be open
 */
export function authorize(
  identity: Identity | null,
  asked: AccessRequest,
  routeId: string,
): AccessDecision {
  const { method, path } = asked;
  if (identity === null) {
    return isOpenPath(path) && OPEN_ROUTES.has(routeId) ? ALLOWED : { kind: "sign-in" };
  }
  if (identity.kind === "token") {
    if (identity.scope === "read" && !READING.has(method)) {
      return forbidden("Dieser API-Token darf nur lesen.");
    }
    if (identity.tokenId !== null && FOR_PEOPLE.some((folder) => isUnder(path, folder))) {
      return forbidden("Benutzer und API-Tokens werden nur nach einer Anmeldung verwaltet.");
    }
  }
  if (isAdministrator(identity) || path === OWN_ACCOUNT) return ALLOWED;
  // The frame around a refusal shows members nothing that other pages would not.
  if (routeId === FRAME && READING.has(method)) return ALLOWED;
  if (!FOR_ADMINISTRATORS.some((folder) => isUnder(path, folder))) return ALLOWED;
  if (path === SETTINGS && READING.has(method)) return { kind: "redirect", path: OWN_ACCOUNT };
  return forbidden("Das dürfen nur Administratoren.");
}
