import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { getImport } from "~db/queries/imports";
import { findEvents, findSources, findTags, setTags, updateLead } from "~db/queries/leads";
import { insertUser } from "~db/queries/users";
import { bulkServices } from "~tests/bulk-services";
import { company, findingOf } from "~tests/found-company";
import { importTable, startTestImport, tableOf } from "~tests/import-run";
import { addJob, addLead, it, NOON } from "~tests/store";
import { storeCompanies } from "../leads/store/store-companies.server";
import { undoImport } from "./undo-import.server";

async function leadOf(db: Db, domain: string) {
  return db.selectFrom("leads").selectAll().where("domain", "=", domain).executeTakeFirst();
}

async function existing(db: Db, domain: string) {
  const lead = await leadOf(db, domain);
  if (lead === undefined) throw new Error(`${domain} is gone`);
  return lead;
}

async function trashed(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("deletedLeads").select("domain").orderBy("domain").execute();
  return rows.map(({ domain }) => domain);
}

async function changesOfUndo(db: Db, seq: number): Promise<unknown> {
  const [event] = await findEvents(db, seq);
  expect(event).toMatchObject({ kind: "import_undone", actor: "berta" });
  return JSON.parse(event?.changes ?? "");
}

async function findAgain(db: Db, website: string): Promise<void> {
  const finding = { ...findingOf(await addJob(db)), now: Date.now() };
  await storeCompanies(db, [company(website)], finding, new Set(), 1);
}

