import { sql } from "kysely";
import type { Db } from "../client";

/** The search term of most leads since a time. */
export async function findTopTerm(db: Db, since: number) {
  const { rows } = await sql<{ term: string; count: number }>`
    SELECT source_term AS term, count(*) AS count FROM leads INDEXED BY leads_by_created
    WHERE created_at >= ${since} AND source_term > ''
    GROUP BY source_term ORDER BY count DESC, source_term LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** How many leads each other user has assigned to a person since a time. Leads passed on do not count. */
export async function findAssignedBy(
  db: Db,
  person: string,
  since: number,
): Promise<{ actor: string; count: number }[]> {
  const { rows } = await sql<{ actor: string; count: number }>`
    SELECT actor, count(DISTINCT lead_seq) AS count
    FROM leads INDEXED BY leads_by_updated CROSS JOIN lead_events ON lead_seq = leads.seq
    WHERE updated_at >= ${since} AND owner = ${person} AND at >= ${since} AND actor <> ${person}
      AND changes ->> '$.owner.to' = ${person}
    GROUP BY actor ORDER BY count DESC, actor`.execute(db);
  return rows;
}
