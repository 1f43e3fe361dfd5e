import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { countLeads } from "~db/queries/lead-list";
import { findEvents, findTagCounts, findTags } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { addLead, it, NOON, openTestStore, ZONE } from "~tests/store";
import { entityTag } from "../get-lead.server";
import { toWholeLead } from "../lead-json.server";
import { block } from "../trash/block-list.server";
import { deleteLead } from "../trash/delete-leads.server";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";
import { type PatchOptions, patchLead } from "./update-lead.server";

const LATER = NOON + 60_000;
const LATER_ISO = new Date(LATER).toISOString();
const BY = { actor: "ben", now: LATER, timeZone: ZONE };

/** A patch as sent in a request. */
function patchOf(input: Record<string, unknown>): LeadPatch {
  return LeadPatchSchema.parse(input);
}

async function patch(
  db: Db,
  lead: LeadRow,
  input: Record<string, unknown>,
  options: Partial<PatchOptions> = {},
): Promise<LeadRow> {
  const row = await patchLead(db, lead.id, patchOf(input), { ...BY, ...options });
  if (row === undefined) throw new Error("the lead is gone");
  return row;
}

async function rowOf(db: Db, { id }: LeadRow): Promise<LeadRow> {
  return db.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Everything that a change could alter. */
async function traces(db: Db, lead: LeadRow) {
  const { seq } = lead;
  return {
    row: await rowOf(db, lead),
    tags: (await findTags(db, [seq])).get(seq) ?? [],
    events: await findEvents(db, seq),
    document: await db.selectFrom("leadSearch").selectAll().where("seq", "=", seq).execute(),
  };
}

/** A lead with every field set by a user. */
async function addSetLead(db: Db): Promise<LeadRow> {
  const lead = await addLead(db, { domain: "firma.de" });
  return patch(db, lead, SET, { now: NOON });
}

const SET = {
  status: "qualifiziert",
  priority: "hoch",
  tags: ["favorit", "messe"],
  notes: "Rückruf",
  companyType: "Stadtwerk",
  topics: ["Solar", "Wärme"],
  salesScore: 4,
  salesReason: "Passt",
  offerPackage: "Groß",
  approved: true,
};
describe("a merge patch", () => {
  it("sets and clears all at once, and leaves what it does not name", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de", companyName: "Firma", phone: "030 1" });
    const before = await toWholeLead(db, lead);
    expect(await toWholeLead(db, await patch(db, lead, SET))).toEqual({
      ...before,
      ...SET,
      approvedAt: LATER_ISO,
      updatedAt: LATER_ISO,
    });
    const nothing = Object.fromEntries(Object.keys(SET).map((field) => [field, null]));
    expect(await toWholeLead(db, await patch(db, lead, nothing))).toEqual({
      ...before,
      updatedAt: LATER_ISO,
    });
    const counts = (await findTagCounts(db)).map(({ tag }) => tag);
    expect([counts, (await rowOf(db, lead)).favorite]).toEqual([[], 0]);
  });

  it("knows a number that comes back without its extension, as the API gives it", async ({
    db,
  }) => {
    const stored = { phone: "+49 561 7070-0", phones: '["+49 561 7070-12"]' };
    const lead = await addLead(db, { domain: "firma.de", ...stored });
    await patch(db, lead, { phone: "+4956170700", phones: ["+49561707012"] });
    expect(await rowOf(db, lead)).toMatchObject({ ...stored, version: 1 });
    await patch(db, lead, { phone: "+49561707012", phones: [] });
    expect(await rowOf(db, lead)).toMatchObject({ phone: "+49 561 7070-12", phones: "[]" });
  });
});

const PERSON = { name: "Jana Kern", title: "Einkauf", email: "kern@firma.de" };
const NOBODY = { name: null, title: null, email: null, phone: null, profileUrl: null };

