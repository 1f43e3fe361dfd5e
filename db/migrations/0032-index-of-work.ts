import { type Kysely, sql } from "kysely";

const EMPTY = "company_name website email phone street city contact_name sales_score notes";

/** One place for what a list is filtered by less often, so that a filter reads no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = `seq, offer_package, company_type, federal_state, postal_code, latitude, longitude, owner,
    follow_up_at, ${EMPTY.replace(/\w+/g, "($& IS NULL)").replaceAll(") (", "), (")}`;
  await sql.raw(`CREATE INDEX leads_by_work ON leads (${columns})`).execute(db);
}
