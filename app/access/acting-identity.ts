import { Refusal } from "../refusal";
import type { DemoIdentity, Identity } from "./identity";

/**
 * Who changes users, tokens or sessions.
 *
 * @throws Refusal 403 in the demo, which has none of them; 401 where nobody is signed in
 */
export function actingIdentity(identity: Identity | null): Exclude<Identity, DemoIdentity> {
  if (identity === null) throw new Refusal(401, "Bitte anmelden.");
  if (identity.kind === "demo") throw new Refusal(403, "Die Demo hat keine Anmeldung.");
  return identity;
}
