import fc from "fast-check";
import { afterEach, describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { purgeActions } from "~db/queries/actions";
import { findTags, parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addLead, it, NOON, openTestStore } from "~tests/store";
import { TEST_SEED } from "~tests/test-seed";
import { reportBulk } from "../bulk/page-actions";
import { runBulkAction } from "../bulk/run-bulk-action.server";
import { LeadPatchSchema } from "../edit/lead-patch";
import { patchLead } from "../edit/update-lead.server";
import { trashForms } from "../trash/trash-forms.server";

afterEach(() => void vi.useRealTimers());

const TAGS = ["kontaktiert", "favorit", "messe"];
const FIELDS = ["companyType", "salesReason"] as const;

/** An action's effect on a lead: changed values, a deletion or a restoration. */
type Effect = Map<string, { from: unknown; to: unknown }> | "deleted" | "restored";
interface Done {
  id: string;
  actor: string;
  isUndo: boolean;
  isUndone: boolean;
  effects: Map<number, Effect>;
  /** Leads that another person changed since. */
  touched: Set<number>;
}

/** The store without SQL: the values of each lead, by which action it is deleted, and what each action did. */
class PlainStore {
  readonly leads = Array.from({ length: 4 }, () => ({
    values: new Map<string, unknown>(),
    deletedBy: "",
  }));
  readonly actions: Done[] = [];

  do(id: string, actor: string, isUndo: boolean, work: (done: Done) => void): Done {
    const done = {
      id,
      actor,
      isUndo,
      isUndone: false,
      effects: new Map(),
      touched: new Set<number>(),
    };
    work(done);
    for (const lead of done.effects.keys()) {
      for (const other of this.actions) if (other.actor !== actor) other.touched.add(lead);
    }
    if (done.effects.size > 0) this.actions.push(done);
    return done;
  }

  set(done: Done, index: number, name: string, to: unknown): void {
    const lead = this.leads[index];
    const from = lead?.values.get(name) ?? null;
    if (lead?.deletedBy !== "" || from === to) return;
    lead.values.set(name, to);
    const known = done.effects.get(index);
    done.effects.set(index, new Map(known instanceof Map ? known : []).set(name, { from, to }));
  }

  move(done: Done, index: number, effect: "deleted" | "restored"): void {
    const lead = this.leads[index];
    if (lead === undefined || (lead.deletedBy === "") === (effect === "restored")) return;
    lead.deletedBy = effect === "deleted" ? done.id : "";
    done.effects.set(index, effect);
  }

  /** @returns of how many leads all is as it was */
  undo(what: Done, done: Done): number {
    what.isUndone = true;
    let whole = 0;
    for (const [index, effect] of what.effects) {
      const lead = this.leads[index];
      const before = done.effects.size;
      if (effect === "deleted" && lead?.deletedBy === what.id) this.move(done, index, "restored");
      if (effect === "restored" && !what.touched.has(index)) this.move(done, index, "deleted");
      if (!(effect instanceof Map)) whole += done.effects.size - before;
      else if (lead?.deletedBy === "") {
        const isAsLeft = (name: string) =>
          (lead.values.get(name) ?? null) === (effect.get(name)?.to ?? null);
        const open = [...effect.keys()].filter((name) => isAsLeft(name.replace("?", "")));
        for (const name of open) this.set(done, index, name, effect.get(name)?.from ?? null);
        if (open.length === effect.size) whole += 1;
      }
    }
    return whole;
  }
}

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

/** Each lead of the store as the model has it; null for one that is deleted. */
async function shown(db: Db, seqs: readonly number[]) {
  const rows = await db.selectFrom("leads").selectAll().execute();
  const tags = await findTags(db, seqs);
  return seqs.map((seq) => {
    const row = rows.find((lead) => lead.seq === seq);
    if (row === undefined) return null;
    const own = tags.get(seq) ?? [];
    const isEdited = (field: string) => parseList(row.editedFields).includes(field);
    expect([row.contacted === 1, row.favorite === 1]).toEqual(
      ["kontaktiert", "favorit"].map((tag) => own.includes(tag)),
    );
    expect(row.approved === 1).toBe(row.approvedAt !== null);
    return Object.fromEntries([
      ...TAGS.map((tag) => [tag, own.includes(tag) || null]),
      ["approvedAt", row.approvedAt],
      ...FIELDS.flatMap((field) => [
        [field, row[field]],
        [`${field}?`, isEdited(field) || null],
      ]),
    ]);
  });
}

const NAMES = [...TAGS, "approvedAt", ...FIELDS.flatMap((field) => [field, `${field}?`])];

const steps = fc.array(
  fc.record({
    actor: fc.constantFrom("anna", "ben"),
    act: fc.constantFrom(
      "addTag",
      "removeTag",
      "approve",
      "unapprove",
      "patch",
      "delete",
      "restore",
      "undo",
      "undo",
      "key",
    ),
    leads: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
    tag: fc.constantFrom(...TAGS),
    values: fc.record(
      {
        companyType: fc.constantFrom("A", "B", null),
        salesReason: fc.constantFrom("A", "B", null),
      },
      { requiredKeys: [] },
    ),
    which: fc.nat(),
  }),
  { minLength: 8, maxLength: 30 },
);

it("takes back exactly what nobody else has changed since, whatever two people do", {
  timeout: 120_000,
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const check = fc.asyncProperty(steps, async (actions) => {
    const { db, undo, bulk, patch, lastId } = openScene();
    const model = new PlainStore();
    const rows: LeadRow[] = [];
    for (const domain of ["a.de", "b.de", "c.de", "d.de"]) rows.push(await addLead(db, { domain }));
    for (const { actor, act, leads, tag, values, which } of actions) {
      vi.setSystemTime(Date.now() + 1000);
      const ids = leads.flatMap((index) => rows[index]?.id ?? []);
      if (act === "patch") {
        const [index = 0] = leads;
        await patch(actor, rows[index]?.id ?? "", values);
        model.do(await lastId(), actor, false, (done) => {
          for (const [field, value] of Object.entries(values)) {
            const isNew = (model.leads[index]?.values.get(field) ?? null) !== value;
            model.set(done, index, field, value);
            if (isNew) model.set(done, index, `${field}?`, true);
          }
        });
      } else if (act === "undo" || act === "key") {
        const own = model.actions.filter((done) => done.actor === actor && !done.isUndo);
        const what =
          act === "key"
            ? own.findLast((done) => !done.isUndone)
            : model.actions[which % model.actions.length];
        const flash = await undo(actor, act === "key" ? {} : { actionId: what?.id ?? "none" });
        if (what === undefined || what.isUndone) {
          expect(flash?.tone).toBe("warn");
        } else {
          let changed = 0;
          model.do(await lastId(), actor, !what.isUndo, (done) => {
            changed = model.undo(what, done);
          });
          const known = db.selectFrom("actions").select("text").where("id", "=", what.id);
          const { text } = await known.executeTakeFirstOrThrow();
          const done = { name: "undo", text, isRedo: what.isUndo } as const;
          const [[index, effect] = [], other] = what.effects;
          const isGone = model.leads[index ?? 0]?.deletedBy !== "";
          const told = reportBulk(done, { matched: what.effects.size, changed });
          if (changed > 0 || other || isGone || !(effect instanceof Map))
            expect(flash?.text).toBe(told);
          else expect(flash?.text).toMatch(/etzt[,:] .* (?:anna|ben) inzwischen geändert\.$/);
        }
      } else {
        const now = Date.now();
        const id = await bulk(actor, act, ids, act.endsWith("Tag") ? tag : undefined);
        model.do(id, actor, false, (done) => {
          for (const index of leads) {
            if (act === "delete" || act === "restore") model.move(done, index, `${act}d`);
            else if (act.endsWith("Tag")) model.set(done, index, tag, act === "addTag" || null);
            else if (act === "unapprove") model.set(done, index, "approvedAt", null);
            else if ((model.leads[index]?.values.get("approvedAt") ?? null) === null)
              model.set(done, index, "approvedAt", now);
          }
        });
      }
      const expected = model.leads.map(({ values: known, deletedBy }) =>
        deletedBy === ""
          ? Object.fromEntries(NAMES.map((name) => [name, known.get(name) ?? null]))
          : null,
      );
      expect(
        await shown(
          db,
          rows.map(({ seq }) => seq),
        ),
      ).toEqual(expected);
    }
  });
  await fc.assert(check, { seed: TEST_SEED, numRuns: 60 });
});

describe("taking back", () => {
  it("of one lead names what stays and by whom", async () => {
    const { db, undo, patch } = openScene();
    const { id } = await addLead(db, { domain: "a.de" });
    await patch("anna", id, { companyType: "Bau", salesReason: "Passt" });
    await patch("Jana", id, { salesReason: "Passt nicht" });
    const text =
      "Rückgängig: Firmentyp, Begründung geändert. Zurückgesetzt, außer Begründung: das hat Jana inzwischen geändert.";
    expect(await undo("anna")).toMatchObject({ text, undo: { actionId: expect.any(String) } });
    await patch("anna", id, { salesReason: "Doch" });
    await patch("Jana", id, { salesReason: "Nein" });
    const nothing =
      "Rückgängig: Begründung geändert. Nichts zurückgesetzt: Begründung hat Jana inzwischen geändert.";
    expect(await undo("anna")).toEqual({ tone: "warn", text: nothing });
  });

  it("of one entry of the timeline leaves the other leads, and the rest can still follow", async () => {
    const { db, undo, bulk } = openScene();
    const [a, b] = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const actionId = await bulk("anna", "approve", [a.id, b.id]);
    await undo("ben", { actionId, id: a.id });
    expect(await shown(db, [a.seq, b.seq])).toMatchObject([
      { approvedAt: null },
      { approvedAt: expect.any(Number) },
    ]);
    await undo("anna", { actionId });
    expect(await shown(db, [b.seq])).toMatchObject([{ approvedAt: null }]);
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
    // Its page says the rest.
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
    const nothing = { tone: "warn", text: expect.stringContaining("Nichts rückgängig zu machen") };
    expect(await undo("ben")).toMatchObject(nothing);
    vi.setSystemTime(NOON + 600_001);
    expect(await undo("anna")).toMatchObject(nothing);
    await purgeActions(db, NOON + 1);
    expect(await undo("anna", { actionId })).toMatchObject({ tone: "warn" });
  });
});
