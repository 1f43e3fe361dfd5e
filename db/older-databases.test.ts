import { readFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { leadOf, temporaryFolder } from "~tests/store";
import { openDatabase } from "./client";
import { BASELINE, migrations } from "./migrations";
import { countLeads } from "./queries/lead-list";
import { addEvents, deriveColumns } from "./queries/leads";
import { StoreFileError } from "./store-file";

/** Runs something before the migrations after the baseline exist. */
async function atBaseline<Result>(act: () => Promise<Result>): Promise<Result> {
  const later = Object.entries(migrations).filter(([name]) => name > BASELINE);
  for (const [name] of later) delete migrations[name];
  try {
    return await act();
  } finally {
    Object.assign(migrations, Object.fromEntries(later));
  }
}

describe("a database as the baseline left it", () => {
  it("loses nothing when it is opened", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    await atBaseline(async () => {
      const older = await openDatabase(path);
      // Today's queries need today's tables.
      const lead = leadOf({
        domain: "firma.de",
        companyName: "Firma",
        phone: "+49561",
        imprint: JSON.stringify({ registerNumber: "HRB 4711", management: ["Ida Rau"] }),
      });
      const values = { ...lead, ...deriveColumns(lead) };
      const { seq } = await older
        .insertInto("leads")
        .values(values)
        .returning("seq")
        .executeTakeFirstOrThrow();
      await older.insertInto("leadSearch").values({ seq, document: "\nfirma\n\n" }).execute();
      const payload = JSON.stringify({ googleMapsUri: "https://maps.example/1" });
      const about = { id: "1", term: null, region: null, payload, foundAt: 1 };
      const source = {
        ...about,
        leadSeq: seq,
        jobId: "run",
        sourceType: "maps" as const,
        provider: "google",
      };
      await older.insertInto("leadSources").values(source).execute();
      const event = (changes: object) => [{ leadSeq: seq, changes: JSON.stringify(changes) }];
      const created = { at: 1, actor: "anna", kind: "created", jobId: "run" } as const;
      await addEvents(older, created, event({}));
      const changes = { companyName: { from: "Start", to: "Firma" } };
      await addEvents(older, { at: 2, actor: "anna", kind: "updated" }, event(changes));
      const list = { id: "list", fileName: "a.csv", fileTable: "{}", createdBy: "anna" };
      const mapping = JSON.stringify(["companyName", null]);
      await older
        .insertInto("imports")
        .values({ ...list, mapping, createdAt: 1 })
        .execute();
      await older.destroy();
    });
    const db = await openDatabase(path);
    onTestFinished(() => db.destroy());
    const leads = await db.selectFrom("leads").select(["domain", "companyName"]).execute();
    expect(leads).toEqual([{ domain: "firma.de", companyName: "Firma" }]);
    const evidence = await db.selectFrom("leadEvidence").selectAll().orderBy("id").execute();
    expect(
      evidence.map(({ facts, ...origin }) => ({ ...origin, facts: JSON.parse(facts) })),
    ).toMatchObject([
      {
        source: "manual",
        provider: "anna",
        jobId: null,
        url: null,
        foundAt: 2,
        facts: [{ value: "Firma" }],
      },
      {
        ...{ source: "maps", provider: "google", jobId: "run", foundAt: 1 },
        url: "https://maps.example/1",
        facts: [
          { field: "management", value: ["Ida Rau"] },
          { field: "companyName", value: "Start" },
          { field: "phone", value: "+49561" },
          { field: "registerNumber", value: "HRB 4711" },
        ],
      },
    ]);
    const list = await db.selectFrom("imports").select("mapping").executeTakeFirstOrThrow();
    expect(JSON.parse(list.mapping)).toEqual({ fields: ["companyName", null], tag: null });
    expect((await countLeads(db, { q: "firma hrb 4711 rau" })).count).toBe(1);
    const sqlite = new SqliteDatabase(path, { readonly: true });
    const columns = sqlite.prepare("SELECT name FROM pragma_table_info('jobs')").pluck().all();
    sqlite.close();
    expect(columns).toContain("interruptions");
    expect(columns).not.toContain("unexplained");
  });
});

describe("a database from before the baseline", () => {
  it("is refused with the version to pass through, and stays as it was", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    await (await openDatabase(path)).destroy();
    const sqlite = new SqliteDatabase(path);
    sqlite.prepare("DELETE FROM kysely_migration WHERE name >= ?").run(BASELINE);
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
    sqlite.close();
    const before = readFileSync(path);
    const opening = openDatabase(path);
    await expect(opening).rejects.toBeInstanceOf(StoreFileError);
    await expect(opening).rejects.toThrow("Erst einmal mit Version 0.1.0 starten");
    expect(readFileSync(path)).toEqual(before);
  });
});