describe("undoing an import", () => {
  it("moves what it made to the Papierkorb and leaves what was found since", async ({ db }) => {
    const rows = Array.from({ length: 230 }, (_, index) => [`firma-${index}.de`]);
    const { importId } = await importTable(db, tableOf(["Domain"], ...rows));
    await findAgain(db, "firma-7.de");
    await undoImport(bulkServices(db), importId, "berta");
    expect(await trashed(db)).toHaveLength(229);
    const kept = await existing(db, "firma-7.de");
    expect((await findSources(db, kept.seq)).map(({ sourceType }) => sourceType)).toEqual(["maps"]);
    expect(await changesOfUndo(db, kept.seq)).toEqual({});
    const deletions = await db.selectFrom("deletedLeads").select("deletionId").distinct().execute();
    expect(deletions).toHaveLength(1);
    expect((await getImport(db, importId))?.undoneAt).not.toBeNull();
    await undoImport(bulkServices(db), importId, "berta");
    expect(await trashed(db)).toHaveLength(229);
  });

  it("empties in known leads what it filled in and what still stands", async ({ db }) => {
    const by = { createdAt: NOON, createdBy: "Test", disabledAt: null, lastSignInAt: null };
    const jana = { id: "jana", name: "Jana", nameKey: "jana", role: "member", passwordHash: "" };
    await insertUser(db, { ...jana, ...by, role: "member" });
    await addLead(db, { domain: "bekannt.de", companyName: "Alt", notes: null });
    const before = await existing(db, "bekannt.de");
    const { importId } = await importTable(
      db,
      tableOf(
        "Domain;Firma;E-Mail;Telefon;Ansprechperson;Notizen;Bewertung;Funktion;Tags;Zuständig;Wiedervorlage".split(
          ";",
        ),
        "bekannt.de;Neu;a@bekannt.de;030 23125101 / 0171 2345678;Anna;Notiz;4;Chefin;messe, zwei;jana;24.11.2026".split(
          ";",
        ),
        ["bekannt.de", "", "b@bekannt.de"],
      ),
    );
    const filled = await existing(db, "bekannt.de");
    expect(filled).toMatchObject({ email: "a@bekannt.de", phone: "+493023125101", salesScore: 4 });
    const followUpAt = Date.parse("2026-11-23T23:00:00Z");
    expect(filled).toMatchObject({ owner: "Jana", followUpAt });
    expect(filled.phones).toBe('["+491712345678"]');
    // A person changes contacts and a tag, and saves the notes as they were.
    const contacts = filled.contacts.replace("Anna", "Berta");
    const edit = { contacts, notes: "Notiz", editedFields: '["notes"]' };
    await updateLead(db, filled, edit, NOON);
    await setTags(db, new Map([[filled.seq, ["eigener", "messe"]]]));
    await undoImport(bulkServices(db), importId, "berta");
    const after = await existing(db, "bekannt.de");
    expect(after).toMatchObject({
      companyName: "Alt",
      email: null,
      emails: "[]",
      phone: null,
      phones: "[]",
      salesScore: null,
      owner: null,
      followUpAt: null,
      contactTitle: "Chefin",
      contactName: "Berta",
      notes: "Notiz",
    });
    expect((await findTags(db, [after.seq])).get(after.seq)).toEqual(["eigener"]);
    expect(await findSources(db, after.seq)).toEqual([]);
    expect(await changesOfUndo(db, after.seq)).toEqual({
      email: { from: "a@bekannt.de", to: null },
      emails: { from: '["a@bekannt.de","b@bekannt.de"]', to: "[]" },
      phone: { from: "+493023125101", to: null },
      phones: { from: '["+491712345678"]', to: "[]" },
      salesScore: { from: 4, to: null },
      owner: { from: "Jana", to: null },
      followUpAt: { from: "2026-11-23T23:00:00.000Z", to: null },
      tags: { from: ["eigener", "messe"], to: ["eigener"] },
    });
    const document = await db.selectFrom("leadSearch").select("document").executeTakeFirstOrThrow();
    expect(document.document).not.toContain("23125101");
    expect(before.id).toBe(after.id);
    expect(await trashed(db)).toEqual([]);
  });

  it("leaves a lead in the Papierkorb that lay there", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "zurueck.de", companyName: "Alt" });
    await moveLeadsToTrash(db, [seq], { id: "d1", at: NOON, actor: "anna" });
    const table = tableOf(["Domain", "Ort"], ["zurueck.de", "Köln"]);
    const { importId, job } = await importTable(db, table);
    expect(job).toMatchObject({ found: 1, stored: 0, fresh: 0 });
    await undoImport(bulkServices(db), importId, "berta");
    expect(await trashed(db)).toEqual(["zurueck.de"]);
    const { snapshot } = await db
      .selectFrom("deletedLeads")
      .select("snapshot")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(snapshot)).toMatchObject({
      lead: { company_name: "Alt", city: null },
      sources: [],
    });
  });

  it("keeps what two imports found as long as one of them stands", async ({ db }) => {
    const first = await importTable(db, tableOf(["Domain", "Ort"], ["eins.de", ""]));
    const second = await importTable(db, tableOf(["Domain", "Ort"], ["eins.de", "Köln"]));
    await undoImport(bulkServices(db), second.importId, "berta");
    expect(await existing(db, "eins.de")).toMatchObject({ city: null });
    await undoImport(bulkServices(db), first.importId, "berta");
    expect(await trashed(db)).toEqual(["eins.de"]);
  });

  it("leaves leads alone that are deleted already", async ({ db }) => {
    const { importId } = await importTable(db, tableOf(["Domain"], ["eins.de"], ["zwei.de"]));
    const { seq } = await existing(db, "eins.de");
    await moveLeadsToTrash(db, [seq], { id: "d1", at: NOON, actor: "anna" });
    await undoImport(bulkServices(db), importId, "berta");
    expect(await trashed(db)).toEqual(["eins.de", "zwei.de"]);
    const kept = await db
      .selectFrom("deletedLeads")
      .select("deletionId")
      .where("domain", "=", "eins.de")
      .executeTakeFirstOrThrow();
    expect(kept.deletionId).toBe("d1");
  });

  it("is refused with a sentence before it began and while it runs", async ({ db }) => {
    await expect(undoImport(bulkServices(db), "unbekannt", "berta")).rejects.toThrow(
      /noch nicht gestartet/,
    );
    const { importId } = await startTestImport(db, tableOf(["Domain"], ["eins.de"]));
    await expect(undoImport(bulkServices(db), importId, "berta")).rejects.toThrow(/läuft noch/);
  });
});
