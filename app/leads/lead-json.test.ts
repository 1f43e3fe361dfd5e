import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addTag } from "~db/queries/lead-bulk";
import { findLeadsJson } from "~db/queries/lead-json";
import { addSources } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { addLead, it, NOON, nextId } from "~tests/store";
import { getLeadWithEvents } from "./get-lead.server";
import { dialled, toWholeLead } from "./lead-json.server";
import { LeadEventSchema, LeadSchema } from "./lead-schema.server";
import { toLeadView } from "./list/lead-view.server";

async function addSourceOf(
  db: Db,
  { seq }: LeadRow,
  fields: Partial<Parameters<typeof addSources>[1][number]>,
): Promise<void> {
  const found = { sourceType: "maps" as const, payload: "{}", foundAt: NOON, jobId: null };
  await addSources(db, [{ id: nextId("source"), leadSeq: seq, ...found, ...fields }]);
}

describe("toWholeLead", () => {
  it.for([
    ['{"placeId":"p1"}', { placeId: "p1" }],
    ["[1,2]", {}],
  ] as const)("takes of the record %s what is an object", async ([payload, source], { db }) => {
    const lead = await addLead(db, { domain: "xn--mller-kva.de" });
    await addSourceOf(db, lead, { payload });
    expect(await toWholeLead(db, lead)).toMatchObject({ domain: "müller.de", source });
  });
});

describe("getLeadWithEvents", () => {
  it("answers the timeline newest first and a tag that changes with the lead", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const event = { leadSeq: lead.seq, at: NOON, actor: "anna" };
    await db
      .insertInto("leadEvents")
      .values({ ...event, id: nextId("event"), kind: "created", changes: "{}" })
      .execute();
    await db
      .insertInto("leadEvents")
      .values({
        ...event,
        id: nextId("event"),
        kind: "found_again",
        changes: '{"phone":{"from":null,"to":"+4930"}}',
        jobId: "job-1",
      })
      .execute();
    const found = await getLeadWithEvents(db, lead.id);
    expect(found?.lead.events).toEqual([
      {
        id: expect.any(String),
        at: "2026-11-20T11:00:00.000Z",
        actor: "anna",
        kind: "found_again",
        changes: { phone: { from: null, to: "+4930" } },
        jobId: "job-1",
      },
      expect.objectContaining({ kind: "created", changes: {}, jobId: null }),
    ]);
    for (const one of found?.lead.events ?? [])
      expect(LeadEventSchema.strict().parse(one)).toEqual(one);
    expect(found?.etag).toMatch(/^"[\w-]+"$/);
    await db.updateTable("leads").set({ version: 2 }).execute();
    expect((await getLeadWithEvents(db, lead.id))?.etag).not.toBe(found?.etag);
    expect(await getLeadWithEvents(db, "gibt-es-nicht")).toBeUndefined();
  });
});

describe("dialled", () => {
  it("gives numbers as they are dialled, and texts of older days as they are", async ({ db }) => {
    const phones = '["+491712345678","Zentrale"]';
    const row = await addLead(db, { domain: "firma.de", phone: "+49 561 7070-0", phones });
    expect(dialled(await toWholeLead(db, row))).toMatchObject({
      phone: "+4956170700",
      phones: ["+491712345678", "Zentrale"],
    });
  });
});

describe("findLeadsJson", () => {
  it.for([
    ["numbers", "+49 561 7070-0", '["+491712345678","+43 1 5123456-78"]'],
    ["a text for one", "Zentrale 0561 70700", "[]"],
    ["a number without its country", "056170700", "[]"],
    ["a text among others", null, '["+491712345678","Zentrale"]'],
    ["a second number in one", null, '["+491712345678 +49301234567"]'],
  ] as const)("writes what rows with %s hold, in order", async ([, phone, phones], { db }) => {
    const full = await addLead(db, {
      domain: "xn--mller-kva.de",
      companyName: 'Müller "&" Söhne\\\n\u0000 😀',
      phone,
      phones,
      emails: '["info@müller.de"]',
      topics: "[]",
      latitude: 48.137154000000002,
      longitude: 0.1 + 0.2,
      salesScore: 3,
      approved: 1,
      approvedAt: NOON + 7,
    });
    for (const tag of ["Messe", "Ärzte"]) await addTag(db, [full.seq], tag);
    const bare = await addLead(db, { domain: "firma.de" });
    const leads = await Promise.all([bare, full].map((row) => toWholeLead(db, row)));
    const expected = leads.map(dialled);
    expect(expected[1]?.tags).toHaveLength(2);
    const json = Buffer.from(await findLeadsJson(db, [bare.seq, 99, full.seq])).toString();
    expect(JSON.parse(json)).toEqual(expected);
    for (const lead of JSON.parse(json)) LeadSchema.strict().parse(lead);
    expect(Buffer.from(await findLeadsJson(db, [])).toString()).toBe("[]");
  });
});

describe("toLeadView", () => {
  it("shows contact data as people read them and leaves the record away", async ({ db }) => {
    const row = await addLead(db, {
      domain: "xn--mller-kva.de",
      email: "info@xn--mller-kva.de",
      emails: '["info@xn--mller-kva.de","x?cc=y@z.de"]',
      phone: "+493023125101",
    });
    const view = toLeadView(await toWholeLead(db, row));
    expect(view).not.toHaveProperty("source");
    expect(view.phone).toEqual({ display: "030\u00a023125101", href: "tel:+493023125101" });
    expect(view.email?.display).toBe("info@müller.de");
    expect(view.emails.map(({ href }) => href)).toEqual(["mailto:info@xn--mller-kva.de", null]);
  });
});
