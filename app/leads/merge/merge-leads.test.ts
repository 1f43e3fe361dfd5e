import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { blockDomain, findBlockedDomains } from "~db/queries/blocked-domains";
import { insertImport, updateImport } from "~db/queries/imports";
import { findJobResults, insertJobResults, withoutHidden } from "~db/queries/job-results";
import { addTag } from "~db/queries/lead-bulk";
import { findHits } from "~db/queries/lead-list";
import { findNotes } from "~db/queries/lead-notes";
import { findEvents, findTags, getLeadById, NOBODY } from "~db/queries/leads";
import { findBlockedContacts } from "~db/queries/objections";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { bringBack, query, trash } from "~tests/deleted-leads";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, openTestStore } from "~tests/store";
import { patchLead } from "../edit/update-lead.server";
import { entityTag, missingLead } from "../get-lead.server";
import { storeCompanies } from "../store/store-companies.server";
import { deleteLead, eraseLeads } from "../trash/delete-leads.server";
import { undo } from "../undo/start-undo.server";
import { undoImportOf } from "../undo/undo-action.server";
import { chooseFields } from "./merge-fields";
import { mergeLeads, partLead } from "./merge-leads.server";

const BY = { actor: "anna", now: NOON + 60_000 };
const LATER = { actor: "ben", now: NOON + 120_000 };

const addPair = async (db: Db, fields: Partial<LeadRow> = {}, others: Partial<LeadRow> = {}) => ({
  lead: await addLead(db, { domain: "firma.de", companyName: "Firma GmbH", ...fields }),
  other: await addLead(db, { domain: "firma-shop.de", companyName: "Firma Shop", ...others }),
});
const rowOf = async (db: Db, { id }: { id: string }) => {
  const row = await getLeadById(db, id);
  if (row === undefined) throw new Error("the lead is gone");
  return row;
};
const patch = (db: Db, { id }: LeadRow, change: Parameters<typeof patchLead>[2]) =>
  patchLead(db, id, change, { ...LATER, timeZone: "Europe/Berlin" });

describe("a merge", () => {
  it("fills what is empty, joins lists, and keeps the losing value as a source", async ({ db }) => {
    const { lead, other } = await addPair(
      db,
      { email: "info@firma.de", emails: '["info@firma.de"]', phone: "+49561111" },
      { email: "shop@firma.de", emails: '["shop@firma.de"]', phone: "+49561222", city: "Kassel" },
    );
    await addTag(db, [lead.seq, other.seq], "Messe");
    await addTag(db, [other.seq], "Shop");
    await patch(db, other, { notes: "Rückruf" });
    const fresh = { otherId: other.id, take: ["phone"] as const };
    await mergeLeads(db, lead.id, fresh, BY);
    expect(await rowOf(db, lead)).toMatchObject({
      ...{ domain: "firma.de", companyName: "Firma GmbH", city: "Kassel", notes: "Rückruf" },
      ...{ email: "info@firma.de", emails: '["info@firma.de","shop@firma.de"]' },
      ...{ phone: "+49561222", phones: '["+49561111"]', editedFields: '["phone"]' },
    });
    expect((await findTags(db, [lead.seq])).get(lead.seq)).toEqual(["Messe", "Shop"]);
    const [event] = await findEvents(db, lead.seq);
    expect(JSON.parse(event?.changes ?? "")).toMatchObject({
      mergedDomain: { from: null, to: "firma-shop.de" },
      phone: { from: "+49561111", to: "+49561222" },
      phones: { from: [], to: ["+49561111"] },
      tags: { from: ["Messe"], to: ["Messe", "Shop"] },
    });
    const kept = await db
      .selectFrom("leadEvidence")
      .selectAll()
      .where("source", "=", "merge")
      .execute();
    expect(kept.map(({ provider, facts }) => [provider, JSON.parse(facts)])).toEqual([
      ["firma.de", [{ field: "phone", value: "+49561111" }]],
      [
        "firma-shop.de",
        [
          { field: "companyName", value: "Firma Shop" },
          { field: "email", value: "shop@firma.de" },
        ],
      ],
    ]);
    const found = await findHits(db, { q: "firma-shop.de" });
    expect(found.few).toEqual([lead.seq]);
    expect(await missingLead(db, other.id)).toMatchObject({ status: 404, leadId: lead.id });
  });

  it("keeps a person's value, whichever lead has it, also that there is none", async ({ db }) => {
    const emptied = { owner: "jana", editedFields: '["phone"]' };
    const sure = { phone: "+49561222", email: null };
    const { lead, other } = await addPair(
      db,
      { city: "Kassel", ...emptied },
      { city: "Fulda", ...sure },
    );
    const edited = await patch(db, other, { companyName: "Firma Onlineshop" });
    const choices = chooseFields(lead, edited ?? other);
    expect(choices.filter(({ isTaken }) => isTaken).map(({ field }) => field)).toEqual([
      "companyName",
    ]);
    expect(choices.find(({ field }) => field === "phone")).toMatchObject({ isOpen: true });
  });

  it("keeps what a person removed away, and addresses without a person", async ({ db }) => {
    const contact = { ...NOBODY, email: "zentrale@post.example", phone: "+49561333" };
    const { lead, other } = await addPair(
      db,
      { contacts: JSON.stringify([{ ...NOBODY, name: "Jana Kern" }]) },
      { contacts: JSON.stringify([contact]), editedFields: '["emails","contacts"]' },
    );
    await mergeLeads(db, lead.id, { otherId: other.id }, BY);
    expect(await rowOf(db, lead)).toMatchObject({
      ...{ emails: '["zentrale@post.example"]', phones: '["+49561333"]' },
      editedFields: '["emails","contacts"]',
    });
    await partLead(db, lead.id, LATER);
    expect(await rowOf(db, lead)).toMatchObject({ emails: "[]", editedFields: "[]" });
  });

  it("is refused for one lead, one in the trash, and one that changed since", async ({ db }) => {
    const { lead, other } = await addPair(db);
    const seen = [lead, other].map(entityTag);
    const merge = (otherId: string) => mergeLeads(db, lead.id, { otherId, seen }, BY);
    await expect(merge(lead.id)).rejects.toMatchObject({ status: 422, field: "otherId" });
    await expect(merge("gibt-es-nicht")).rejects.toMatchObject({ status: 404 });
    for (const one of [lead, other]) {
      await patch(db, one, { city: `Kassel ${one.seq}` });
      await expect(merge(other.id)).rejects.toMatchObject({ status: 409 });
      await db
        .updateTable("leads")
        .set({ version: one.version })
        .where("seq", "=", one.seq)
        .execute();
    }
    await deleteLead(db, other.id, BY);
    await expect(merge(other.id)).rejects.toThrow("liegt im Papierkorb");
    expect(await query(db, "SELECT * FROM merged_leads")).toEqual([]);
  });
});

