import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { findLeadPage } from "~tests/lead-samples";
import { NOON, temporaryFolder } from "~tests/store";
import { type Db, openDatabase } from "./client";
import { migrations } from "./migrations";
import { countLeads } from "./queries/lead-list";
import { findSearchTerms, findTagCounts, findTags } from "./queries/leads";
import { findSavedViews } from "./queries/saved-views";
import { JOB_KIND_NAMES, type JobKindName } from "./schema/jobs";

/** Does something while the migrations from one on are not there yet. */
async function before(first: string, act: () => Promise<void>): Promise<void> {
  const later = Object.entries(migrations).filter(([name]) => name >= first);
  for (const [name] of later) delete migrations[name];
  try {
    await act();
  } finally {
    Object.assign(migrations, Object.fromEntries(later));
  }
}

/** A database as the version before a migration left it, then opened with all migrations. */
async function migrated(first: string, fill: (older: Db) => Promise<void>): Promise<Db> {
  const path = join(await temporaryFolder(), "leads.sqlite");
  await before(first, async () => {
    const older = await openDatabase(path);
    await fill(older);
    await older.destroy();
  });
  const db = await openDatabase(path);
  onTestFinished(() => db.destroy());
  return db;
}

const JOB = sql`INSERT INTO jobs (id, type, status, phase, requested, params, query, checkpoint, created_by, created_at)
  VALUES ('job', 'maps', 'queued', 'searching', 20, '{}', 'Maler',
    '{"cursor":"p2","pages":1,"isSearched":false,"placeIds":["a","b"]}', 'anna', ${NOON})`;

describe("a database from before all pipelines", () => {
  it("keeps what email finders answered, as questions about a company", async () => {
    const db = await migrated("0004", async (older) => {
      await sql`INSERT INTO email_lookups (domain, provider, state, emails, looked_up_at)
        VALUES ('firma.de', 'anymailfinder', 'found', '["info@firma.de"]', ${NOON})`.execute(older);
    });
    expect(await db.selectFrom("emailLookups").selectAll().execute()).toEqual([
      {
        subject: "firma.de",
        question: "company",
        provider: "anymailfinder",
        state: "found",
        emails: '["info@firma.de"]',
        address: null,
        contact: null,
        domain: "firma.de",
        lookedUpAt: NOON,
      },
    ]);
  });

  it("counts the calls that were made before", async () => {
    const db = await migrated("0004", async (older) => {
      await JOB.execute(older);
      const calls: [string, string, string, number | null][] = [
        ["a", "google-places", "answered", null],
        ["b", "google-places", "failed", null],
        ["c", "anymailfinder", "answered", 1],
        ["d", "anymailfinder", "answered", 0],
        ["e", "anymailfinder", "intended", null],
        // A key that was wrong: none of its calls cost anything.
        ["f", "wrong-key", "failed", null],
      ];
      for (const [id, provider, status, credits] of calls) {
        await sql`INSERT INTO provider_calls (id, job_id, step, provider, status, created_at, credits_charged)
          VALUES (${id}, 'job', 'step', ${provider}, ${status}, ${NOON}, ${credits})`.execute(
          older,
        );
      }
    });
    const month = new Date(NOON).toISOString().slice(0, 7);
    const usage = { month, jobId: "job", billed: 1, credits: 1, saved: 0 };
    expect(await db.selectFrom("providerUsage").selectAll().orderBy("provider").execute()).toEqual([
      { ...usage, provider: "anymailfinder", calls: 3 },
      { ...usage, provider: "google-places", calls: 2 },
      { ...usage, provider: "wrong-key", calls: 1, billed: 0, credits: 0 },
    ]);
  });

  it("goes on with a search where it stood", async () => {
    const db = await migrated("0004", async (older) => {
      await JOB.execute(older);
    });
    const job = await db.selectFrom("jobs").select("checkpoint").executeTakeFirstOrThrow();
    expect(JSON.parse(job.checkpoint ?? "")).toEqual({
      cursor: "p2",
      pages: 1,
      isSearched: false,
      hitIds: ["a", "b"],
    });
  });
});

