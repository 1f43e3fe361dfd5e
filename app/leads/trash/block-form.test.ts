import { describe, expect } from "vitest";
import { it, NOON, openTestStore } from "~tests/store";
import { runBlockForm } from "./block-form.server";
import { findBlockedPage } from "./block-list.server";

const BY = { actor: "anna", now: NOON };

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("the form of the block list", () => {
  it("blocks and unblocks, and says which domain", async ({ db }) => {
    const domain = " https://www.Müller-Bäder.de/kontakt ";
    expect(await runBlockForm(db, formOf({ intent: "block", domain }), BY)).toEqual({
      flash: { text: "müller-bäder.de ist gesperrt." },
    });
    expect(await runBlockForm(db, formOf({ intent: "unblock", domain }), BY)).toEqual({
      flash: { text: "müller-bäder.de ist nicht mehr gesperrt." },
    });
    expect((await findBlockedPage(db, 1, 10)).total).toBe(0);
  });

  it("does not confirm what did not happen", async ({ db }) => {
    const form = formOf({ intent: "unblock", domain: "firma.de" });
    expect(await runBlockForm(db, form, BY)).toEqual({
      flash: { tone: "warn", text: "firma.de war nicht gesperrt." },
    });
  });

  it.each(["block", "unblock"])("refuses to %s what names no domain", async (intent) => {
    const db = await openTestStore();
    for (const domain of ["", "  ", "firma"]) {
      const address = domain.trim();
      const error = `„${address}“ ist keine Domain. Beispiel: firma.de`;
      const fault = { fault: { address, error } };
      expect(await runBlockForm(db, formOf({ intent, domain }), BY)).toEqual(fault);
    }
    expect(await runBlockForm(db, formOf({ intent }), BY)).toHaveProperty("fault");
  });

  it.each(["block", "unblock"])("refuses to %s a text without end and cuts it", async (intent) => {
    const db = await openTestStore();
    for (const domain of ["x".repeat(60_000), `firma.de/${"x".repeat(60_000)}`]) {
      expect(await runBlockForm(db, formOf({ intent, domain }), BY)).toEqual({
        fault: {
          address: domain.slice(0, 300),
          error: `„${domain.slice(0, 100)}“ ist keine Domain. Beispiel: firma.de`,
        },
      });
    }
    expect((await findBlockedPage(db, 1, 10)).total).toBe(0);
  });
});
