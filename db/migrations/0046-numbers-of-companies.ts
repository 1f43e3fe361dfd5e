import { type Kysely, sql } from "kysely";

/** Finds leads whose Impressum has the same number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, part] of [
    ["vat", "vatId"],
    ["economic_id", "economicId"],
    ["register", "registerNumber"],
  ]) {
    const value = sql`(imprint ->> ${sql.lit(`$.${part}`)})`;
    await sql`CREATE INDEX ${sql.raw(`leads_by_${name}`)} ON leads ${value} WHERE ${value} IS NOT NULL`.execute(
      db,
    );
  }
}
