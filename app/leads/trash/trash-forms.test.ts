import { describe, expect } from "vitest";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addLead, it, NOON } from "~tests/store";
import { findListedPage } from "./block-list.server";
import { deleteLead, findTrash } from "./delete-leads.server";
import { trashForms } from "./trash-forms.server";

const TRASH = "/leadspeicher/papierkorb";
const _BLOCK_LIST = "/leadspeicher/sperrliste";

describe("the forms of the Papierkorb", () => {
  it("name the leads that stay because they are blocked, and erase what is left", async ({
    db,
  }) => {
    const { id } = await addLead(db, { domain: "firma.de" });
    await deleteLead(db, id, { actor: "ben", now: NOON });
    const send = (intent: string) =>
      sendForm(trashForms(bulkServices(db), "anna"), {
        intent,
        id,
        back: "//example.org",
      });
    expect(await send("block")).toEqual({
      to: TRASH,
      flash: { text: "firma.de ist gesperrt und wird nie wieder gespeichert." },
    });
    expect(await send("restore")).toMatchObject({
      flash: {
        tone: "warn",
        text: "0 Leads wiederhergestellt. 1 Lead bleibt dort: auf der Sperrliste.",
      },
    });
    expect(await send("erase")).toMatchObject({ flash: { text: "1 Lead endgültig gelöscht." } });
    expect((await findTrash(db, 1, 10)).total).toBe(0);
  });
});

it("an erased lead's domain is not suggested again where that is ticked", async ({ db }) => {
  const erase = async (domain: string, fields: object) => {
    const { id } = await addLead(db, { domain });
    await deleteLead(db, id, { actor: "ben", now: NOON });
    return sendForm(trashForms(bulkServices(db), "anna"), { intent: "erase", id, ...fields });
  };
  expect(await erase("müller.de", { block: "on" })).toMatchObject({
    flash: { text: "1 Lead endgültig gelöscht. müller.de wird nicht mehr vorgeschlagen." },
  });
  expect(await erase("andere.de", {})).toMatchObject({
    flash: { text: "1 Lead endgültig gelöscht." },
  });
  const { entries } = await findListedPage(db, "blockedDomains", 1, 10);
  expect(entries.map(({ domain }) => domain)).toEqual(["müller.de"]);
  expect((await findTrash(db, 1, 10)).total).toBe(0);
});
