import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { sendForm } from "~tests/forms";
import { addLead, it, openTestStore } from "~tests/store";
import { leadForms } from "./lead-panel.server";

const BACK = "/leadspeicher/1?q=x";

async function save(db: Db, id: string, fields: Record<string, string>) {
  const forms = leadForms(db, id, { actor: "anna", back: BACK });
  return sendForm(forms, { intent: "details", ...fields });
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
      notes: "alt",
    });
    const sent = {
      ...{ companyType: "Stadtwerk", "seen.companyType": "Stadtwerk" },
      ...{ salesScore: "4", "seen.salesScore": "" },
      ...{ topics: "Gas, Wasser ,, Gas", "seen.topics": "Gas" },
      ...{ notes: " \r\n ", "seen.notes": "alt" },
    };
    expect(await save(db, id, sent)).toEqual({ to: BACK });
    expect(await stored(db, id)).toMatchObject({
      companyType: "Stadtwerk",
      salesScore: 4,
      topics: '["Gas","Wasser"]',
      notes: null,
      editedFields: '["notes","topics","salesScore"]',
    });
  });

  it("takes the line ends that browsers send for no change", async ({ db }) => {
    const { id, version } = await addLead(db, { domain: "firma.de", notes: "eins\r\nzwei" });
    const sent = { notes: "eins\r\nzwei", "seen.notes": "eins\nzwei" };
    expect(await save(db, id, sent)).toEqual({ to: BACK });
    expect(await stored(db, id)).toMatchObject({ version });
  });

  it.each([
    ["salesScore", "6", /von 1 bis 5/],
    ["salesScore", "viel", /von 1 bis 5/],
    ["companyType", "x".repeat(201), /Höchstens 200 Zeichen/],
    ["notes", "x".repeat(20_001), /Höchstens 20\.000 Zeichen/],
    ["topics", "x".repeat(101), /Höchstens 100 Zeichen/],
  ])("names the field at fault and keeps all that was typed: %s", async (field, value, message) => {
    const db = await openTestStore();
    const { id } = await addLead(db, { domain: "firma.de", offerPackage: "Basis" });
    const sent = { [field]: value, offerPackage: "", "seen.offerPackage": "Basis" };
    expect(await save(db, id, sent)).toMatchObject({
      status: 422,
      changed: { [field]: value, offerPackage: "" },
      errors: { [field]: expect.stringMatching(message) },
      problem: undefined,
    });
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
      problem: expect.stringContaining("inzwischen geändert"),
    });
    expect(await stored(db, id)).toMatchObject(changed);
  });

  it("protects a field although another one is older than the rules for new ones", async ({
    db,
  }) => {
    const salesReason = "x".repeat(9_000);
    const { id } = await addLead(db, { domain: "firma.de", salesReason, offerPackage: "B" });
    const untouched = { salesReason, "seen.salesReason": salesReason };
    const stale = { ...untouched, offerPackage: "C", "seen.offerPackage": "A" };
    expect(await save(db, id, stale)).toMatchObject({ status: 409 });
    expect(await stored(db, id)).toMatchObject({ offerPackage: "B", salesReason });
    await save(db, id, { ...stale, "seen.offerPackage": "B" });
    expect(await stored(db, id)).toMatchObject({ offerPackage: "C", salesReason });
  });

  it("says when the lead is gone", async ({ db }) => {
    const sent = save(db, "weg", { notes: "x", "seen.notes": "" });
    await expect(sent).rejects.toMatchObject({ status: 404 });
  });
});
