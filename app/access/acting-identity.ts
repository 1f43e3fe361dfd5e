import { ProblemError } from "../http/problem";
import type { DemoIdentity, Identity } from "./identity";

/**
 * Who changes users, tokens or sessions.
 *
 * @throws ProblemError 403 in the demo, which has none of them; 401 where nobody is signed in
 */
export function actingIdentity(identity: Identity | null): Exclude<Identity, DemoIdentity> {
  if (identity === null) throw new ProblemError(401, "Bitte anmelden.");
  if (identity.kind === "demo") throw new ProblemError(403, "Die Demo hat keine Anmeldung.");
  return identity;
}
