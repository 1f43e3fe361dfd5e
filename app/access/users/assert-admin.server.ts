import type { Db } from "~db/client";
import { getUser } from "~db/queries/users";
import { Refusal } from "../../refusal";
import type { Identity } from "../identity";

/**
 * Asks once more whether somebody who is signed in may manage users and tokens: the request may have waited for a
 * password to be hashed. In the transaction of the change, so that nothing comes in between.
 *
 * @throws Refusal 403
 */
export async function assertAdmin(db: Db, identity: Identity): Promise<void> {
  if (identity.kind !== "session") return;
  const user = await getUser(db, identity.userId);
  if (user?.role === "administrator" && user.disabledAt === null) return;
  throw new Refusal(403, "Das dürfen nur Administratoren.");
}
