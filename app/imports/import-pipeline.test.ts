import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { blockDomain } from "~db/queries/blocked-domains";
import { purgeImports } from "~db/queries/imports";
import { findEvents, findSources, findTags, setTags } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { importTable, runJobs, startTestImport, tableOf } from "~tests/import-run";
import { resumeRun, TOKEN } from "~tests/job-run";
import { addLead, it, NOON, ZONE } from "~tests/store";
import { patchLead } from "../leads/edit/update-lead.server";
import { guessMapping } from "../reading/tables/guess-mapping.server";
import { parseTable } from "../reading/tables/parse-table.server";
import { classRowsResponse } from "./class-rows.server";
import { loadImportPage } from "./import-page.server";
import { importPipeline } from "./import-pipeline.server";
import { loadImport, storeImport } from "./imports.server";
import { undoImport } from "./undo-import.server";

async function leadOf(db: Db, domain: string): Promise<LeadRow> {
  return db.selectFrom("leads").selectAll().where("domain", "=", domain).executeTakeFirstOrThrow();
}

async function tagsOf(db: Db, { seq }: LeadRow): Promise<string[]> {
  return (await findTags(db, [seq])).get(seq) ?? [];
}

async function resultsOf(db: Db, jobId: string) {
  const rows = await db
    .selectFrom("jobResults")
    .select(["domain", "isNew", "skipReason"])
    .where("jobId", "=", jobId)
    .orderBy("position")
    .execute();
  return rows.map(({ domain, isNew, skipReason }) => [domain, isNew, skipReason]);
}

