import { type Kysely, sql } from "kysely";

const EMPTY = "company_name website street city contact_name sales_score notes ad_objection".split(
  " ",
);

/** The sentence with which a company objects to advertising; the index covers its filter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE leads ADD COLUMN ad_objection TEXT`.execute(db);
  await sql`ALTER TABLE leads ADD COLUMN ad_objection_url TEXT`.execute(db);
  await sql`DROP INDEX leads_by_secondary`.execute(db);
  const isFilled = EMPTY.map((column) => sql`(${sql.raw(column)} IS NOT NULL)`);
  await sql`CREATE INDEX leads_by_secondary ON leads (seq, offer_package, federal_state, postal_code, latitude, longitude,
    owner, follow_up_at, ${sql.join(isFilled)})`.execute(db);
}
