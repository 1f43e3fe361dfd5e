import { describe, expect } from "vitest";
import { previewImport } from "~/imports/preview-import.server";
import type { Db } from "~db/client";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { getLeadById } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, ZONE } from "~tests/store";
import { runBulkAction } from "../bulk/run-bulk-action.server";
import { LeadPatchSchema, NewLeadSchema } from "../edit/lead-patch";
import { createLead, patchLead } from "../edit/update-lead.server";
import { findBlockedLead, getLeadWithEvents } from "../get-lead.server";
import { storeCompanies } from "../store/store-companies.server";
import { storeEmailAnswer } from "../store/store-facts.server";
import { findListedPage } from "./block-list.server";
import { eraseLeads, eraseOutdatedLeads, findTrash } from "./delete-leads.server";
import { trashForms } from "./trash-forms.server";

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
    expect(await block(db, lead)).toMatchObject({ matched: 1, changed: 1 });
    expect(await getLeadById(db, lead.id)).toBeUndefined();
    expect(await findBlockedLead(db, lead.id)).toMatchObject({
      companyName: "Firma GmbH",
      phone: "+4930123456",
      doNotContact: { reason: REASON, by: "anna" },
    });
    const results = () => findJobResults(db, job.id, "stored", 9, 0);
    expect((await results()).total).toBe(0);
    expect((await findTrash(db, 1, 9)).total).toBe(0);
    const services = bulkServices(db);
    await eraseOutdatedLeads(services, Date.now() + 99 * 86_400_000);
    const { entries } = await findListedPage(db, "blockedDomains", 1, 9);
    expect(entries).toMatchObject([{ domain: "firma.de", reason: REASON, deletedId: lead.id }]);

    const all = { intent: "restore-all", back: "" };
    await sendForm(trashForms(services, "ben"), all).catch(() => undefined);
    expect(await getLeadById(db, lead.id)).toBeUndefined();
    await sendForm(trashForms(services, "ben"), { intent: "restore", id: lead.id });
    const restored = await getLeadWithEvents(db, lead.id);
    const doNotContact = { from: REASON, to: null };
    expect(restored?.lead.events.map(({ actor, changes }) => [actor, changes])).toEqual([
      ["ben", { doNotContact }],
      ["anna", { doNotContact: { from: null, to: REASON } }],
      [expect.any(String), {}],
    ]);
    expect((await results()).total).toBe(1);
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

  it("stays blocked after its data was erased", async ({ db }) => {
    const lead = await addLead(db, LEAD);
    await block(db, lead);
    expect(await eraseLeads(db, [lead.id])).toBe(1);
    expect(await findBlockedLead(db, lead.id)).toBeUndefined();
    expect(await store(db, "andere.de", { phone: "0561 70700" })).toMatchObject({
      skipReason: "blocked",
    });
  });
});

describe("its domain, addresses and numbers", () => {
  it.for<[string, Parameters<typeof company>[1]]>([
    ["www.firma.de", {}],
    ["andere.de", { phone: "(0561) 7070-0" }],
    ["andere.de", { phone: "0151 1234567" }],
    ["andere.de", { listed: { emails: ["CHEFIN@post.de"] } }],
    ["andere.de", { listed: { emails: ["einkauf@firma.de"] } }],
    ["andere.de", { contact: { ...PERSON, email: "chefin@post.de" } }],
  ])("keep a found company out: %s %j", async ([website, fields], { db }) => {
    await block(db, await addLead(db, LEAD));
    expect(await store(db, website, fields)).toMatchObject({ lead: null, skipReason: "blocked" });
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
    const contacts = [{ name: "Jana Kern", phone: "0151 1234567" }];
    await expect(typed({ contacts })).rejects.toMatchObject(refused("contacts"));
    const created = createLead(db, NewLeadSchema.parse({ website: "https://firma.de/" }), BY);
    await expect(created).rejects.toMatchObject(refused("website"));
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
