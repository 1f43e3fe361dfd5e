import type { AccessDecision } from "../http/guard/guard.server";
import { type Identity, isAdministrator } from "./identity";

const OPEN_PATHS = new Set(["/anmelden", "/healthz"]);
const ROOT_ROUTE = "root";
const OPEN_ROUTES = new Set([ROOT_ROUTE, "routes/anmelden", "routes/healthz"]);

const READ_METHODS = new Set(["GET", "HEAD"]);
const SETTINGS = "/einstellungen";
const OWN_ACCOUNT = `${SETTINGS}/konto`;
/** A token must not be able to create another one. */
const CLOSED_TO_TOKENS = [`${SETTINGS}/benutzer`, `${SETTINGS}/tokens`, OWN_ACCOUNT];
const ADMIN_ONLY = [SETTINGS, "/api/credentials"];

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
 * Denies by default. Strangers need both an open route and an open path.
 * @param asked `path` as the router reads it: lower case, without a final slash
 */
export function authorize(
  identity: Identity | null,
  asked: { method: string; path: string },
  routeId: string,
): AccessDecision {
  const { method, path } = asked;
  if (identity === null) {
    return isOpenPath(path) && OPEN_ROUTES.has(routeId) ? ALLOWED : { kind: "sign-in" };
  }
  if (identity.kind === "token") {
    if (identity.scope === "read" && !READ_METHODS.has(method)) {
      return forbidden("Dieser API-Token darf nur lesen.");
    }
    if (identity.tokenId !== null && CLOSED_TO_TOKENS.some((folder) => isUnder(path, folder))) {
      return forbidden("Benutzer und API-Tokens werden nur nach einer Anmeldung verwaltet.");
    }
  }
  if (isAdministrator(identity) || path === OWN_ACCOUNT) return ALLOWED;
  // The root layout shows members only what other pages show.
  if (routeId === ROOT_ROUTE && READ_METHODS.has(method)) return ALLOWED;
  if (!ADMIN_ONLY.some((folder) => isUnder(path, folder))) return ALLOWED;
  if (path === SETTINGS && READ_METHODS.has(method)) return { kind: "redirect", path: OWN_ACCOUNT };
  return forbidden("Das dürfen nur Administratoren.");
}
