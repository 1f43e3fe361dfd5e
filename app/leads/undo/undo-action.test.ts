import { afterEach, describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { purgeActions } from "~db/queries/actions";
import { findTags, parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addLead, it, NOON, openTestStore } from "~tests/store";
import { runBulkAction } from "../bulk/run-bulk-action.server";
import { LeadPatchSchema } from "../edit/lead-patch";
import { patchLead } from "../edit/update-lead.server";
import { trashForms } from "../trash/trash-forms.server";

afterEach(() => void vi.useRealTimers());

function openScene() {
  const db = openTestStore();
  const services = bulkServices(db);
  const undo = async (actor: string, fields: Record<string, string> = {}) => {
    const answer = await sendForm(trashForms(services, actor), { intent: "undo", ...fields });
    return "flash" in answer ? answer.flash : undefined;
  };
  const lastId = async () => {
    const newest = db.selectFrom("actions").select("id").orderBy("id", "desc").limit(1);
    return (await newest.executeTakeFirst())?.id ?? "";
  };
  const bulk = async (
    actor: string,
    name: Parameters<typeof runBulkAction>[1]["name"],
    ids: readonly string[],
    tag?: string,
  ) => (await runBulkAction(services, { name, tag, selection: { ids } }, actor)).actionId ?? "";
  const patch = async (actor: string, id: string, input: object) =>
    patchLead(db, id, LeadPatchSchema.parse(input), {
      actor,
      now: Date.now(),
      timeZone: "Europe/Berlin",
    });
  return { db, services, undo, bulk, patch, lastId };
}

/** The stored lead; null if it is deleted. */
async function shown(db: Db, { seq }: Pick<LeadRow, "seq">) {
  const row = await db.selectFrom("leads").selectAll().where("seq", "=", seq).executeTakeFirst();
  if (row === undefined) return null;
  const { companyType, salesReason, approved, approvedAt, contacted, editedFields } = row;
  const tags = (await findTags(db, [seq])).get(seq) ?? [];
  const edited = parseList(editedFields);
  return { companyType, salesReason, approved, approvedAt, contacted, edited, tags };
}

describe("what nobody else has changed since is taken back", () => {
  it("of tags one by one, with what they say of the lead", async () => {
    const { db, undo, bulk } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    await bulk("anna", "addTag", [a.id], "alt");
    const added = await bulk("anna", "addTag", [a.id, b.id], "kontaktiert");
    await bulk("ben", "addTag", [a.id], "vip");
    await bulk("ben", "removeTag", [b.id], "kontaktiert");
    await undo("anna", { actionId: added });
    expect(await shown(db, a)).toMatchObject({ tags: ["alt", "vip"], contacted: 0 });
    expect(await shown(db, b)).toMatchObject({ tags: [], contacted: 0 });
  });

  it("of fields, with whether a person set them, and again what was taken back", async () => {
    const { db, undo, patch, lastId } = openScene();
    const lead = await addLead(db, { domain: "a.de", companyType: "Alt" });
    await patch("anna", lead.id, { companyType: "Bau", salesReason: "Passt" });
    const first = await lastId();
    await patch("ben", lead.id, { salesReason: "Nein" });
    const kept = { salesReason: "Nein", edited: ["salesReason"] };
    await undo("anna", { actionId: first });
    const redo = await lastId();
    expect(await shown(db, lead)).toMatchObject({ companyType: "Alt", ...kept });
    await undo("ben", { actionId: redo });
    const both = ["companyType", "salesReason"];
    expect(await shown(db, lead)).toMatchObject({ companyType: "Bau", ...kept, edited: both });
    expect(await undo("anna", { actionId: first })).toMatchObject({ tone: "warn" });
  });

  it("of persons one by one, and loses none", async () => {
    const { db, undo, patch, lastId } = openScene();
    const lead = await addLead(db, { domain: "a.de" });
    const [old, young, otto] = ["Anna Alt", "Anna Neu", "Otto Orth"].map((name) => ({ name }));
    await patch("anna", lead.id, { contacts: [old] });
    await patch("anna", lead.id, { contacts: [young, otto] });
    const changed = await lastId();
    await patch("ben", lead.id, { contacts: [young, { ...otto, title: "Chef" }] });
    await undo("anna", { actionId: changed });
    const { contacts } = await db.selectFrom("leads").select("contacts").executeTakeFirstOrThrow();
    expect(JSON.parse(contacts)).toMatchObject([old, { ...otto, title: "Chef" }]);
  });

  it("of owner and day given to many, but not where somebody gave another", async () => {
    const { db, services, undo, patch } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const selection = { ids: [a.id, b.id] };
    const given = { name: "assign", owner: "anna", selection } as const;
    const due = { name: "followUp", followUpAt: "2026-12-01", selection } as const;
    const assigned = await runBulkAction(services, given, "anna");
    const dated = await runBulkAction(services, due, "anna");
    await patch("ben", b.id, { owner: "ben", followUpAt: "2026-12-02" });
    for (const { actionId = "" } of [assigned, dated]) await undo("anna", { actionId });
    const rows = await db.selectFrom("leads").select(["owner", "followUpAt"]).execute();
    const later = { owner: "ben", followUpAt: Date.parse("2026-12-01T23:00:00Z") };
    expect(rows).toEqual([{ owner: null, followUpAt: null }, later]);
  });

  it("of an approval, but not of a later one", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { db, undo, bulk } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const approved = await bulk("anna", "approve", [a.id, b.id]);
    vi.setSystemTime(NOON + 1_000);
    await bulk("ben", "unapprove", [a.id]);
    await bulk("ben", "approve", [a.id]);
    await undo("anna", { actionId: approved });
    expect(await shown(db, a)).toMatchObject({ approved: 1, approvedAt: NOON + 1_000 });
    expect(await shown(db, b)).toMatchObject({ approved: 0, approvedAt: null });
  });

  it("of a deletion what that deletion took, of a restoration what nobody worked on", async () => {
    const { db, undo, bulk } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const ids = [a.id, b.id];
    const isThere = async () => [await shown(db, a), await shown(db, b)].map((one) => one !== null);
    const deleted = await bulk("anna", "delete", ids);
    await bulk("ben", "restore", [a.id]);
    await bulk("ben", "delete", [a.id]);
    await undo("anna", { actionId: deleted });
    expect(await isThere()).toEqual([false, true]);
    await bulk("anna", "delete", [b.id]);
    const restored = await bulk("anna", "restore", ids);
    await bulk("ben", "favorite", [a.id]);
    await undo("anna", { actionId: restored });
    expect(await isThere()).toEqual([true, false]);
  });
});

