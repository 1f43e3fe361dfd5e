import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findNotes } from "~db/queries/lead-notes";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addJob, addLead, it, NOON, openTestStore, ZONE } from "~tests/store";
import { adoptEvidence } from "../evidence/adopt-evidence.server";
import { findLeadEvidence } from "../evidence/lead-evidence.server";
import { evidenceKey } from "../evidence/show-evidence.server";
import type { Fact } from "../lead-schema";
import { storeFacts } from "../store/store-facts.server";
import { undo } from "../undo/start-undo.server";
import { leadForms, loadLeadPanel } from "./lead-panel.server";

const BACK = "/leadspeicher/1?q=x";
const UNDO = { actionId: expect.any(String) };
const BY = { actor: "anna", back: BACK };

async function save(db: Db, id: string, fields: Record<string, string | string[]>) {
  return sendForm(leadForms({ db, timeZone: ZONE }, id, BY), { intent: "details", ...fields });
}

async function stored(db: Db, id: string) {
  return db.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

describe("a form of the panel", () => {
  it("writes what the person changed, and nothing else", async ({ db }) => {
    const { id } = await addLead(db, {
      domain: "firma.de",
      companyType: "Stadtwerk",
      topics: '["Gas"]',
      salesReason: "alt",
    });
    const sent = {
      ...{ companyType: "Stadtwerk", "seen.companyType": "Stadtwerk" },
      ...{ salesScore: "4", "seen.salesScore": "" },
      ...{ topics: "Gas, Wasser ,, Gas", "seen.topics": "Gas" },
      ...{ salesReason: " \r\n ", "seen.salesReason": "alt" },
    };
    const text = "Themen, Bewertung, Begründung geändert.";
    expect(await save(db, id, sent)).toEqual({ to: BACK, flash: { text, undo: UNDO } });
    expect(await stored(db, id)).toMatchObject({
      companyType: "Stadtwerk",
      salesScore: 4,
      topics: '["Gas","Wasser"]',
      salesReason: null,
      editedFields: '["topics","salesScore","salesReason"]',
    });
  });

  it.each<[string[], Record<string, string>, string | null, string[]]>([
    [["030 1", "0171 2345678", ""], {}, null, []],
    [["030 1234567", "0171 2345678", ""], {}, "+49301234567", ["+491712345678"]],
    [["030 1234567", "0171 2345678"], { first: "phone.1" }, "+491712345678", ["+49301234567"]],
    [["030 1234567", "0171 2345678"], { remove: "phone.0" }, "+491712345678", []],
    [["", " 0171 2345678"], {}, "+491712345678", []],
    [["", ""], {}, null, []],
  ])("takes several numbers, the main one first: %j %j", async (typed, button, phone, phones) => {
    const db = await openTestStore();
    const { id } = await addLead(db, { domain: "firma.de" });
    await save(db, id, { phone: typed, "seen.phone": "", ...button });
    const row = await stored(db, id);
    expect([row.phone, JSON.parse(row.phones)]).toEqual([phone, phones]);
  });

  it("gives back only what the person changed, when somebody else changed the same", async ({
    db,
  }) => {
    const { id } = await addLead(db, { domain: "firma.de" });
    const changed = { companyType: "Stadtwerk", offerPackage: "B" };
    await save(db, id, { ...changed, "seen.companyType": "", "seen.offerPackage": "" });
    const mine = { companyType: "Handel", offerPackage: "" };
    expect(
      await save(db, id, { ...mine, "seen.companyType": "", "seen.offerPackage": "" }),
    ).toMatchObject({
      status: 409,
      changed: { companyType: "Handel" },
      errors: { companyType: expect.stringContaining("Stadtwerk") },
    });
    expect(await stored(db, id)).toMatchObject(changed);
  });

  it("takes a judgement away that is wrong, which nobody else then puts back", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de", salesScore: 4, salesReason: "Passt" });
    await sendForm(leadForms({ db, timeZone: ZONE }, lead.id, BY), { intent: "refute" });
    const editedFields = '["salesScore","salesReason"]';
    const away = { salesScore: null, salesReason: null, editedFields };
    expect(await stored(db, lead.id)).toMatchObject(away);
  });

  it("takes an objection away that is none, which no website then puts back", async ({ db }) => {
    const objection = { adObjection: "Keine Werbung.", adObjectionUrl: "https://firma.de/" };
    const lead = await addLead(db, { domain: "firma.de", ...objection });
    const forms = leadForms({ db, timeZone: ZONE }, lead.id, BY);
    await sendForm(forms, { intent: "refute:adObjection" });
    const { id: jobId } = await addJob(db);
    const facts: Fact[] = [
      { field: "adObjection", value: "Keine Werbung." },
      { field: "adObjectionUrl", value: "https://firma.de/" },
    ];
    const found = { jobId, actor: "a", now: NOON, source: "imprint" } as const;
    await storeFacts(db, await stored(db, lead.id), facts, found);
    const away = { adObjection: null, adObjectionUrl: null };
    expect(await stored(db, lead.id)).toMatchObject(away);
    const evidence = await findLeadEvidence(db, await stored(db, lead.id));
    const [shown] = evidence.filter(({ value }) => value === "Keine Werbung.");
    if (shown === undefined) throw new Error("no evidence");
    await adoptEvidence(db, lead.id, evidenceKey(shown), { actor: "a", now: NOON });
    expect(await stored(db, lead.id)).toMatchObject(objection);
  });

  it("takes over as a person only whom the Impressum names, after those who are known", async ({
    db,
  }) => {
    const contacts = JSON.stringify([{ name: "Anna Groß", email: "anna@firma.de" }]);
    const imprint = JSON.stringify({ management: ["Dr. Anna Groß", "Madita Wilk"] });
    const { id } = await addLead(db, { domain: "firma.de", contacts, imprint });
    const take = (manager: string) =>
      sendForm(leadForms({ db, timeZone: ZONE }, id, BY), { intent: "manager", manager });
    const problem = "„Timo Rau“ steht nicht mehr im Impressum.";
    expect(await take("Timo Rau")).toMatchObject({ status: 409, problem });
    const text = "Madita Wilk als Person übernommen.";
    expect(await take("Madita Wilk")).toEqual({ to: BACK, flash: { text, undo: UNDO } });
    for (const known of ["Madita Wilk", "Dr. Anna Groß"])
      expect(await take(known)).toEqual({ to: BACK });
    expect(JSON.parse((await stored(db, id)).contacts)).toMatchObject([
      { name: "Anna Groß", email: "anna@firma.de" },
      { name: "Madita Wilk", title: "Geschäftsführung" },
    ]);
  });

  it("leads on to the next due lead after this one was given a later day", async ({ db }) => {
    const due = { followUpAt: NOON };
    const first = await addLead(db, { domain: "a.de", ...due, followUpAt: NOON - 1 });
    const lead = await addLead(db, { domain: "b.de", ...due });
    const next = await addLead(db, { domain: "c.de", ...due });
    const beside = async () => {
      const asked = { searchParams: new URLSearchParams("followUpDue=true"), actor: "anna" };
      const panel = await loadLeadPanel({ db, timeZone: ZONE }, lead.id, asked);
      return [panel?.previousId, panel?.nextId];
    };
    expect(await beside()).toEqual([first.id, next.id]);
    const seen = { "seen.followUpAt": "2026-11-20" };
    await save(db, lead.id, { followUpAt: "2099-12-24", ...seen });
    expect(await beside()).toEqual([first.id, next.id]);
    await save(db, lead.id, { followUpAt: "", "seen.followUpAt": "2099-12-24" });
    expect(await beside()).toEqual([first.id, next.id]);
  });

  it("keeps for each person which parts are open, and no others than there are", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const fold = (name: string, isOpen: string) =>
      sendForm(leadForms({ db, timeZone: ZONE }, lead.id, BY), { intent: `fold:${name}`, isOpen });
    const open = async (actor: string) => {
      const asked = { searchParams: new URLSearchParams(), actor };
      return (await loadLeadPanel({ db, timeZone: ZONE }, lead.id, asked))?.folds;
    };
    await fold("timeline", "1");
    await fold("imprint", "1");
    await fold("nichts", "1");
    expect(await open("anna")).toEqual(["imprint", "timeline"]);
    expect(await open("ben")).toEqual([]);
    await fold("timeline", "");
    expect(await open("anna")).toEqual(["imprint"]);
  });

  it("is answered without a way to another page where scripts stay on it", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const send = (fields: Record<string, string>) =>
      sendForm(leadForms({ db, timeZone: ZONE }, lead.id, BY), { intent: "note", ...fields });
    expect(await send({ note: "Eins", stay: "panel" })).toMatchObject({ status: 200 });
    expect(await send({ note: "Zwei" })).toEqual({ to: BACK });
    expect(await findNotes(db, lead.seq)).toHaveLength(2);
  });

  it("offers to take back only what it changed", async ({ db }) => {
    const { id } = await addLead(db, { domain: "firma.de" });
    const sent = { intent: "mailed:followUp", channel: "anruf" };
    const send = () => sendForm(leadForms({ db, timeZone: ZONE }, id, BY), sent);
    expect(await send()).toMatchObject({ flash: { undo: UNDO } });
    expect(await send()).toEqual({ to: BACK, flash: { text: expect.any(String) } });
  });

  it.each([
    ["mailed", "email", 1, /^Kontaktiert per E-Mail, Wiedervorlage am \d\d\.\d\d\.2\d{3}\.$/],
    ["mailed:contacted", "email", 1, /^Kontaktiert per E-Mail\.$/],
    ["mailed:contacted", "anruf", 1, /^Kontaktiert per Anruf\.$/],
    ["mailed:followUp", "anruf", 0, /^Wiedervorlage am \d\d\.\d\d\.2\d{3}\.$/],
  ])(
    "keeps what follows an email or a call, and takes it back at once: %s %s",
    async (intent, channel, contacted, said) => {
      const db = openTestStore();
      const { id, seq } = await addLead(db, { domain: "firma.de" });
      const sent = { intent, channel };
      const outcome = await sendForm(leadForms({ db, timeZone: ZONE }, id, BY), sent);
      expect(outcome).toEqual({
        to: BACK,
        flash: { text: expect.stringMatching(said), undo: UNDO },
      });
      const { followUpAt, ...row } = await stored(db, id);
      expect([row.contacted, followUpAt === null]).toEqual([
        contacted,
        intent.endsWith("contacted"),
      ]);
      const channels = (await findNotes(db, seq)).map(({ channel }) => channel);
      expect(channels).toEqual(contacted ? [channel] : []);
      const last = { actionId: "", id: "" };
      await undo(bulkServices(db), last, { actor: BY.actor, now: Date.now() });
      expect(await stored(db, id)).toMatchObject({ contacted: 0, followUpAt: null, notes: null });
    },
  );
});
