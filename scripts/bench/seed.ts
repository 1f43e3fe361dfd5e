import SqliteDatabase from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { openDatabase } from "../../db/client";
import { labelKey } from "../../db/fold";
import { sortKeys } from "../../db/queries/leads";
import { searchDocument } from "../../db/search/search-document";
import { inventLeads } from "./invent-leads";

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Inserts rows whose properties are a table's columns. */
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

/** What is made faster at once than with each row: the indexes of leads, and the search index. */
interface Later {
  type: "index" | "trigger";
  name: string;
  sql: string;
}

function load(sqlite: SqliteDatabase.Database, count: number, now: number): void {
  const insert = {
    lead: inserter(sqlite, "leads"),
    document: inserter(sqlite, "lead_search"),
    tag: inserter(sqlite, "lead_tags"),
    spelling: inserter(sqlite, "lead_tag_counts"),
    term: inserter(sqlite, "lead_terms"),
    termSpelling: inserter(sqlite, "lead_term_counts"),
    source: inserter(sqlite, "lead_sources"),
    event: inserter(sqlite, "lead_events"),
  };
  const jobs = new Map<string, string>();
  for (const { lead, tags, terms, payload, provider, region } of inventLeads(count, now)) {
    const leadSeq = insert.lead({ ...lead, ...sortKeys(lead) });
    for (const tag of tags) {
      insert.spelling({ tag: labelKey(tag), spelling: tag, n: 0 });
      insert.tag({ leadSeq, tag: labelKey(tag) });
    }
    for (const term of terms) {
      insert.termSpelling({ termKey: labelKey(term), term, n: 0 });
      insert.term({ leadSeq, termKey: labelKey(term) });
    }
    for (const term of terms.length === 0 ? [null] : new Set(terms)) {
      const key = term ?? lead.sourceType;
      const jobId = jobs.get(key) ?? uuid();
      jobs.set(key, jobId);
      const { sourceType, createdAt: foundAt } = lead;
      insert.source({
        ...{ id: uuid(), leadSeq, jobId, sourceType, provider, term, region, foundAt },
        payload: JSON.stringify(payload),
      });
    }
    insert.event({
      ...{ id: uuid(), leadSeq, at: lead.createdAt, actor: "bench", kind: "created" },
      ...{ changes: "{}", jobId: jobs.get(terms[0] ?? lead.sourceType) },
    });
    const lists = { emails: JSON.parse(lead.emails ?? "[]"), topics: JSON.parse(lead.topics) };
    insert.document({
      seq: leadSeq,
      document: searchDocument({ ...lead, ...lists, phones: [], tags, terms }),
    });
  }
}

/**
 * Makes a store of invented leads at a path where there is none. Rows go in past the product, but with its keys,
 * documents and the triggers of its counters, so that whoever changes these has nothing to change here.
 */
export async function seedLeads(path: string, count: number): Promise<void> {
  await (await openDatabase(path)).destroy();
  const sqlite = new SqliteDatabase(path);
  try {
    for (const setting of ["journal_mode = MEMORY", "synchronous = OFF", "cache_size = -1000000"])
      sqlite.pragma(setting);
    const later = sqlite
      .prepare<[], Later>(
        `SELECT type, name, sql FROM sqlite_master WHERE tbl_name LIKE 'lead%' AND sql IS NOT NULL
          AND (type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%' OR type = 'trigger' AND tbl_name = 'lead_search')`,
      )
      .all();
    for (const { type, name } of later) sqlite.exec(`DROP ${type} "${name}"`);
    sqlite.transaction(load)(sqlite, count, Date.now());
    for (const { sql } of later) sqlite.exec(sql);
    sqlite.exec("INSERT INTO lead_search_index (lead_search_index) VALUES ('rebuild')");
    sqlite.pragma("journal_mode = WAL");
  } finally {
    sqlite.close();
  }
}