describe("what people correct", () => {
  it.each([
    [{ companyName: " Firma\nGmbH " }, { companyName: "Firma GmbH", nameGuessed: null }],
    [{ email: "neu@firma.de" }, { email: "neu@firma.de", emails: '["neu@firma.de","b@firma.de"]' }],
    [{ email: null }, { email: null, emails: '["b@firma.de"]' }],
    [{ emails: ["b@firma.de", "c@firma.de"] }, { email: "b@firma.de" }],
    [{ emails: [] }, { email: null, emails: "[]" }],
    [
      { email: "c@müller.de", emails: ["d@firma.de"] },
      { email: "c@xn--mller-kva.de", emails: '["c@xn--mller-kva.de","d@firma.de"]' },
    ],
    [{ street: "Ring 2" }, { address: "Ring 2, 34117 Kassel", latitude: 51.3 }],
    [
      { postalCode: "80331", city: "München" },
      { address: "Weg 1, 80331 München", federalState: "Bayern", latitude: null, longitude: null },
    ],
    [{ city: "Baunatal", federalState: "nrw" }, { federalState: "Nordrhein-Westfalen" }],
    [{ country: "Österreich" }, { country: "AT", federalState: null }],
    [{ website: "shop.firma.de/wir" }, { website: "https://shop.firma.de/wir" }],
    [
      { domain: "https://www.Müller.de" },
      { domain: "xn--mller-kva.de", website: "https://müller.de" },
    ],
    [{ website: "andere.de" }, { domain: "andere.de", website: "https://andere.de" }],
    [
      { domain: "andere.de", website: null },
      { domain: "andere.de", website: null },
    ],
    [
      { contacts: [{}, PERSON, { name: "Bo" }] },
      {
        contacts: JSON.stringify([
          { ...NOBODY, ...PERSON },
          { ...NOBODY, name: "Bo" },
        ]),
        contactName: "Jana Kern",
        contactTitle: "Einkauf",
        contactProfileUrl: null,
      },
    ],
    [{ contacts: [] }, { contacts: "[]", contactName: null }],
    [{ owner: "BEN" }, { owner: "ben" }],
    [{ followUpAt: "2026-12-01" }, { followUpAt: Date.parse("2026-11-30T23:00:00Z") }],
    [
      { followUpAt: "2026-12-01T09:00:00+01:00" },
      { followUpAt: Date.parse("2026-12-01T08:00:00Z") },
    ],
  ])("is stored with what follows from it: %j", async (input, columns) => {
    const db = openTestStore();
    const lead = await addLead(db, {
      ...{ domain: "firma.de", companyName: "Firma", nameGuessed: 1, website: "http://firma.de/" },
      ...{ email: "a@firma.de", emails: '["a@firma.de","b@firma.de"]', contactName: "Ina" },
      ...{ street: "Weg 1", postalCode: "34117", city: "Kassel", address: "Weg 1, 34117 Kassel" },
      ...{ federalState: "Hessen", latitude: 51.3, longitude: 9.5 },
    });
    const changed = await patch(db, lead, input);
    expect(changed).toMatchObject(columns);
    expect(await patch(db, lead, input)).toEqual(changed);
    const shown = LeadPatchSchema.safeParse(await toWholeLead(db, changed));
    expect(shown.error?.issues.filter(({ code }) => code !== "unrecognized_keys")).toEqual([]);
  });

  it("is a person's own from then on", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de", contactName: "Ina" });
    const { editedFields } = await patch(db, lead, { contacts: [PERSON], city: "Kassel" });
    expect(JSON.parse(editedFields)).toEqual(
      expect.arrayContaining(["contacts", "contactName", "contactTitle", "city", "federalState"]),
    );
    const [event] = await findEvents(db, lead.seq);
    expect(JSON.parse(event?.changes ?? "")).toMatchObject({
      contactName: { from: "Ina", to: "Jana Kern" },
      contacts: { from: [{ name: "Ina" }], to: [PERSON] },
    });
  });

  it("is found under the new domain alone, and free for another under the old", async ({ db }) => {
    const lead = await addLead(db, { domain: "alte-firma.de" });
    await patch(db, lead, { domain: "neuer-name.de", contacts: [PERSON] });
    const counted = async (q: string) => (await countLeads(db, { q })).count;
    const counts = [
      await counted("alte-firma"),
      await counted("neuer-name"),
      await counted("kern@"),
    ];
    expect(counts).toEqual([0, 1, 1]);
    await addLead(db, { domain: "alte-firma.de" });
  });

  it.each([
    [{ domain: "bekannt.de" }, 409, /gibt es schon/],
    [{ website: "https://www.bekannt.de/wir" }, 409, /gibt es schon/],
    [{ domain: "geloescht.de" }, 409, /Papierkorb/],
    [{ domain: "gesperrt.de" }, 422, /Sperrliste/],
    [{ domain: "keine" }, 422, /keine Domain/],
    [{ website: "https://facebook.com/firma" }, 422, /Mailanbieter oder Portal/],
    [{ owner: "niemand" }, 422, /kein Benutzer/],
  ])("is refused where it can't be: %j", async (input, status, message) => {
    const db = openTestStore();
    const known = await addLead(db, { domain: "bekannt.de" });
    const gone = await addLead(db, { domain: "geloescht.de" });
    await deleteLead(db, gone.id, BY);
    await block(db, "gesperrt.de", BY);
    const lead = await addLead(db, { domain: "firma.de" });
    const before = await traces(db, lead);
    const leadId =
      status === 422 ? undefined : String(message).includes("Papierkorb") ? gone.id : known.id;
    const refusal = { status, leadId, message: expect.stringMatching(message) };
    await expect(patch(db, lead, { city: "Kassel", ...input })).rejects.toMatchObject(refusal);
    expect(await traces(db, lead)).toEqual(before);
  });
});

describe("approval", () => {
  const EARLIER = "2026-01-02T03:04:05.678Z";

  it("sets the time, and a time approves", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const steps: [input: Record<string, unknown>, approvedAt: string | null][] = [
      [{ approved: true }, LATER_ISO],
      [{ approved: false }, null],
      [{ approvedAt: EARLIER }, EARLIER],
      // An approved lead keeps its time of approval.
      [{ approved: true }, EARLIER],
      [{ approved: true, approvedAt: LATER_ISO }, LATER_ISO],
      [{ approvedAt: null }, null],
      [{ approvedAt: "2026-01-02T04:04:05.678+01:00" }, EARLIER],
      [{ approved: null }, null],
    ];
    for (const [input, approvedAt] of steps) {
      const row = await patch(db, lead, input);
      expect(await toWholeLead(db, row), JSON.stringify(input)).toMatchObject({
        approved: approvedAt !== null,
        approvedAt,
      });
      expect((await countLeads(db, { approved: true })).count).toBe(approvedAt === null ? 0 : 1);
    }
  });
});

