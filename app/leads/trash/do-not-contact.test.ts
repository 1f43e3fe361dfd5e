import { describe, expect } from "vitest";
import { previewImport } from "~/imports/preview-import.server";
import { getJobSnapshot } from "~/jobs/progress/read-snapshot.server";
import type { Db } from "~db/client";
import { blockDomain, findBlockedDomains } from "~db/queries/blocked-domains";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { addToJob } from "~db/queries/jobs";
import { getLeadById } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, nextId, ZONE } from "~tests/store";
import { runBulkAction } from "../bulk/run-bulk-action.server";
import { LeadPatchSchema, NewLeadSchema } from "../edit/lead-patch";
import { createLead, patchLead } from "../edit/update-lead.server";
import { adoptEvidence } from "../evidence/adopt-evidence.server";
import { findLeadEvidence, keepFacts } from "../evidence/lead-evidence.server";
import { showEvidence } from "../evidence/show-evidence.server";
import { findBlockedLead, getLeadWithEvents } from "../get-lead.server";
import { storeCompanies } from "../store/store-companies.server";
import { storeEmailAnswer } from "../store/store-facts.server";
import { findListedPage } from "./block-list.server";
import { deleteLead, eraseLeads, eraseOutdatedLeads, findTrash } from "./delete-leads.server";
import { blockListForms, trashForms } from "./trash-forms.server";

const PERSON = { name: "Jana Kern", title: null, profileUrl: null };
const LEAD = {
  domain: "firma.de",
  companyName: "Firma GmbH",
  email: "info@firma.de",
  emails: '["info@firma.de","chefin@post.de"]',
  phone: "+49 561 7070-0",
  contacts: JSON.stringify([{ ...PERSON, email: null, phone: "+491511234567" }]),
};
const BY = { actor: "anna", now: NOON, timeZone: ZONE };
const REASON = "Werbung widersprochen";

async function store(db: Db, website: string, fields: Parameters<typeof company>[1]) {
  const job = await addJob(db);
  const found = [company(website, fields)];
  const [stored] = await storeCompanies(db, found, findingOf(job), new Set(), 1);
  return { job, ...stored };
}

async function block(db: Db, lead: Pick<LeadRow, "id">, reason = REASON) {
  const services = bulkServices(db);
  const selection = { ids: [lead.id] };
  return runBulkAction(services, { name: "block", reason, selection }, "anna");
}

const tableOf = (rows: string[][]) => ({
  ...{ header: ["Website", "E-Mail", "Telefon"], rows, lines: rows.map((_, at) => at + 2) },
});

