import type { Db } from "../client";

export async function findPreferences(db: Db, person: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom("userPreferences")
    .select(["key", "value"])
    .where("person", "=", person)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
}

/** Null forgets the value. */
export async function setPreference(
  db: Db,
  person: string,
  key: string,
  value: unknown,
): Promise<void> {
  if (value === null) {
    const own = db.deleteFrom("userPreferences").where("person", "=", person);
    await own.where("key", "=", key).execute();
    return;
  }
  const row = { person, key, value: JSON.stringify(value) };
  await db.replaceInto("userPreferences").values(row).execute();
}