describe("a patch that changes nothing", () => {
  it("leaves version, times, events and everything else as they were", async ({ db }) => {
    const lead = await addSetLead(db);
    const before = await traces(db, lead);
    const same: Record<string, unknown>[] = [
      {},
      SET,
      { approvedAt: new Date(NOON).toISOString() },
      { tags: ["MESSE", " favorit", "messe"] },
      { notes: "Rückruf \r\n" },
      { topics: ["Solar", "Wärme", "Solar"] },
    ];
    for (const input of same) {
      expect(await patch(db, lead, input), JSON.stringify(input)).toEqual(before.row);
    }
    expect(await traces(db, lead)).toEqual(before);
  });
});

describe("a change", () => {
  it("is one event with what was and what is, by whom and when", async ({ db }) => {
    const lead = await addSetLead(db);
    await patch(db, lead, { notes: "Neu", tags: ["messe"], priority: "hoch", approved: false });
    const [event, first, ...more] = await findEvents(db, lead.seq);
    expect(event).toMatchObject({ kind: "updated", actor: "ben", at: LATER, jobId: null });
    expect(JSON.parse(event?.changes ?? "")).toEqual({
      notes: { from: "Rückruf", to: "Neu" },
      tags: { from: ["favorit", "messe"], to: ["messe"] },
      approved: { from: true, to: false },
      approvedAt: { from: new Date(NOON).toISOString(), to: null },
      noteEntries: {
        from: [{ id: expect.any(String), at: NOON, actor: "ben", text: "Rückruf", channel: null }],
        to: [{ id: expect.any(String), at: LATER, actor: "ben", text: "Neu", channel: null }],
      },
    });
    expect(Object.keys(JSON.parse(first?.changes ?? ""))).toHaveLength(13);
    expect(more).toEqual([]);
  });

  it("counts the version up and remembers which fields a person set", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de", editedFields: '["phone"]' });
    expect(await patch(db, lead, { notes: "a" })).toMatchObject({ version: 2, updatedAt: LATER });
    const second = await patch(db, lead, { notes: null, status: "qualifiziert" });
    expect(second.version).toBe(3);
    expect(JSON.parse(second.editedFields)).toEqual(["phone", "notes", "status"]);
  });
});

describe("If-Match", () => {
  it.each([
    ["the lead's tag", (tag: string) => tag],
    ["any, with blanks", () => "  * "],
    ["a list with it", (tag: string) => `"x", ${tag} ,"y"`],
    ["nothing", () => null],
  ])("lets a change through: %s", async (_, header) => {
    const db = await openTestStore();
    const lead = await addSetLead(db);
    const changed = await patch(db, lead, { notes: "Neu" }, { ifMatch: header(entityTag(lead)) });
    expect(changed.notes).toBe("Neu");
    expect(entityTag(changed)).not.toBe(entityTag(lead));
  });

  it.each([
    ["a list of weak and old tags", (tag: string, now: string) => `${tag}, W/${now}`],
    ["a star in a list", (tag: string) => `${tag}, *`],
  ])("refuses it: %s", async (_, header) => {
    const db = await openTestStore();
    const lead = await addSetLead(db);
    const now = await patch(db, lead, { status: "abgelehnt" });
    const before = await traces(db, lead);
    const ifMatch = header(entityTag(lead), entityTag(now));
    const refusal = { status: 412, headers: { etag: entityTag(now) } };
    // Even without a change.
    for (const input of [{ notes: "Neu" }, {}]) {
      await expect(patch(db, lead, input, { ifMatch })).rejects.toMatchObject(refusal);
    }
    expect(await traces(db, lead)).toEqual(before);
  });
});

describe("values that were on the screen", () => {
  it("refuse a change of what somebody changed meanwhile", async ({ db }) => {
    const lead = await addSetLead(db);
    await patch(db, lead, { topics: [] });
    const before = await traces(db, lead);
    const input = { notes: "Meins", topics: ["Wasser"] };
    const refused = patch(db, lead, input, { seen: { topics: "Solar, Wärme" } });
    await expect(refused).rejects.toMatchObject({ status: 409 });
    expect(await traces(db, lead)).toEqual(before);
  });

  it("count as seen where they are older than the rules for new ones", async ({ db }) => {
    const companyType = "Stadt  werke";
    const lead = await addLead(db, { domain: "firma.de", companyType, topics: '["Gas, Öl"]' });
    const seen = { companyType, topics: "Gas, Öl" };
    const changed = await patch(db, lead, { companyType: "Stadtwerk", topics: ["Gas"] }, { seen });
    expect(changed).toMatchObject({ companyType: "Stadtwerk", topics: '["Gas"]' });
  });
});
