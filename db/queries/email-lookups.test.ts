import { describe, expect } from "vitest";
import { it, NOON } from "~tests/store";
import { getEmailLookup, saveEmailLookup } from "./email-lookups";

const KEY = { subject: "firma.de", question: "company", provider: "anymailfinder" };
const ANSWER = { ...KEY, state: "found", emails: "[]", domain: "firma.de" } as const;

describe("the memory of email answers", () => {
  it("keeps the newest answer of each finder to each question", async ({ db }) => {
    const person = { address: "a@firma.de", contact: '{"name":"Anna"}' };
    await saveEmailLookup(db, { ...ANSWER, ...person, lookedUpAt: NOON });
    await saveEmailLookup(db, { ...ANSWER, emails: '["neu@firma.de"]', lookedUpAt: NOON + 1 });
    await saveEmailLookup(db, { ...ANSWER, provider: "anderer", lookedUpAt: NOON });
    await saveEmailLookup(db, { ...ANSWER, question: "person:anna", lookedUpAt: NOON });
    await saveEmailLookup(db, { ...ANSWER, subject: "name:firma", lookedUpAt: NOON });
    expect(await getEmailLookup(db, KEY, NOON)).toEqual({
      ...ANSWER,
      emails: '["neu@firma.de"]',
      address: null,
      contact: null,
      lookedUpAt: NOON + 1,
    });
    expect(await db.selectFrom("emailLookups").selectAll().execute()).toHaveLength(4);
  });

  it("forgets what was asked too long ago", async ({ db }) => {
    await saveEmailLookup(db, { ...ANSWER, lookedUpAt: NOON });
    expect(await getEmailLookup(db, KEY, NOON)).toBeDefined();
    expect(await getEmailLookup(db, KEY, NOON + 1)).toBeUndefined();
    expect(await getEmailLookup(db, { ...KEY, subject: "andere.de" }, NOON)).toBeUndefined();
    expect(await getEmailLookup(db, { ...KEY, question: "person:x" }, NOON)).toBeUndefined();
  });
});
