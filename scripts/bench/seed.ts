import SqliteDatabase from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { openDatabase } from "../../db/client";
import { labelKey } from "../../db/fold";
import { deriveColumns, parseContacts } from "../../db/queries/leads";
import { searchDocument } from "../../db/search/search-document";
import { type InventedLead, inventLeads } from "./invent-leads";

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inserter(sqlite: SqliteDatabase.Database, table: string) {
  let statement: SqliteDatabase.Statement | undefined;
  return (row: Record<string, unknown>) => {
    const names = Object.keys(row);
    statement ??=
      sqlite.prepare(`INSERT OR IGNORE INTO ${table} (${names.map(snakeCase).join(", ")})
      VALUES (${names.map((name) => `@${name}`).join(", ")})`);
    return Number(statement.run(row).lastInsertRowid);
  };
}

/** An index or trigger; building it once is faster than updating it with each row. */
interface Deferred {
  type: "index" | "trigger";
  name: string;
  sql: string;
}

function leadWriter(sqlite: SqliteDatabase.Database) {
  const insertLead = inserter(sqlite, "leads");
  const insertDocument = inserter(sqlite, "lead_search");
  const insertNote = inserter(sqlite, "lead_notes");
  const insertTag = inserter(sqlite, "lead_tags");
  const insertSpelling = inserter(sqlite, "lead_tag_counts");
  const insertTerm = inserter(sqlite, "lead_terms");
  const insertTermSpelling = inserter(sqlite, "lead_term_counts");
  const insertSource = inserter(sqlite, "lead_sources");
  const insertEvent = inserter(sqlite, "lead_events");
  const jobs = new Map<string, string>();
  return ({ lead, tags, terms, provider, region }: InventedLead) => {
    const row = { ...lead, ...deriveColumns(lead) };
    const { id, sourceType, createdAt: at, notes: text } = row;
    const leadSeq = insertLead(row);
    const document = searchDocument({
      ...{ ...row, phones: [], tags, terms, contacts: parseContacts(row.contacts), imprint: null },
      emails: JSON.parse(lead.emails ?? "[]"),
      topics: JSON.parse(lead.topics ?? "[]"),
    });
    insertDocument({ seq: leadSeq, document });
    for (const tag of tags) {
      insertSpelling({ tag: labelKey(tag), spelling: tag, n: 0 });
      insertTag({ leadSeq, tag: labelKey(tag) });
    }
    for (const term of terms) {
      insertTermSpelling({ termKey: labelKey(term), term, n: 0 });
      insertTerm({ leadSeq, termKey: labelKey(term) });
    }
    if (text) insertNote({ id, leadSeq, at, actor: "bench", text });
    // About as long as a provider's entry for a company.
    const payload = JSON.stringify(lead);
    const found = { leadSeq, sourceType, provider, region, foundAt: at, payload };
    for (const term of terms.length === 0 ? [null] : new Set(terms)) {
      const jobId = jobs.get(term ?? sourceType) ?? uuid();
      jobs.set(term ?? sourceType, jobId);
      insertSource({ ...found, id: uuid(), jobId, term });
    }
    const jobId = jobs.get(terms[0] ?? sourceType);
    insertEvent({ leadSeq, at, actor: "bench", kind: "created", changes: "{}", jobId, id: uuid() });
  };
}

/** Inserts rows directly, but with the product's keys, documents and triggers. */
export async function seedLeads(path: string, count: number): Promise<void> {
  await (await openDatabase(path)).destroy();
  const sqlite = new SqliteDatabase(path);
  try {
    for (const setting of ["journal_mode = MEMORY", "synchronous = OFF", "cache_size = -1000000"])
      sqlite.pragma(setting);
    const deferred = sqlite
      .prepare<[], Deferred>(
        `SELECT type, name, sql FROM sqlite_master WHERE tbl_name LIKE 'lead%' AND sql IS NOT NULL
          AND (type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%' OR type = 'trigger' AND tbl_name = 'lead_search')`,
      )
      .all();
    for (const { type, name } of deferred) sqlite.exec(`DROP ${type} "${name}"`);
    const write = leadWriter(sqlite);
    sqlite.transaction(() => {
      for (const lead of inventLeads(count, Date.now())) write(lead);
    })();
    for (const { sql } of deferred) sqlite.exec(sql);
    sqlite.exec("INSERT INTO lead_search_index (lead_search_index) VALUES ('rebuild')");
    sqlite.pragma("journal_mode = WAL");
  } finally {
    sqlite.close();
  }
}
