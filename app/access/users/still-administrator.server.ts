import type { Db } from "~db/client";
import { getUser } from "~db/queries/users";
import { ProblemError } from "../../http/problem";
import type { Identity } from "../identity";

/**
 * Asks once more whether somebody who is signed in may manage users and tokens: the request may have waited for a
 * password to be hashed. In the transaction of the change, so that nothing comes in between.
 *
 * @throws ProblemError 403
 */
export async function assertStillAdministrator(db: Db, identity: Identity): Promise<void> {
  if (identity.kind !== "session") return;
  const user = await getUser(db, identity.userId);
  if (user?.role === "administrator" && user.disabledAt === null) return;
  throw new ProblemError(403, "Das dürfen nur Administratoren.");
}
