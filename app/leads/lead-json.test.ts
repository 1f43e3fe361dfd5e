import { describe, expect } from "vitest";
import { addTag } from "~db/queries/lead-bulk";
import { findLeadsJson } from "~db/queries/lead-json";
import { addLead, it, NOON } from "~tests/store";
import { dialled, toWholeLead } from "./lead-json.server";
import { LeadSchema } from "./lead-schema";

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
