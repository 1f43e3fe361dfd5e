import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import type { JobResultRow, JobRow, Row } from "../schema";
import { companyKey } from "../search/company-key";
import { searchWords, spaced } from "../search/search-text";
import { findLeadsBySeq } from "./lead-list";
import { readSeqs, selectHits } from "./lead-matches";
import { isKept } from "./objections";
import { listed } from "./read-rows";

/** Rows read of one name; few companies share one. */
const MOST = 500;

const begins = (key: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
  sql`${key} >= ${text} AND ${key} < ${text} || char(1114111)`;
const each = (texts: readonly string[]) =>
  sql`json_each(${JSON.stringify([...new Set(texts)])}) AS asked`;
const isNamed = begins(sql.raw(companyKey("company_name")), sql.raw(companyKey("asked.value")));

/** `names` are beginnings of names. */
interface CompanyLookup {
  domain: string | null;
  names: readonly string[];
}

/** Leads that may be the company: by domain or email domain, those of the numbers, and with the words of the text. */
export async function findLeadsLike(
  db: Db,
  { domain, text }: Pick<CompanyLookup, "domain"> & { text: string },
  seqs: readonly number[],
) {
  // Without its ending, which nearly every document holds.
  const host = domain === null ? "" : spaced(searchWords(`@${domain.replace(/\.[^.]+$/, "")}`));
  const hits = text === "" ? sql`SELECT NULL WHERE false` : selectHits({ filter: { q: text } });
  const query = sql`SELECT seq FROM leads WHERE domain = ${domain} OR seq IN ${listed(seqs)}
    UNION SELECT * FROM (SELECT rowid FROM lead_search_index WHERE document MATCH ${`"${host}"`} LIMIT ${MOST})
    UNION SELECT * FROM (${hits} LIMIT ${MOST})`;
  return findLeadsBySeq(db, await readSeqs(db, query));
}

/** `isKept`: must not be contacted. */
export async function findDeletedLike(db: Db, { domain, names }: CompanyLookup) {
  const { rows } = await sql<Omit<Row<"deletedLeads">, "snapshot"> & { isKept: 0 | 1 }>`
    SELECT seq, id, domain, company_name, city, deletion_id, deleted_at, deleted_by, ${isKept} AS is_kept
    FROM deleted_leads WHERE domain = ${domain} OR seq IN (
      SELECT seq FROM ${each(names)} CROSS JOIN deleted_leads INDEXED BY deleted_leads_by_name
      WHERE ${isNamed} LIMIT ${MOST})`.execute(db);
  return rows;
}

type Hit = JobResultRow &
  Pick<JobRow, "kind" | "query" | "region" | "createdAt"> & { before: number };

/** Results that were left out or are leads, the newest first; `before` counts those that precede one in its list. */
export async function findResultsLike(db: Db, { domain, names }: CompanyLookup): Promise<Hit[]> {
  const hosts = domain === null ? [] : [domain, `www.${domain}`];
  const sites = hosts.flatMap((host) => [`https://${host}`, `http://${host}`]);
  const { rows } = await sql<Hit>`WITH own AS (
      SELECT job_id, position FROM job_results INDEXED BY job_results_without_lead
        WHERE domain = ${domain} AND lead_seq IS NULL
      UNION SELECT job_id, position FROM ${each(sites)} CROSS JOIN job_results INDEXED BY job_results_by_website
        WHERE lead_seq IS NULL AND domain IS NULL AND ${begins(sql`website`, sql`asked.value`)}
      UNION SELECT * FROM (SELECT job_id, position
        FROM ${each(names)} CROSS JOIN job_results INDEXED BY job_results_by_name WHERE ${isNamed} LIMIT ${MOST}))
    SELECT r.*, kind, query, region, created_at, (SELECT count(*) FROM job_results AS other
        WHERE other.job_id = r.job_id AND other.position < r.position
          AND (other.skip_reason = 'outside') = (r.skip_reason = 'outside')) AS before
    FROM own JOIN job_results AS r USING (job_id, position) JOIN jobs ON jobs.id = job_id
    WHERE skip_reason IS NOT NULL OR lead_seq IS NOT NULL ORDER BY created_at DESC`.execute(db);
  return rows;
}

/** As the list of blocked companies shows them; of a contact only that it is blocked. */
export async function findBlocks(db: Db, domains: readonly string[]) {
  const { rows } = await sql<
    Row<"blockedDomains"> & { reason: string | null; companyName: string | null }
  >`SELECT domain, created_at, created_by, NULL AS reason, NULL AS company_name
      FROM blocked_domains WHERE domain IN ${listed(domains)}
    UNION ALL SELECT o.domain, created_at, created_by, reason, company_name
      FROM objections AS o LEFT JOIN deleted_leads AS d ON d.id = lead_id WHERE o.domain IN ${listed(domains)}
    UNION ALL SELECT contact, created_at, created_by, NULL, NULL
      FROM blocked_contacts JOIN objections USING (domain) WHERE contact IN ${listed(domains)}`.execute(
    db,
  );
  return rows;
}

/** The newest first. */
export function findSearches(db: Db, since = 0) {
  return db
    .selectFrom("jobs")
    .select([
      "id",
      "kind",
      "status",
      "failureKind",
      "query",
      "region",
      "params",
      "checkpoint",
      "createdAt",
    ])
    .select(["finishedAt", "requested", "found", "stored", "fresh"])
    .where("kind", "in", ["maps", "web"])
    .where("createdAt", ">=", since)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