describe("taking back", () => {
  it("of one lead names what stays and by whom", async () => {
    const { db, undo, patch } = openScene();
    const { id } = await addLead(db, { domain: "a.de" });
    await patch("anna", id, { companyType: "Bau", salesReason: "Passt" });
    await patch("Jana", id, { salesReason: "Passt nicht" });
    const text =
      "Rückgängig: Firmentyp, Begründung geändert. Zurückgesetzt, außer Begründung. Das hat Jana inzwischen geändert.";
    expect(await undo("anna")).toMatchObject({ text, undo: { actionId: expect.any(String) } });
    await patch("anna", id, { salesReason: "Doch" });
    await patch("Jana", id, { salesReason: "Nein" });
    const nothing =
      "Rückgängig: Begründung geändert. Nicht zurückgesetzt: Begründung. Das hat Jana inzwischen geändert.";
    expect(await undo("anna")).toEqual({ tone: "warn", text: nothing });
  });

  it("of one entry of the timeline leaves the other leads, and the rest can still follow", async () => {
    const { db, undo, bulk } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const actionId = await bulk("anna", "approve", [a.id, b.id]);
    await undo("ben", { actionId, id: a.id });
    expect(await shown(db, a)).toMatchObject({ approved: 0 });
    expect(await shown(db, b)).toMatchObject({ approved: 1 });
    await undo("anna", { actionId });
    expect(await shown(db, b)).toMatchObject({ approved: 0 });
  });

  it("of many is a job, which leaves what changed since, and can be taken back itself", async () => {
    const { db, services, undo, bulk, lastId } = openScene();
    const ids = await db.transaction().execute(async (trx) => {
      const made = [];
      for (let n = 0; n < 1_050; n += 1) {
        made.push((await addLead(trx, { domain: `firma-${n}.de` })).id);
      }
      return made;
    });
    const favorites = async () =>
      (await db.selectFrom("leads").select("id").where("favorite", "=", 1).execute()).length;
    await bulk("anna", "favorite", ids);
    expect(await undo("anna")).toMatchObject({ text: expect.stringContaining("läuft noch") });
    const [job] = await db.selectFrom("jobs").select("id").execute();
    await services.jobs.untilEnded(job?.id ?? "");
    await bulk("ben", "unfavorite", ids.slice(0, 3));
    expect(await favorites()).toBe(1_047);
    // The job's page reports the result.
    expect(await undo("anna")).toBeUndefined();
    const undone = await db.selectFrom("jobs").selectAll().orderBy("id", "desc").executeTakeFirst();
    expect(await services.jobs.untilEnded(undone?.id ?? "")).toMatchObject({
      query: "Rückgängig: Als Favorit gemerkt",
      stored: 1_047,
    });
    expect(await favorites()).toBe(0);
    await undo("anna", { actionId: await lastId() });
    const redone = await db.selectFrom("jobs").selectAll().orderBy("id", "desc").executeTakeFirst();
    await services.jobs.untilEnded(redone?.id ?? "");
    expect(await favorites()).toBe(1_047);
  });

  it("is over after ten minutes for the key, and for good when it is cleaned up", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { db, undo, bulk } = openScene();
    const { id } = await addLead(db, { domain: "a.de" });
    const actionId = await bulk("anna", "approve", [id]);
    const nothing = { tone: "warn", text: expect.stringContaining("nichts mehr rückgängig") };
    expect(await undo("ben")).toMatchObject(nothing);
    vi.setSystemTime(NOON + 600_001);
    expect(await undo("anna")).toMatchObject(nothing);
    await purgeActions(db, NOON + 1);
    expect(await undo("anna", { actionId })).toMatchObject({ tone: "warn" });
  });
});