describe("a lead that must not be contacted", () => {
  it("leaves lists, results and trash, is kept beyond 30 days, and comes back whole", async ({
    db,
  }) => {
    const { job, lead } = await store(db, "firma.de", { name: "Firma GmbH", phone: "030 123456" });
    if (!lead) throw new Error("no lead");
    const hit = { jobId: job.id, position: 1, leadSeq: lead.seq, domain: "firma.de" };
    await insertJobResults(db, [{ ...hit, isNew: 1 }]);
    await addToJob(db, job.id, { stored: 1, fresh: 1 });
    expect(await block(db, lead)).toMatchObject({ matched: 1, changed: 1 });
    expect(await getLeadById(db, lead.id)).toBeUndefined();
    expect(await findBlockedLead(db, lead.id)).toMatchObject({
      companyName: "Firma GmbH",
      phone: "+4930123456",
      doNotContact: { reason: REASON, by: "anna" },
    });
    const results = () => findJobResults(db, job.id, "stored", 9, 0);
    expect((await results()).total).toBe(0);
    const totals = async () => (await getJobSnapshot(db, job.id))?.totals;
    expect(await totals()).toMatchObject({ stored: 0, storedNew: 0 });
    expect((await findTrash(db, 1, 9)).total).toBe(0);
    const services = bulkServices(db);
    await eraseOutdatedLeads(services, Date.now() + 99 * 86_400_000);
    const { entries } = await findListedPage(db, "blockedDomains", 1, 9);
    expect(entries).toMatchObject([{ domain: "firma.de", reason: REASON, keptId: lead.id }]);

    const send = (fields: Record<string, string>) =>
      sendForm(trashForms(services, "ben"), { ...fields, back: "" });
    await send({ intent: "restore-all" });
    await send({ intent: "restore-found", jobId: job.id });
    // From an old page of the trash.
    await send({ intent: "restore", id: lead.id });
    await send({ intent: "erase", ids: lead.id });
    expect(await getLeadById(db, lead.id)).toBeUndefined();
    await send({ intent: "restore", id: lead.id, kept: "1" });
    const restored = await getLeadWithEvents(db, lead.id);
    const said = expect.objectContaining({ reason: REASON, by: "anna" });
    expect(restored?.lead.events.map(({ actor, changes }) => [actor, changes])).toEqual([
      ["ben", { doNotContact: { from: said, to: null } }],
      ["anna", { doNotContact: { from: null, to: said } }],
      [expect.any(String), {}],
    ]);
    expect((await results()).total).toBe(1);
    expect(await totals()).toMatchObject({ stored: 1, storedNew: 1 });
    expect((await findListedPage(db, "blockedDomains", 1, 9)).total).toBe(0);
    expect(await store(db, "andere.de", { phone: "030 123456" })).toMatchObject({ isNew: true });
  });

  it("is blocked by its action, free by an undo, and blocked again by the undo of that", async ({
    db,
  }) => {
    const lead = await addLead(db, LEAD);
    const send = (fields: Record<string, string>) =>
      sendForm(trashForms(bulkServices(db), "anna"), { intent: "undo", ...fields });
    const { actionId = "" } = await block(db, lead, "Kein Bedarf");
    const answer = await send({ actionId });
    expect((await getLeadById(db, lead.id))?.email).toBe(LEAD.email);
    await send({ actionId: ("flash" in answer && answer.flash?.undo?.actionId) || "" });
    expect(await findBlockedLead(db, lead.id)).toMatchObject({
      doNotContact: { reason: "Kein Bedarf" },
    });
  });

  it("gets its own reason and day again, and stays away from plain deletions", async ({ db }) => {
    const [a, b, c] = await Promise.all(
      ["a.de", "b.de", "c.de"].map((domain) => addLead(db, { domain })),
    );
    if (!a || !b || !c) throw new Error("no leads");
    await deleteLead(db, a.id, { actor: "anna", now: NOON });
    await block(db, b, "Grund B");
    await block(db, c, "Grund C");
    const before = [await findBlockedLead(db, b.id), await findBlockedLead(db, c.id)];
    const services = bulkServices(db);
    const selection = { ids: [a.id, b.id, c.id] };
    const { actionId = "" } = await runBulkAction(services, { name: "restore", selection }, "ben");
    const newest = db.selectFrom("actions").select("id").orderBy("id", "desc").limit(1);
    const { id } = await newest.executeTakeFirstOrThrow();
    await sendForm(trashForms(services, "ben"), { intent: "undo", actionId: actionId || id });
    const after = [await findBlockedLead(db, b.id), await findBlockedLead(db, c.id)];
    expect(after.map((lead) => lead?.doNotContact)).toEqual(
      before.map((lead) => lead?.doNotContact),
    );
    expect(await findBlockedLead(db, a.id)).toBeUndefined();
    expect((await findTrash(db, 1, 9)).entries.map(({ domain }) => domain)).toEqual(["a.de"]);
  });

  const person = JSON.stringify([{ ...PERSON, email: "chefin@post.de" }]);
  it.for<[string, Partial<LeadRow>]>([
    ["0561\u00a070700", { phone: "+49 561 7070-0" }],
    ["einkauf@mail.firma.de", { email: "einkauf@mail.firma.de" }],
    ["chefin@post.de", { contacts: person }],
  ])("keeps another lead with %s in the trash", async ([blocked, fields], { db }) => {
    const services = bulkServices(db);
    const other = await addLead(db, { domain: "andere.de", ...fields });
    const free = await addLead(db, { domain: "frei.de", phone: "+49 30 1" });
    const selection = { ids: [other.id, free.id] };
    const { actionId = "" } = await runBulkAction(services, { name: "delete", selection }, "anna");
    await block(db, await addLead(db, LEAD));
    const undone = await sendForm(trashForms(services, "anna"), { intent: "undo", actionId });
    expect(undone).toMatchObject({
      flash: { text: expect.stringContaining("1 hat inzwischen jemand geändert oder gesperrt") },
    });
    expect(await getLeadById(db, free.id)).toBeDefined();
    const restore = { intent: "restore", id: other.id };
    const restored = await sendForm(trashForms(services, "anna"), restore);
    expect(restored).toMatchObject({
      flash: { text: expect.stringMatching(/auf der Sperrliste/) },
    });
    expect(await getLeadById(db, other.id)).toBeUndefined();
    expect((await findTrash(db, 1, 9)).entries).toMatchObject([{ id: other.id, blocked }]);
  });

  it("says what stays blocked when it may be contacted again", async ({ db }) => {
    const lead = await addLead(db, LEAD);
    const other = await addLead(db, { domain: "andere.de", phone: LEAD.phone });
    await block(db, other);
    await block(db, lead);
    const forms = trashForms(bulkServices(db), "anna");
    const again = (id: string) => sendForm(forms, { intent: "restore", id, kept: "1" });
    const said = "1 Lead wiederhergestellt. Die Sperre ist aufgehoben.";
    expect(await again(lead.id)).toMatchObject({
      flash: { text: `${said} Gesperrt bleibt 0561\u00a070700 aus anderem Grund.` },
    });
    expect(await again(other.id)).toMatchObject({ flash: { text: said } });
  });

  it("leaves a block that a user typed alone", async ({ db }) => {
    const lead = await addLead(db, LEAD);
    await blockDomain(db, "firma.de", { at: NOON, actor: "anna" });
    await block(db, lead);
    const services = bulkServices(db);
    const forms = blockListForms(db, "anna");
    await sendForm(forms, { intent: "unblock", domain: "firma.de" });
    expect(await findBlockedLead(db, lead.id)).toBeDefined();
    await blockDomain(db, "firma.de", { at: NOON, actor: "anna" });
    const kept = { intent: "restore", id: lead.id, kept: "1" };
    await sendForm(trashForms(services, "anna"), kept);
    expect(await getLeadById(db, lead.id)).toBeUndefined();
    expect(await findBlockedDomains(db, ["firma.de"])).toEqual(new Set(["firma.de"]));
  });

  it("stays blocked after its data was erased", async ({ db }) => {
    const lead = await addLead(db, LEAD);
    await block(db, lead);
    expect(await eraseLeads(db, { ids: [lead.id] })).toBe(1);
    expect(await findBlockedLead(db, lead.id)).toBeUndefined();
    expect(await store(db, "andere.de", { phone: "0561 70700" })).toMatchObject({
      skipReason: "blocked",
    });
    const unblock = { intent: "unblock-erased", domain: "firma.de" };
    await sendForm(blockListForms(db, "anna"), unblock);
    expect(await store(db, "andere.de", { phone: "0561 70700" })).toMatchObject({ isNew: true });
  });
});

