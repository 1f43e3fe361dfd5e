import { domainToUnicode } from "node:url";
import { type QueryExecutorProvider, sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadContact, LeadRow } from "../schema";
import { searchDocument } from "../search/search-document";
import { timedSteps } from "../timed-steps";
import { listed } from "./read-rows";

/** Reads a JSON array of texts; drops other values. */
export function parseList(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string")
    : [];
}

/** Undefined, as in older snapshots, means no persons. */
export function parseContacts(json: string | undefined): LeadContact[] {
  return JSON.parse(json ?? "[]");
}

/** Rebuilds search documents from rows, tags, search terms and merged domains. */
export async function refreshDocuments(
  db: QueryExecutorProvider,
  seqs: readonly number[],
): Promise<void> {
  const { rows } = await sql<LeadRow & Record<"tags" | "terms" | "merged", string>>`SELECT leads.*,
      (SELECT json_group_array(spelling) FROM lead_tags JOIN lead_tag_counts USING (tag)
        WHERE lead_seq = leads.seq) AS tags,
      (SELECT json_group_array(term) FROM lead_sources WHERE lead_seq = leads.seq) AS terms,
      (SELECT json_group_array(domain) FROM merged_leads JOIN deleted_leads USING (seq)
        WHERE lead_seq = leads.seq) AS merged
    FROM leads WHERE seq IN ${listed(seqs)}`.execute(db);
  const documents = rows.map((row) => {
    const emails = parseList(row.emails);
    const phones = parseList(row.phones);
    const topics = parseList(row.topics);
    const contacts = parseContacts(row.contacts);
    const imprint = JSON.parse(row.imprint ?? "null");
    const merged = parseList(row.merged).map((domain) => domainToUnicode(domain));
    const [tags, terms] = [parseList(row.tags), [...parseList(row.terms), ...merged]];
    const lists = { emails, phones, topics, contacts, tags, terms };
    return [row.seq, searchDocument({ ...row, ...lists, imprint })];
  });
  await sql`INSERT INTO lead_search (seq, document)
    SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(documents)}) WHERE true
    ON CONFLICT DO UPDATE SET document = excluded.document`.execute(db);
}

/** @returns the leads that did not have the search term yet */
export async function addTerms(
  db: QueryExecutorProvider,
  found: readonly { leadSeq: number; term?: string | null }[],
): Promise<number[]> {
  const rows = found.flatMap(({ leadSeq, term }) =>
    term ? [[labelKey(term), leadSeq, term]] : [],
  );
  if (rows.length === 0) return [];
  const json = JSON.stringify(rows);
  await sql`INSERT INTO lead_term_counts (term_key, term, n)
    SELECT value ->> 0, value ->> 2, 0 FROM json_each(${json}) WHERE true ON CONFLICT DO NOTHING`.execute(
    db,
  );
  const added = await sql<{ leadSeq: number }>`INSERT INTO lead_terms (term_key, lead_seq)
    SELECT value ->> 0, value ->> 1 FROM json_each(${json}) WHERE true
    ON CONFLICT DO NOTHING RETURNING lead_seq`.execute(db);
  return added.rows.map(({ leadSeq }) => leadSeq);
}

/** Rebuilds the search terms of leads from their rows and sources. */
export async function refreshTerms(
  db: QueryExecutorProvider,
  seqs: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ leadSeq: number; term: string }>`
    SELECT seq AS lead_seq, source_term AS term FROM leads WHERE source_term > '' AND seq IN ${listed(seqs)}
    UNION SELECT lead_seq, term FROM lead_sources WHERE term > '' AND lead_seq IN ${listed(seqs)}`.execute(
    db,
  );
  await sql`DELETE FROM lead_terms WHERE lead_seq IN ${listed(seqs)}`.execute(db);
  await addTerms(db, rows);
}

async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT total_changes() AS n`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Merges the segments of the search index, in steps of about 10 ms. Each transaction adds a segment, and each search
 * reads all of them.
 *
 * @param isWanted asked after each step; false stops
 */
export async function mergeSearchIndex(db: Db, isWanted: () => Promise<boolean>): Promise<void> {
  for await (const pages of timedSteps()) {
    // Fewer than two changes mean that nothing is left to merge (FTS5). Each connection counts its own.
    const isDone = await db.transaction().execute(async (trx) => {
      const before = await countChanges(trx);
      await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('merge', ${pages})`.execute(
        trx,
      );
      return (await countChanges(trx)) - before < 2;
    });
    if (!(await isWanted()) || isDone) return;
  }
}
