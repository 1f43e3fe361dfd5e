import { type Kysely, sql } from "kysely";
import { labelKey } from "../fold";
import { refreshDocuments, refreshTerms } from "../queries/lead-search";

/** Leads rewritten in one statement. */
const CHUNK = 1_000;

const CUBE =
  "company_type, federal_state, source_type, score, approved, contacted, favorite, has_email, has_phone";
const cubeValues = (row: "new" | "old") =>
  `ifnull(${row}.company_type, ''), ifnull(${row}.federal_state, ''), ${row}.source_type, ifnull(${row}.sales_score, 0),
    ${row}.approved, ${row}.contacted, ${row}.favorite, ${row}.email IS NOT NULL, ${row}.phone IS NOT NULL`;

const before = [
  ...["lead_search_insert", "lead_search_delete", "lead_search_update", "leads_term_update"],
  ...["leads_count_insert", "leads_count_delete", "lead_tags_count_insert"],
  "lead_tags_count_delete",
].map((trigger) => `DROP TRIGGER ${trigger}`);

const terms = [
  "DROP TABLE lead_search_index",
  `CREATE TRIGGER leads_count_insert AFTER INSERT ON leads BEGIN
    INSERT INTO lead_counts (${CUBE}, n) VALUES (${cubeValues("new")}, 1) ON CONFLICT DO UPDATE SET n = n + 1;
    INSERT INTO lead_quarter_counts (quarter, n) VALUES (new.created_at / 900000, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER leads_count_delete AFTER DELETE ON leads BEGIN
    UPDATE lead_counts SET n = n - 1 WHERE (${CUBE}) = (${cubeValues("old")});
    UPDATE lead_quarter_counts SET n = n - 1 WHERE quarter = old.created_at / 900000;
  END`,
  "DROP TABLE lead_term_counts",
  "CREATE TABLE lead_term_counts (term_key TEXT PRIMARY KEY, term TEXT NOT NULL, n INTEGER NOT NULL) WITHOUT ROWID",
  `CREATE TABLE lead_terms (
    term_key TEXT NOT NULL,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    PRIMARY KEY (term_key, lead_seq)
  ) WITHOUT ROWID`,
  "CREATE INDEX lead_terms_by_lead ON lead_terms (lead_seq)",
  `CREATE TRIGGER lead_terms_insert AFTER INSERT ON lead_terms BEGIN
    INSERT INTO lead_term_counts (term_key, term, n) VALUES (new.term_key, new.term_key, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER lead_terms_delete AFTER DELETE ON lead_terms BEGIN
    UPDATE lead_term_counts SET n = n - 1 WHERE term_key = old.term_key;
  END`,
];

const after = [
  `CREATE VIRTUAL TABLE lead_search_index USING fts5 (
    document, content = 'lead_search', content_rowid = 'seq', columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
  )`,
  "INSERT INTO lead_search_index (lead_search_index) VALUES ('rebuild')",
  `CREATE TRIGGER lead_search_insert AFTER INSERT ON lead_search BEGIN
    INSERT INTO lead_search_index (rowid, document) VALUES (new.seq, new.document);
  END`,
  `CREATE TRIGGER lead_search_delete AFTER DELETE ON lead_search BEGIN
    INSERT INTO lead_search_index (lead_search_index, rowid, document) VALUES ('delete', old.seq, old.document);
  END`,
  `CREATE TRIGGER lead_search_update AFTER UPDATE OF document ON lead_search
    WHEN old.document IS NOT new.document BEGIN
    INSERT INTO lead_search_index (lead_search_index, rowid, document) VALUES ('delete', old.seq, old.document);
    INSERT INTO lead_search_index (rowid, document) VALUES (new.seq, new.document);
  END`,
];

/** Tags are known by their folded text from now on, and shown as most leads have them. */
async function foldTags(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM lead_tags GROUP BY tag ORDER BY count(*) DESC, tag`.execute(db);
  await sql`DROP TABLE lead_tag_counts`.execute(db);
  await sql`CREATE TABLE lead_tag_counts (tag TEXT PRIMARY KEY, spelling TEXT NOT NULL, n INTEGER NOT NULL)
    WITHOUT ROWID`.execute(db);
  for (const { tag } of rows) {
    const key = labelKey(tag);
    await sql`INSERT INTO lead_tag_counts (tag, spelling, n) VALUES (${key}, ${tag}, 0) ON CONFLICT DO NOTHING`.execute(
      db,
    );
    if (key === tag) continue;
    await sql`UPDATE OR IGNORE lead_tags SET tag = ${key} WHERE tag = ${tag}`.execute(db);
    await sql`DELETE FROM lead_tags WHERE tag = ${tag}`.execute(db);
  }
  await sql`UPDATE lead_tag_counts SET n = (SELECT count(*) FROM lead_tags WHERE lead_tags.tag = lead_tag_counts.tag)`.execute(
    db,
  );
  await sql`CREATE TRIGGER lead_tags_count_insert AFTER INSERT ON lead_tags BEGIN
    INSERT INTO lead_tag_counts (tag, spelling, n) VALUES (new.tag, new.tag, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END`.execute(db);
  await sql`CREATE TRIGGER lead_tags_count_delete AFTER DELETE ON lead_tags BEGIN
    UPDATE lead_tag_counts SET n = n - 1 WHERE tag = old.tag;
  END`.execute(db);
}

/**
 * What a lead is found by: every field that its row shows, tags and search terms whatever their spelling, and each
 * term that it was found under. A million leads take some minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of before) await sql.raw(statement).execute(db);
  await foldTags(db);
  for (const statement of terms) await sql.raw(statement).execute(db);
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: { rows: { seq: number }[] } = await sql<{ seq: number }>`
      SELECT seq FROM leads WHERE seq > ${from} ORDER BY seq LIMIT ${CHUNK}`.execute(db);
    const seqs = page.rows.map(({ seq }) => seq);
    await refreshTerms(db, seqs);
    await refreshDocuments(db, seqs);
    from = seqs.at(-1);
  }
  for (const statement of after) await sql.raw(statement).execute(db);
}
