import type { Db } from "../client";

/** Whether the database answers a small question about leads. */
export async function canRead(db: Db): Promise<boolean> {
  try {
    await db.selectFrom("leads").select("seq").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