/** Finds a company in a new job. */
async function find(db: Db, website: string) {
  const job = await addJob(db);
  const [stored] = await storeCompanies(
    db,
    [company(website, { city: "Kassel" })],
    { ...findingOf(job), now: LATER.now },
    new Set(),
    9,
  );
  return { ...stored, job };
}

describe("the domain of a merged lead", () => {
  it("finds the lead that has it, in the store and in the trash", async ({ db }) => {
    const { lead, other } = await addPair(db);
    const { actionId } = await mergeLeads(db, lead.id, { otherId: other.id }, BY);
    const again = await find(db, "https://www.firma-shop.de/kontakt");
    expect(again).toMatchObject({
      domain: "firma-shop.de",
      isNew: false,
      skipReason: null,
      lead: { id: lead.id, city: "Kassel" },
    });
    const third = await addLead(db, { domain: "dritte.de" });
    const taken = {
      status: 409,
      leadId: lead.id,
      message: "firma-shop.de gehört zum Lead firma.de.",
    };
    await expect(patch(db, third, { domain: "firma-shop.de" })).rejects.toMatchObject(taken);
    const own = patch(db, lead, { domain: "firma-shop.de" });
    await expect(own).rejects.toThrow("ist mit diesem Lead zusammengeführt. Zuerst trennen.");
    expect(await bringBack(db, [other.seq])).toEqual([]);
    await trash(db, [lead.seq]);
    const undone = undo(bulkServices(db), { actionId, id: "" }, LATER);
    await expect(undone).rejects.toThrow("Zuerst firma.de wiederherstellen.");
    expect(await find(db, "firma-shop.de")).toMatchObject({ lead: null, skipReason: "in_trash" });
    await bringBack(db, [lead.seq]);
    await partLead(db, lead.id, LATER);
    expect(await find(db, "firma-shop.de")).toMatchObject({ lead: { id: other.id } });
    await mergeLeads(db, lead.id, { otherId: other.id }, LATER);
    await blockDomain(db, "firma.de", { at: NOON, actor: "anna" });
    expect(await find(db, "firma-shop.de")).toMatchObject({ skipReason: "blocked" });
  });

  it("is blocked with the lead, and erased with it", async ({ db }) => {
    const emails = '["shop@post.example","alt@post.example"]';
    const { lead, other } = await addPair(db, {}, { email: "shop@post.example", emails });
    await patch(db, other, { domain: "firma-laden.de" });
    await patch(db, other, { domain: "firma-shop.de" });
    const { id: jobId } = await addJob(db);
    const result = { jobId, leadSeq: other.seq, domain: "firma-shop.de", isNew: 1 } as const;
    await insertJobResults(db, [{ ...result, position: 1 }]);
    await mergeLeads(db, lead.id, { otherId: other.id }, BY);
    await patch(db, lead, { emails: ["shop@post.example"] });
    const services = bulkServices(db);
    const { runBulkAction } = await import("../bulk/run-bulk-action.server");
    const selection = { ids: [lead.id] };
    await runBulkAction(services, { name: "block", reason: "Wunsch", selection }, "anna");
    const both = ["firma.de", "firma-shop.de"];
    const all = [...both, "firma-laden.de"];
    expect(await findBlockedDomains(db, all)).toEqual(new Set(all));
    expect((await findBlockedContacts(db, ["alt@post.example"])).size).toBe(1);
    expect((await findJobResults(db, jobId, "stored", 9, 0)).total).toBe(0);
    const counts = { id: jobId, found: 1, stored: 1, fresh: 1 };
    expect(await withoutHidden(db, [counts])).toMatchObject([{ stored: 0 }]);
    expect(await find(db, "firma-shop.de")).toMatchObject({ skipReason: "blocked" });
    await db.deleteFrom("objections").execute();
    await eraseLeads(db, { ids: [lead.id] });
    const tables = await query(db, "SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (const table of tables.map(({ name }) => String(name)))
      expect(JSON.stringify(await query(db, `SELECT * FROM ${table}`))).not.toMatch(
        /firma|post.example/,
      );
  });
});

describe("parting", () => {
  it("leaves with the lead what came since, and gives the other what is its own", async ({
    db,
  }) => {
    const { lead, other } = await addPair(db, {}, { city: "Fulda", owner: "jana", notes: "Alt" });
    await mergeLeads(db, lead.id, { otherId: other.id }, BY);
    const [note] = await findNotes(db, lead.seq);
    const options = { ...LATER, timeZone: "Europe/Berlin" };
    const noteOf = (id: string | null, text: string) => ({ id, text, channel: null });
    await patchLead(db, lead.id, { city: "Kassel", tags: ["neu"] }, options);
    await patchLead(db, lead.id, {}, { ...options, note: noteOf(null, "Danach") });
    await db
      .updateTable("leadNotes")
      .set({ text: "Alt, geändert" })
      .where("id", "=", note?.id ?? "")
      .execute();
    const { job, ...found } = await find(db, "https://firma-shop.de");
    const { domain } = found;
    const result = { jobId: job.id, leadSeq: lead.seq, domain, isNew: 0 } as const;
    await insertJobResults(db, [{ ...result, position: 1 }]);
    await partLead(db, lead.id, LATER);
    expect(await rowOf(db, lead)).toMatchObject({ city: "Kassel", owner: null, notes: "Danach" });
    expect(await rowOf(db, other)).toMatchObject({
      city: "Fulda",
      owner: "jana",
      notes: "Alt, geändert",
    });
    expect((await findTags(db, [lead.seq, other.seq])).get(lead.seq)).toEqual(["neu"]);
    expect(await query(db, "SELECT lead_seq, domain FROM job_results")).toEqual([
      { leadSeq: other.seq, domain: "firma-shop.de" },
    ]);
    const sources = await db.selectFrom("leadSources").select("leadSeq").execute();
    expect(sources).toEqual([{ leadSeq: other.seq }]);
    await expect(partLead(db, lead.id, LATER)).rejects.toMatchObject({ status: 409 });
  });

  it("takes from the lead what is the other's, entry by entry, in any order", async ({ db }) => {
    const personOf = (name: string, title: string | null = null) => ({ ...NOBODY, name, title });
    const contacts = (...persons: ReturnType<typeof personOf>[]) => JSON.stringify(persons);
    const { lead, other } = await addPair(
      db,
      { companyName: "Firma", contacts: contacts(personOf("Jana Kern")) },
      {
        ...{ email: "shop@firma.de", emails: '["shop@firma.de"]', companyName: "Shop" },
        contacts: contacts(personOf("Jana Kern", "Leitung"), personOf("Otto Süß")),
      },
    );
    const third = await addLead(db, {
      ...{ domain: "dritte.de", companyName: "Dritte", emails: '["info@dritte.de"]' },
      contacts: contacts(personOf("Mira Holtz")),
    });
    const take = ["companyName"] as const;
    await mergeLeads(db, lead.id, { otherId: other.id, take }, BY);
    await mergeLeads(db, lead.id, { otherId: third.id, take }, { ...BY, now: BY.now + 1 });
    const { emails, contacts: joint } = await rowOf(db, lead);
    await patch(db, lead, { emails: [...JSON.parse(emails), "neu@firma.de"] });
    const [jana, ...others] = JSON.parse(joint);
    await patch(db, lead, { contacts: [{ ...jana, title: "Chefin" }, ...others] });
    await partLead(db, lead.id, LATER, other.id);
    const [own] = await findEvents(db, lead.seq);
    expect(own?.kind).toBe("parted");
    const merges = await db
      .selectFrom("leadEvents")
      .select("changes")
      .where("kind", "=", "merged")
      .execute();
    expect(JSON.stringify(merges)).not.toMatch(/shop@firma.de|Otto/);
    await partLead(db, lead.id, LATER, third.id);
    expect(await rowOf(db, lead)).toMatchObject({
      ...{ companyName: "Firma", email: null, emails: '["neu@firma.de"]' },
      contacts: contacts(personOf("Jana Kern", "Chefin")),
    });
  });

  it("leaves nothing at the lead when the other is erased, nor parts a part of it first", async ({
    db,
  }) => {
    const { lead, other } = await addPair(db, {}, { email: "shop@post.example", city: "Fulda" });
    const third = await addLead(db, { domain: "dritte.de" });
    await mergeLeads(db, other.id, { otherId: third.id }, BY);
    await mergeLeads(db, lead.id, { otherId: other.id }, { ...BY, now: BY.now + 1 });
    const early = partLead(db, lead.id, LATER, third.id);
    await expect(early).rejects.toThrow("Zuerst firma-shop.de trennen.");
    await patch(db, await rowOf(db, lead), { city: "Kassel" });
    await partLead(db, lead.id, LATER, other.id);
    await partLead(db, other.id, LATER, third.id);
    await deleteLead(db, other.id, LATER);
    await eraseLeads(db, { ids: [other.id] });
    for (const table of ["lead_events", "actions", "lead_evidence", "leads"])
      expect(JSON.stringify(await query(db, `SELECT * FROM ${table}`))).not.toMatch(
        /firma-shop|post.example|Fulda/,
      );
  });

  it("is what undoing a merge does", async ({ db }) => {
    const { lead, other } = await addPair(db, {}, { city: "Fulda" });
    const { actionId } = await mergeLeads(
      db,
      lead.id,
      { otherId: other.id },
      { ...BY, now: Date.now() },
    );
    const by = { actor: "anna", now: Date.now() };
    const reply = await undo(bulkServices(db), { actionId, id: "" }, by);
    expect(reply).toMatchObject({
      flash: { text: "firma.de und firma-shop.de sind getrennt." },
    });
    expect((await rowOf(db, lead)).city).toBeNull();
    expect((await rowOf(db, other)).city).toBe("Fulda");
  });

  it.for(["brought one", "brought both", "filled one"])(
    "undoes an import that %s",
    async (what) => {
      const db = openTestStore();
      const job = await addJob(db, { kind: "import" });
      const finding = { ...findingOf(job), sourceType: "import" as const };
      if (what !== "brought both") await addLead(db, { domain: "firma.de" });
      if (what === "filled one") await addLead(db, { domain: "firma-shop.de" });
      const found = ["firma.de", "firma-shop.de"].map((domain) =>
        company(domain, { city: "Fulda" }),
      );
      const rows = what === "brought both" ? found : found.slice(1);
      await storeCompanies(db, rows, finding, new Set(), 9);
      const [lead, other] = await db.selectFrom("leads").selectAll().orderBy("seq").execute();
      if (lead === undefined || other === undefined) throw new Error("there are two");
      const about = { fileName: "liste.csv", fileTable: "{}", mapping: "{}", createdBy: "anna" };
      await insertImport(db, { id: "i", ...about, createdAt: NOON });
      await updateImport(db, "i", { jobId: job.id });
      await mergeLeads(db, lead.id, { otherId: other.id }, BY);
      for (const seqs of [[lead.seq], []])
        await undoImportOf(db, seqs, "i", { id: "u", at: LATER.now, actor: "ben" });
      const isBrought = what !== "filled one";
      const text = await partLead(db, lead.id, LATER);
      expect(text.includes("liegt im Papierkorb")).toBe(isBrought);
      const deleted = await query(db, "SELECT domain FROM deleted_leads");
      expect(deleted).toEqual(isBrought ? [{ domain: other.domain }] : []);
      if (!isBrought) expect((await rowOf(db, other)).city).toBeNull();
      expect(await query(db, "SELECT * FROM lead_sources")).toEqual([]);
    },
  );

  it("waits until the other domain is no longer blocked", async ({ db }) => {
    const { lead, other } = await addPair(db);
    await mergeLeads(db, lead.id, { otherId: other.id }, BY);
    const entry = { domain: "firma-shop.de", createdAt: NOON, createdBy: "anna" };
    await db.insertInto("blockedDomains").values(entry).execute();
    await expect(partLead(db, lead.id, LATER)).rejects.toThrow("Sperrliste");
  });
});