describe("its domain, addresses and numbers", () => {
  it.for<[string, Parameters<typeof company>[1]]>([
    ["www.firma.de", {}],
    ["andere.de", { phone: "(0561) 7070-0" }],
    ["andere.de", { phone: "0151 1234567" }],
    ["andere.de", { listed: { emails: ["CHEFIN@post.de"] } }],
    ["andere.de", { listed: { emails: ["einkauf@mail.firma.de"] } }],
    ["andere.de", { contact: { ...PERSON, email: "chefin@post.de" } }],
  ])("keep a found company out: %s %j", async ([website, fields], { db }) => {
    await block(db, await addLead(db, LEAD));
    expect(await store(db, website, fields)).toMatchObject({ lead: null, skipReason: "blocked" });
  });

  it("keep no other customer of a mail provider out", async ({ db }) => {
    await block(db, await addLead(db, { domain: "ewe.net" }));
    const listed = { emails: ["baecker@ewe.net"] };
    expect(await store(db, "andere.de", { listed })).toMatchObject({ isNew: true });
  });

  it("leave a known lead what else is found of it", async ({ db }) => {
    await addLead(db, { domain: "andere.de" });
    await block(db, await addLead(db, LEAD));
    const found = { name: "Andere GmbH", phone: "0561 7070-0; 030 123456" };
    expect((await store(db, "andere.de", found)).lead).toMatchObject({
      companyName: "Andere GmbH",
      phone: "+4930123456",
      phones: "[]",
    });
  });

  it("come back by no undo and from no evidence", async ({ db }) => {
    const job = await addJob(db);
    const other = await addLead(db, { domain: "andere.de", email: "chefin@post.de" });
    const origin = { source: "imprint", provider: null, jobId: job.id, foundAt: NOON };
    await keepFacts(db, other.seq, [{ field: "phone", value: "+49 561 7070-0" }], origin);
    const action = { id: nextId("0"), text: "E-Mail geändert", isUndo: 0 } as const;
    await patchLead(db, other.id, LeadPatchSchema.parse({ email: "neu@andere.de" }), {
      ...BY,
      now: Date.now(),
      action,
    });
    await block(db, await addLead(db, LEAD));
    const undo = { intent: "undo", actionId: action.id };
    await sendForm(trashForms(bulkServices(db), "anna"), undo);
    const row = await getLeadById(db, other.id);
    expect(row?.email).toBe("neu@andere.de");
    const evidence = row ? showEvidence(row, await findLeadEvidence(db, row)) : [];
    const key = evidence.find(({ name }) => name === "Telefon")?.values[0]?.key ?? "";
    await expect(adoptEvidence(db, other.id, key, BY)).rejects.toMatchObject({ status: 422 });
    expect((await getLeadById(db, other.id))?.phone).toBeNull();
  });

  it("leave only that address or number out of what is found for another lead", async ({ db }) => {
    await block(db, await addLead(db, LEAD));
    const other = await addLead(db, { domain: "andere.de" });
    const { id: jobId } = await addJob(db);
    const emails = ["chefin@post.de", "info@andere.de"];
    const contact = { ...PERSON, email: "chefin@post.de", phone: "+49301" };
    await storeEmailAnswer(db, other, { emails, contact }, { ...BY, jobId });
    const { lead } = (await getLeadWithEvents(db, other.id)) ?? {};
    expect(lead).toMatchObject({
      emails: ["info@andere.de"],
      contacts: [{ name: "Jana Kern", email: null, phone: "+49301" }],
    });
    expect(JSON.stringify(lead?.evidence)).not.toContain("chefin");
  });

  it("are refused where somebody types them", async ({ db }) => {
    await block(db, await addLead(db, LEAD));
    const other = await addLead(db, { domain: "andere.de" });
    const typed = (input: object) => patchLead(db, other.id, LeadPatchSchema.parse(input), BY);
    const refused = (field: string) => ({ status: 422, errors: [{ path: field }] });
    await expect(typed({ email: "Chefin@post.de" })).rejects.toMatchObject(refused("email"));
    await expect(typed({ phone: "0561 7070-0" })).rejects.toMatchObject(refused("phone"));
    await expect(typed({ emails: ["info@firma.de"] })).rejects.toMatchObject(refused("emails"));
    const contacts = [{ name: "Jana Kern", phone: "0151 1234567" }];
    await expect(typed({ contacts })).rejects.toMatchObject(refused("contacts"));
    const created = createLead(db, NewLeadSchema.parse({ website: "https://firma.de/" }), BY);
    await expect(created).rejects.toMatchObject(refused("website"));
  });

  it("include the domain that the lead had before", async ({ db }) => {
    const lead = await addLead(db, LEAD);
    await patchLead(db, lead.id, LeadPatchSchema.parse({ domain: "neu.de" }), BY);
    await block(db, lead);
    expect(await store(db, "firma.de", {})).toMatchObject({ skipReason: "blocked" });
  });

  it("are foretold in the preview of a list", async ({ db }) => {
    await block(db, await addLead(db, LEAD));
    const rows = [
      ["neu.de", "info@neu.de", "030 123456"],
      ["andere.de", "chefin@post.de", ""],
      ["dritte.de", "", "0561 7070-0"],
    ];
    const preview = await previewImport(db, tableOf(rows), ["website", "email", "phone"]);
    expect(preview.map(({ outcome }) => outcome)).toEqual(["fresh", "blocked", "blocked"]);
  });
});
