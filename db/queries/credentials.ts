import type { Db } from "../client";
import type { New } from "../schema";

export async function getCredential(db: Db, service: string): Promise<Uint8Array | undefined> {
  const query = db.selectFrom("credentials").select("ciphertext").where("service", "=", service);
  return (await query.executeTakeFirst())?.ciphertext;
}

export async function findCredentials(db: Db): Promise<Map<string, Uint8Array>> {
  const rows = await db.selectFrom("credentials").select(["service", "ciphertext"]).execute();
  return new Map(rows.map(({ service, ciphertext }) => [service, ciphertext]));
}

export async function saveCredential(db: Db, credential: New<"credentials">): Promise<void> {
  await db.replaceInto("credentials").values(credential).execute();
}

export async function deleteCredential(db: Db, service: string): Promise<void> {
  await db.deleteFrom("credentials").where("service", "=", service).execute();
}