describe("an import", () => {
  it("shows of each row what becomes of it", async ({ db }) => {
    await addLead(db, { domain: "bekannt.de", companyName: "Bekannt", city: "Bonn" });
    const table = tableOf(
      ["Firma", "Website", "Telefon", "Ort", "Firmentyp", "Begründung", "E-Mail"],
      ["Neu GmbH", "neu.de", "", "", "Handwerk", "Sucht Partner", "info@neu.de"],
      ["Anders GmbH", "bekannt.de", "030 23125101", "Köln", "", "", ""],
      ["Bekannt", "www.bekannt.de", "", "", "", "", ""],
      ["Neu GmbH", "neu.de", "", "", "", "", "kauf@neu.de"],
    );
    const { id } = await storeImport(db, "x.csv", { table, mapping: guessMapping(table) }, "anna");
    const rows = (await loadImportPage(db, id, null))?.draft?.dryRun.preview;
    expect(rows?.map(({ fate, texts, badges }) => [fate, ...texts, ...badges])).toEqual([
      [
        ...["wird ein neuer Lead", "Weitere E-Mails: kauf@neu.de"],
        ...["Sucht Partner", "Firmentyp: Handwerk"],
      ],
      ["ergänzt: Website, Telefon; behält: Firma, Adresse"],
      ["gehört zur ersten Zeile mit dieser Domain"],
      ["gehört zur ersten Zeile mit dieser Domain"],
    ]);
  });

  it("stores each domain once and tells of every row what became of it", async ({ db }) => {
    await addLead(db, { domain: "bekannt.de", companyName: "Bekannt" });
    await blockDomain(db, "gesperrt.de", { at: NOON, actor: "anna" });
    const table = tableOf(
      ["Firma", "Website", "E-Mail", "Bewertung", "Tags", "Kontaktiert", "Freigegeben", "Extra"],
      ["Neu GmbH", "https://neu.de", "info@neu.de", "5", "Messe", "ja", "ja", "bleibt"],
      ["Anders", "bekannt.de", "info@bekannt.de", "3", "", "nein", "ja", ""],
      ["Doppelt", "www.neu.de", "", "", "", "", "", ""],
      ["Gesperrt", "gesperrt.de", "", "", "", "", "", ""],
      ["Plattform", "facebook.com/x", "", "", "", "", "", ""],
      ["Ohne", "", "ohne@web.de", "", "", "", "", ""],
      ["", "kein Link", "", "", "", "", "", ""],
    );
    const { job } = await importTable(db, table);
    expect(job).toMatchObject({
      status: "complete",
      progress: 100,
      requested: 2,
      found: 6,
      stored: 2,
      fresh: 1,
      query: "Messe 2026.csv",
      warnings: '["1 fehlerhafte Zeile wurde nicht importiert."]',
    });
    expect(await resultsOf(db, job.id)).toEqual([
      ["neu.de", 1, null],
      ["bekannt.de", 0, null],
      ["neu.de", 0, "duplicate"],
      ["gesperrt.de", 0, "blocked"],
      [null, 0, "platform"],
      [null, 0, "no_domain"],
    ]);
    const fresh = await leadOf(db, "neu.de");
    expect(fresh).toMatchObject({
      companyName: "Neu GmbH",
      email: "info@neu.de",
      emails: '["info@neu.de"]',
      salesScore: 5,
      approved: 1,
      contacted: 1,
      favorite: 0,
      sourceType: "import",
      sourceTerm: "Messe 2026",
      editedFields: "[]",
    });
    expect(fresh.approvedAt).toBe(fresh.createdAt);
    expect(await tagsOf(db, fresh)).toEqual(["kontaktiert", "Messe"]);
    const [source] = await findSources(db, fresh.seq);
    expect(source).toMatchObject({ jobId: job.id, sourceType: "import", term: "Messe 2026" });
    expect(JSON.parse(source?.payload ?? "")).toMatchObject({ Firma: "Neu GmbH", Extra: "bleibt" });
    const document = await db
      .selectFrom("leadSearch")
      .select("document")
      .where("seq", "=", fresh.seq)
      .executeTakeFirstOrThrow();
    expect(document.document).toContain("info@neu.de");
    expect(await leadOf(db, "bekannt.de")).toMatchObject({
      companyName: "Bekannt",
      email: "info@bekannt.de",
      salesScore: 3,
      approved: 0,
    });
  });

  it("lets further rows of a company fill its lead, and tells of many", async ({ db }) => {
    const own = { email: "alt@bekannt.de", emails: '["alt@bekannt.de"]' };
    await addLead(db, { domain: "bekannt.de", ...own });
    const { job } = await importTable(
      db,
      tableOf(
        ["Website", "Ansprechpartner", "E-Mail", "Telefon", "Ort"],
        ["neu.de", "Erika Muster", "muster@neu.de", "", ""],
        ["neu.de", "Hans Vogel", "vogel@neu.de", "030 23125101", "Bonn"],
        ["neu.de", "", "info@neu.de", "", ""],
        ["bekannt.de", "", "neu@bekannt.de", "", ""],
        ["bekannt.de", "", "kauf@bekannt.de", "", ""],
      ),
    );
    expect(job.warnings).toContain("3 von 5 Zeilen sind doppelt");
    const lead = await leadOf(db, "neu.de");
    expect(lead).toMatchObject({ email: "muster@neu.de", phone: "+493023125101", city: "Bonn" });
    // Not the address that a person has.
    expect(lead.emails).toBe('["muster@neu.de","info@neu.de"]');
    expect(await leadOf(db, "bekannt.de")).toMatchObject(own);
    const persons = [
      { name: "Erika Muster", email: "muster@neu.de" },
      { name: "Hans Vogel", email: "vogel@neu.de" },
    ];
    expect(JSON.parse(lead.contacts)).toMatchObject(persons);
  });

  it("brings no address of a removed person back by a further row", async ({ db }) => {
    const gone = { name: "Hans Vogel", title: null, email: "vogel@neu.de", phone: null };
    const contacts = JSON.stringify([{ ...gone, profileUrl: null }]);
    const { id } = await addLead(db, { domain: "neu.de", contacts, contactName: gone.name });
    await patchLead(db, id, { contacts: [] }, { actor: "Anna", now: NOON, timeZone: ZONE });
    const header = ["Website", "Ansprechpartner", "E-Mail"];
    const rows = ["neu.de;;info@neu.de", "neu.de;Hans Vogel;vogel@neu.de"];
    await importTable(db, tableOf(header, ...rows.map((row) => row.split(";"))));
    expect(await leadOf(db, "neu.de")).toMatchObject({ emails: '["info@neu.de"]', contacts: "[]" });
  });

  it("keeps a number of an unknown country as it is written", async ({ db }) => {
    const list = tableOf(
      ["Website", "Land", "Telefon"],
      ["neu.com", "Atlantis", "01 23 45 67 89"],
      ["wien.com", "Österreich", "01/5123456"],
    );
    await importTable(db, list, { mapping: ["website", "country", "phone"] });
    expect(await leadOf(db, "neu.com")).toMatchObject({
      phone: "01 23 45 67 89",
      phoneDisplay: "01 23 45 67 89",
    });
    expect(await leadOf(db, "wien.com")).toMatchObject({ phone: "+4315123456" });
  });

  it("changes nothing that is there already", async ({ db }) => {
    const lead = await addLead(db, {
      domain: "bekannt.de",
      companyName: "Alt",
      email: "alt@bekannt.de",
      emails: '["alt@bekannt.de"]',
      notes: "Alt",
      status: "qualifiziert",
      salesScore: 2,
      contactName: "Eva",
      city: "Bonn",
      editedFields: '["offerPackage"]',
    });
    await setTags(db, new Map([[lead.seq, ["eigener"]]]));
    const before = await leadOf(db, "bekannt.de");
    await importTable(
      db,
      tableOf(
        "Firma;Domain;E-Mail;Notizen;Status;Bewertung;Ansprechperson;Ort;Straße;Angebotspaket;Tags;Freigegeben".split(
          ";",
        ),
        "Neu;bekannt.de;neu@bekannt.de;Neu;abgelehnt;5;Eva;Köln;Weg 1;Groß;neuer;ja".split(";"),
      ),
    );
    expect(await leadOf(db, "bekannt.de")).toEqual(before);
    expect(await tagsOf(db, before)).toEqual(["eigener"]);
    expect((await findEvents(db, lead.seq)).map(({ kind, changes }) => [kind, changes])).toEqual([
      ["found_again", "{}"],
    ]);
  });

  it("goes on where it was when the server is killed, without storing a row twice", async ({
    db,
  }) => {
    const rows = Array.from({ length: 250 }, (_, index) => [
      `firma-${index}.de`,
      index % 50 ? "4" : "9",
    ]);
    const { jobId } = await startTestImport(db, tableOf(["Domain", "Bewertung"], ...rows));
    const job = await db
      .updateTable("jobs")
      .set({ status: "running", runToken: TOKEN })
      .where("id", "=", jobId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { run, controller, feed } = resumeRun(db, job);
    feed.subscribe(jobId, () => controller.abort("shutdown"));
    await expect(importPipeline("Europe/Berlin").run(run)).rejects.toBe("shutdown");
    expect(await resultsOf(db, jobId)).toHaveLength(25);
    expect(run.job.progress).toBeGreaterThan(0);
    const done = await runJobs(db, jobId);
    expect(done).toMatchObject({ status: "complete", found: 250, stored: 250, fresh: 250 });
    expect(done.warnings).toContain("5 unbrauchbare Werte ausgelassen");
    expect(new Set((await resultsOf(db, jobId)).map(([domain]) => domain)).size).toBe(250);
  });

  it("fails with a sentence when its list was purged meanwhile", async ({ db }) => {
    const { importId, jobId } = await startTestImport(db, tableOf(["Domain"], ["firma.de"]));
    expect(await purgeImports(db, Date.now() + 1)).toBe(0);
    await db
      .updateTable("imports")
      .set({ fileTable: '{"header":[],"rows":[],"lines":[]}' })
      .execute();
    expect(await runJobs(db, jobId)).toMatchObject({
      status: "failed",
      error: "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.",
    });
    expect((await loadImport(db, importId))?.mapping).toEqual([]);
  });
});

describe("the rows of a class as a file", () => {
  const table = tableOf(
    ["Domain", "Telefon", "PLZ", "Bewertung"],
    ["gut.de", "", "80331", "1"],
    ["eins.de", "+49 30 123456", "01067", "9"],
    ["zwei.de", "", "10115", "1", "zu viel"],
    ["", "=1+1", "", "5"],
  );
  const file = { fileName: "Meine Liste.csv", table, mapping: guessMapping(table) };

  it("are as they were with what is wrong, and come back mended", async ({ db }) => {
    const response = await classRowsResponse(db, file, ["faulty", "dropped"], "Europe/Berlin");
    expect(response?.headers.get("content-disposition")).toContain("meine-liste-fehlerhaft-");
    const bytes = new Uint8Array((await response?.arrayBuffer()) ?? []);
    const faulty = await parseTable(bytes);
    expect(faulty).toMatchObject({
      header: ["Domain", "Telefon", "PLZ", "Bewertung", "Spalte 5", "Fehler"],
      rows: [
        [
          "eins.de",
          "+49 30 123456",
          "01067",
          "9",
          "",
          expect.stringMatching(/^Zeile 3: Bewertung/),
        ],
        ["zwei.de", "", "10115", "1", "zu viel", expect.stringMatching(/^Zeile 4: Hinter der/)],
        ["", "=1+1", "", "5", "", expect.stringMatching(/^Zeile 5: Die Zeile nennt weder/)],
      ],
    });
    for (const row of faulty.rows) {
      row[0] ||= "drei.de";
      row[3] = "4";
    }
    expect(guessMapping(faulty).at(-1)).toBeNull();
    const { job } = await importTable(db, faulty);
    expect(job).toMatchObject({ stored: 3 });
    expect(await leadOf(db, "eins.de")).toMatchObject({ postalCode: "01067", salesScore: 4 });
  });

  it("are none where no row is of it", async ({ db }) => {
    expect(await classRowsResponse(db, file, ["known"], "Europe/Berlin")).toBeNull();
  });
});

it("a tag for all stands at new and known leads, and goes when the import is undone", async ({
  db,
}) => {
  const known = await addLead(db, { domain: "bekannt.de" });
  await setTags(db, new Map([[known.seq, ["eigener"]]]));
  const table = tableOf(["Domain", "Tags"], ["neu.de", "a"], ["bekannt.de", "b"]);
  const { importId } = await importTable(db, table, { tag: "messe" });
  expect(await tagsOf(db, await leadOf(db, "neu.de"))).toEqual(["a", "messe"]);
  expect(await tagsOf(db, known)).toEqual(["eigener", "messe"]);
  await undoImport(bulkServices(db), importId, "anna");
  expect(await tagsOf(db, known)).toEqual(["eigener"]);
});
