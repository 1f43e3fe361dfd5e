import { type Kysely, sql } from "kysely";

const statements = [
  "ALTER TABLE leads ADD COLUMN name_guessed INTEGER",
  // Web searches read the names of their companies out of titles of pages, as far as nobody wrote another.
  `UPDATE leads SET name_guessed = 1
    WHERE source_type = 'serp' AND company_name IS NOT NULL AND edited_fields NOT LIKE '%"companyName"%'`,
];

/** The store knows which names were only guessed, so that a better one may take their place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