describe("a database from before the login", () => {
  it("keeps what it has, and knows nobody yet", async () => {
    const db = await migrated("0005", async (older) => {
      await JOB.execute(older);
    });
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([{ id: "job" }]);
    for (const table of ["users", "sessions", "apiTokens", "startLinks"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });

  it("holds names, roles and sessions to their rules from then on", async () => {
    const db = await migrated("0005", async () => {});
    const add = (id: string, nameKey: string, role: string) =>
      sql`INSERT INTO users (id, name, name_key, role, created_at, created_by)
        VALUES (${id}, ${nameKey}, ${nameKey}, ${role}, ${NOON}, 'Test')`.execute(db);
    const open = (hash: string, userId: string) =>
      sql`INSERT INTO sessions (id_hash, user_id, created_at, last_seen_at, client)
        VALUES (${hash}, ${userId}, ${NOON}, ${NOON}, 'Firefox')`.execute(db);
    await add("1", "anna", "administrator");
    await expect(add("2", "anna", "member")).rejects.toThrow("UNIQUE");
    await expect(add("2", "ben", "owner")).rejects.toThrow("CHECK");
    await open("a", "1");
    await expect(open("b", "2")).rejects.toThrow("FOREIGN KEY");
    const sessions = db.selectFrom("sessions").select("byLink");
    expect(await sessions.execute()).toEqual([{ byLink: 0 }]);
    await expect(sql`UPDATE sessions SET by_link = 2`.execute(db)).rejects.toThrow("CHECK");
    await db.deleteFrom("users").execute();
    expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });
});

describe("a database from before guessed names", () => {
  it("knows which of its names web searches guessed, and that nobody corrected", async () => {
    const db = await migrated("0009", async (older) => {
      const add = (domain: string, source: string, name: string | null, edited: string) =>
        sql`INSERT INTO leads (id, domain, company_name, emails, topics, source_type, edited_fields,
            name_key, domain_key, city_key, term_key, created_at, updated_at)
          VALUES (${domain}, ${domain}, ${name}, '[]', '[]', ${source}, ${edited},
            '', '', '', '', ${NOON}, ${NOON})`.execute(older);
      await add("geraten.de", "serp", "Geraten", "[]");
      await add("namenlos.de", "serp", null, "[]");
      await add("verbessert.de", "serp", "Verbessert", '["notes","companyName"]');
      await add("karte.de", "maps", "Karte", "[]");
    });
    const guessed = db.selectFrom("leads").select("domain").where("nameGuessed", "is not", null);
    expect(await guessed.execute()).toEqual([{ domain: "geraten.de" }]);
  });
});

describe("a database from before kinds of jobs", () => {
  const FIXTURE = new URL("../tests/fixtures/store-0006.sqlite.gz", import.meta.url);

  /** Every row of every table, as text, without the search index's own tables. */
  function readAll(sqlite: SqliteDatabase.Database): Map<string, Record<string, unknown>[]> {
    const names = sqlite
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'lead_search_index%' ORDER BY name",
      )
      .pluck()
      .all();
    return new Map(
      names.map((name) => [
        name,
        sqlite.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`).all(),
      ]),
    );
  }

  const REBUILT = new Set([
    "jobs",
    "lead_tags",
    "lead_search",
    "lead_tag_counts",
    "lead_term_counts",
  ]);

  it("loses nothing, and tells each job's kind", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    await writeFile(path, gunzipSync(await readFile(FIXTURE)));
    const older = new SqliteDatabase(path);
    const stood = readAll(older);
    older.close();
    await before("0008", async () => (await openDatabase(path)).destroy());
    const newer = new SqliteDatabase(path);
    onTestFinished(() => void newer.close());
    const after = readAll(newer);
    for (const [table, rows] of stood) {
      if (table.startsWith("kysely_")) continue;
      expect(rows, table).not.toEqual([]);
      if (REBUILT.has(table)) continue;
      expect(after.get(table), table).toMatchObject(rows);
    }
    expect(newer.pragma("integrity_check", { simple: true })).toBe("ok");
    const KINDS: Record<string, JobKindName> = {
      "maps -": "maps",
      "serp -": "web",
      "csv contacts": "contacts",
      "csv import": "import",
      "profiles -": "profiles",
      "enrichment -": "enrichment",
      "enrichment sites": "reading",
    };
    const expected = (stood.get("jobs") ?? []).map(({ type, params, ...rest }) => {
      const { mode = "-", ...kept } = z.looseObject({}).parse(JSON.parse(String(params)));
      return { ...rest, kind: KINDS[`${type} ${mode}`], params: JSON.stringify(kept) };
    });
    expect(after.get("jobs")).toMatchObject(expected);
    expect(new Set(expected.map(({ kind }) => kind))).toEqual(
      new Set(
        JOB_KIND_NAMES.filter((kind) => !["bulk", "register", "registerFile"].includes(kind)),
      ),
    );
  });
});

describe("a database from before federal states by postal code", () => {
  it("gives German leads the state that they lack, and keeps the counters", async () => {
    const db = await migrated("0010", async (older) => {
      const rows: [string, string | null, string | null, string | null, string | null, string][] = [
        ["postal-code", "34117", null, "DE", null, "[]"],
        ["no-country", "59969", "Bromskirchen", null, null, "[]"],
        ["town", null, "München", null, null, "[]"],
        ["own", "34117", "Kassel", "DE", "Bayern", "[]"],
        ["cleared", "34117", "Kassel", "DE", null, '["federalState"]'],
        ["abroad", "39100", "Bozen", "IT", null, "[]"],
        ["ambiguous", null, "Neustadt", "DE", null, "[]"],
      ];
      for (const [domain, postalCode, city, country, state, edited] of rows) {
        await sql`INSERT INTO leads (id, domain, postal_code, city, country, federal_state, edited_fields,
            source_type, name_key, domain_key, city_key, term_key, created_at, updated_at)
          VALUES (${domain}, ${domain}, ${postalCode}, ${city}, ${country}, ${state}, ${edited},
            'maps', '', '', '', '', ${NOON}, ${NOON})`.execute(older);
      }
      await sql`UPDATE leads SET approved = 1, phone = '+4989123' WHERE domain IN ('own', 'town')`.execute(
        older,
      );
    });
    const leads = await db
      .selectFrom("leads")
      .select(["domain", "federalState", "phones"])
      .execute();
    expect(new Map(leads.map(({ domain, federalState }) => [domain, federalState]))).toEqual(
      new Map([
        ["postal-code", "Hessen"],
        ["no-country", "Hessen"],
        ["town", "Bayern"],
        ["own", "Bayern"],
        ["cleared", null],
        ["abroad", null],
        ["ambiguous", null],
      ]),
    );
    expect(leads.every(({ phones }) => phones === "[]")).toBe(true);
    for (const state of ["federal_state", "value"]) {
      const counter = state === "value" ? "lead_facet_counts" : "lead_counts";
      const { rows } =
        await sql`SELECT ${sql.ref(state)} AS state, flags, sum(n) AS n FROM ${sql.table(counter)}
        WHERE ${state === "value" ? sql`kind = 'federal_state'` : sql`true`}
        GROUP BY 1, 2 HAVING sum(n) > 0 ORDER BY 1`.execute(db);
      expect(rows, counter).toEqual([
        { state: "", flags: 0, n: 3 },
        { state: "Bayern", flags: 17, n: 2 },
        { state: "Hessen", flags: 0, n: 2 },
      ]);
    }
  });
});

describe("a database from before numbers as people read them", () => {
  it("has them in the store and in the Papierkorb", async () => {
    const db = await migrated("0017", async (older) => {
      for (const phone of ["+49 561 7070-0", "089 / 123; 089 / 456", null]) {
        await sql`INSERT INTO leads (id, domain, phone, source_type, name_key, domain_key, city_key, term_key,
            created_at, updated_at)
          VALUES (${phone ?? "-"}, ${phone ?? "-"}, ${phone}, 'maps', '', '', '', '', 0, 0)`.execute(
          older,
        );
      }
      await sql`INSERT INTO deleted_leads (id, domain, snapshot, deletion_id, deleted_at, deleted_by)
        SELECT id, domain, json_object('lead', json_object('phone', phone)), 'd', 0, 'Test' FROM leads`.execute(
        older,
      );
    });
    for (const shown of [
      "phone_display FROM leads",
      "snapshot ->> '$.lead.phone_display' FROM deleted_leads",
    ]) {
      const { rows } = await sql`SELECT ${sql.raw(shown)} ORDER BY seq`.execute(db);
      const read = rows.flatMap((row) => Object.values(Object(row)));
      expect(read).toEqual(["0561\u00a07070-0", "089 / 123; 089 / 456", null]);
    }
  });
});

describe("a database from before several persons and notes as entries", () => {
  it("keeps its person and its notes, with who wrote them", async () => {
    const lead = { contact_name: "Ina", contact_title: null, notes: "Rückruf", created_at: 7 };
    const db = await migrated("0026", async (older) => {
      await sql`INSERT INTO leads (seq, id, domain, contact_name, notes, source_type, name_key, domain_key, city_key,
          term_key, created_at, updated_at)
        VALUES (1, 'a', 'a.de', 'Ina', 'Rückruf', 'maps', '', '', '', '', 7, 7), (2, 'b', 'b.de', NULL, NULL, 'maps', '',
          '', '', '', 7, 7), (3, 'c', 'c.de', NULL, 'Neu', 'import', '', '', '', '', 7, 7)`.execute(
        older,
      );
      await sql`INSERT INTO lead_events (id, lead_seq, at, actor, kind, changes) VALUES
        ('1', 1, 7, 'suche', 'created', '{}'), ('2', 1, 8, 'anna', 'updated', '{"notes":{}}'),
        ('3', 1, 9, 'ben', 'updated', '{"notes":{}}'), ('4', 1, 10, 'ina', 'updated', '{}'),
        ('5', 3, 7, 'carl', 'created', '{}'), ('6', 3, 8, 'ina', 'updated', '{}')`.execute(older);
      await sql`INSERT INTO deleted_leads (id, domain, snapshot, deletion_id, deleted_at, deleted_by)
        VALUES ('d', 'd.de', ${JSON.stringify({ lead })}, 'd', 0, 'Test'), ('e', 'e.de', '{"lead":{}}', 'd', 0, 'Test')`.execute(
        older,
      );
    });
    const ina = { name: "Ina", title: null, email: null, phone: null, profileUrl: null };
    const persons = await sql<{ list: string }>`SELECT contacts AS list FROM leads UNION ALL
      SELECT snapshot ->> '$.lead.contacts' FROM deleted_leads`.execute(db);
    expect(persons.rows.map(({ list }) => JSON.parse(list))).toEqual([[ina], [], [], [ina], []]);
    const notes = await sql`SELECT lead_seq, at, actor, text FROM lead_notes ORDER BY 1`.execute(
      db,
    );
    expect(notes.rows).toEqual([
      { leadSeq: 1, at: 9, actor: "ben", text: "Rückruf" },
      { leadSeq: 3, at: 7, actor: "carl", text: "Neu" },
    ]);
    const kept = await sql<{
      list: string;
    }>`SELECT snapshot -> '$.notes' AS list FROM deleted_leads`.execute(db);
    expect(kept.rows.map(({ list }) => JSON.parse(list))).toEqual([
      [{ id: "d", at: 7, actor: "", text: "Rückruf", channel: null }],
      [],
    ]);
  });
});

describe("a database from before views of one's own", () => {
  it("keeps the team's in their order", async () => {
    const db = await migrated("0028", async (older) => {
      await sql`INSERT INTO saved_views (id, name, name_key, query, created_at, created_by)
        VALUES ('1', 'Zoo', 'zoo', 'tag=zoo', 1, 'anna'), ('2', 'Bäder', 'bader', '', 2, 'ben')`.execute(
        older,
      );
    });
    const team = { owner: "", query: "", createdAt: 2, createdBy: "ben" };
    expect(await findSavedViews(db, "anna")).toEqual([
      { ...team, id: "2", name: "Bäder", nameKey: "bader", position: 1 },
      expect.objectContaining({ id: "1", owner: "", query: "tag=zoo", position: 2 }),
    ]);
  });
});

describe("a database from before tags and search terms of any spelling", () => {
  async function older(db: Db): Promise<void> {
    const lead = (seq: number, name: string, term: string) =>
      sql`INSERT INTO leads (seq, id, domain, company_name, topics, source_type, source_term, name_key, domain_key, city_key, term_key, created_at, updated_at)
        VALUES (${seq}, ${`l${seq}`}, ${`firma-${seq}.de`}, ${name}, '["Fernwärme"]', 'maps', ${term}, '', '', '', '', 0, 0)`.execute(
        db,
      );
    await lead(1, "Stadtwerke Kiel", "stadtwerke");
    await lead(2, "Müller-Bau", "Stadtwerke");
    await sql`INSERT INTO lead_search (seq, document) VALUES (1, 'alt'), (2, 'alt')`.execute(db);
    await sql`INSERT INTO lead_sources (id, lead_seq, job_id, source_type, term, found_at)
      VALUES ('s1', 1, 'a', 'maps', 'stadtwerke', 0), ('s2', 1, 'b', 'maps', 'Energie Küste', 0)`.execute(
      db,
    );
    await sql`INSERT INTO lead_tags (lead_seq, tag)
      VALUES (1, 'grün'), (2, 'gruen'), (2, 'grün'), (2, 'kontaktiert')`.execute(db);
  }

  it("finds its leads by every field and term, and knows each tag once", async () => {
    const db = await migrated("0011", older);
    const found = async (q: string, terms: string[] = []) => {
      const filter = { q: q || undefined, terms };
      const request = { filter, sort: "createdAt", dir: "asc", limit: 9, offset: 0 } as const;
      const leads = await findLeadPage(db, request, await countLeads(db, filter));
      return leads.map(({ seq }) => seq);
    };
    expect(await found("fernwaerme")).toEqual([1, 2]);
    expect(await found("kiel grün energie")).toEqual([1]);
    expect(await found("alt")).toEqual([]);
    expect(await found("", ["STADTWERKE"])).toEqual([1, 2]);
    expect(await found("", ["energie küste"])).toEqual([1]);
    expect(await findSearchTerms(db)).toEqual([
      { term: expect.stringMatching(/^stadtwerke$/i), n: 2 },
      { term: "Energie Küste", n: 1 },
    ]);
    expect(await findTagCounts(db)).toEqual([
      { tag: "grün", n: 2 },
      { tag: "kontaktiert", n: 1 },
    ]);
    expect(await findTags(db, [1, 2])).toEqual(
      new Map([
        [1, ["grün"]],
        [2, ["grün", "kontaktiert"]],
      ]),
    );
    await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('integrity-check', 1)`.execute(
      db,
    );
  });
});
