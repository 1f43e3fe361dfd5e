import { type Kysely, sql } from "kysely";
import { companyKey } from "../search/company-key";

/** Finds results and leads in the trash by the company's name, and left-out results by their website. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const name = sql.raw(companyKey("company_name"));
  await sql`CREATE INDEX job_results_by_name ON job_results (${name})`.execute(db);
  await sql`CREATE INDEX deleted_leads_by_name ON deleted_leads (${name})`.execute(db);
  await sql`CREATE INDEX job_results_by_website ON job_results (website)
    WHERE lead_seq IS NULL AND domain IS NULL`.execute(db);
}
