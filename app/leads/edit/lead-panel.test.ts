import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addLead, it } from "~tests/store";
import { loadLeadPanel, saveLeadForm } from "./lead-panel.server";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function stored(db: Db, id: string) {
  return db
    .selectFrom("leads")
    .select(["status", "offerPackage", "salesReason", "notes"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("saving a form of the panel", () => {
  it("gives back only what the person changed, when somebody else changed the same", async ({
    db,
  }) => {
    const { id } = await addLead(db, { domain: "firma.de" });
    await saveLeadForm(
      db,
      id,
      formOf({
        status: "abgelehnt",
        "seen.status": "neu",
        offerPackage: "B",
        "seen.offerPackage": "",
      }),
      "berta",
    );
    const mine = formOf({
      status: "qualifiziert",
      "seen.status": "neu",
      offerPackage: "",
      "seen.offerPackage": "",
    });
    expect(await saveLeadForm(db, id, mine, "anna")).toEqual({
      kind: "conflict",
      values: { status: "qualifiziert" },
    });
    expect(await stored(db, id)).toMatchObject({ status: "abgelehnt", offerPackage: "B" });
  });

  it("protects a field although another one is older than the rules for new ones", async ({
    db,
  }) => {
    const salesReason = "x".repeat(9_000);
    const { id } = await addLead(db, { domain: "firma.de", salesReason, offerPackage: "B" });
    const stale = formOf({
      salesReason,
      "seen.salesReason": salesReason,
      offerPackage: "C",
      "seen.offerPackage": "A",
    });
    expect(await saveLeadForm(db, id, stale, "anna")).toMatchObject({ kind: "conflict" });
    expect(await stored(db, id)).toMatchObject({ offerPackage: "B", salesReason });
  });

  it("says when the lead is gone", async ({ db }) => {
    const form = formOf({ notes: "x", "seen.notes": "" });
    expect(await saveLeadForm(db, "weg", form, "anna")).toEqual({ kind: "missing" });
  });
});

describe("the panel of a lead", () => {
  it("knows the leads before and behind it in the list it was opened from", async ({ db }) => {
    const services = { db, timeZone: "Europe/Berlin" };
    const ids: string[] = [];
    for (const domain of ["b.de", "a.de", "c.de"]) ids.push((await addLead(db, { domain })).id);
    const [b, a, c] = ids;
    const panel = async (id: string | undefined, query: string) => {
      const found = await loadLeadPanel(services, id ?? "", new URLSearchParams(query));
      return [found?.previousId, found?.nextId];
    };
    expect(await panel(b, "sort=domain")).toEqual([a, c]);
    expect(await panel(b, "")).toEqual([a, null]);
    expect(await panel(c, "sort=domain&dir=desc")).toEqual([null, b]);
    expect(await panel(b, "q=c.de&sort=domain")).toEqual([null, c]);
    expect(await loadLeadPanel(services, "weg", new URLSearchParams())).toBeUndefined();
  });
});
