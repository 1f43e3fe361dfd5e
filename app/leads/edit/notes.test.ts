import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findNotes } from "~db/queries/lead-notes";
import type { LeadRow } from "~db/schema";
import { addLead, it, NOON, openTestStore, ZONE } from "~tests/store";
import type { LeadPatch } from "./lead-patch";
import { type PatchOptions, patchLead } from "./update-lead.server";

function change(db: Db, lead: LeadRow, patch: LeadPatch, options: Partial<PatchOptions> = {}) {
  return patchLead(db, lead.id, patch, { actor: "ben", now: NOON + 2, timeZone: ZONE, ...options });
}

describe("a note", () => {
  it("is added, changed and taken away by whom it is, and marks as contacted", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const by = (actor: string, note: PatchOptions["note"]) => change(db, lead, {}, { actor, note });
    const said = async () =>
      (await findNotes(db, lead.seq)).map(({ text, channel, actor }) => [text, channel, actor]);
    await by("ina", { id: null, text: "Eins", channel: null });
    const called = await by("ben", { id: null, text: "kein Bedarf", channel: "anruf" });
    expect(called).toMatchObject({ notes: "Anruf: kein Bedarf\n\nEins", contacted: 1 });
    expect(await by("ben", { id: null, text: null, channel: null })).toEqual(called);
    const [newest, oldest] = await findNotes(db, lead.seq);
    const changed = { id: newest?.id ?? "", text: "Rückruf", channel: null };
    await by("ben", changed);
    expect(await said()).toEqual([
      ["Rückruf", "anruf", "ben"],
      ["Eins", null, "ina"],
    ]);
    const foreign = by("ben", { id: oldest?.id ?? "", text: "x", channel: null });
    await expect(foreign).rejects.toMatchObject({ status: 409 });
    expect(await by("ben", { ...changed, text: null })).toMatchObject({ notes: "Eins" });
  });
});

describe("notes", () => {
  it.each([
    ["Neu\n\nZwei\n\nEins", ["Neu ben", "Zwei anna", "Eins ina"]],
    ["Neu\n\n\nZwei\n\nEins", ["Neu\n ben", "Zwei anna", "Eins ina"]],
    ["Zwei!\n\nEins", ["Zwei! ben", "Eins ina"]],
    ["Eins", ["Eins ina"]],
    ["Zwei\n\nEins\n\nNeu", ["Zwei\n\nEins\n\nNeu ben"]],
    ["Eins\n\nZwei", ["Eins\n\nZwei ben"]],
    [null, []],
  ])("stay whose they are below what is new: %j", async (notes, entries) => {
    const db = openTestStore();
    const lead = await addLead(db, { domain: "firma.de" });
    await change(db, lead, { notes: "Eins" }, { actor: "ina", now: NOON });
    await change(db, lead, { notes: "Zwei\n\nEins" }, { actor: "anna", now: NOON + 1 });
    expect((await change(db, lead, { notes }))?.notes).toBe(notes);
    const told = (await findNotes(db, lead.seq)).map(({ text, actor }) => `${text} ${actor}`);
    expect(told).toEqual(entries);
  });
});
