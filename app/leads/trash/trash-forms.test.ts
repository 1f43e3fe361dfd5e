import { describe, expect } from "vitest";
import { bulkServices } from "~tests/bulk-services";
import { sendForm } from "~tests/forms";
import { addLead, it, NOON } from "~tests/store";
import { mergeLeads } from "../merge/merge-leads.server";
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
        ids: id,
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
    expect(await send("restore-ticked")).toMatchObject({ flash: { tone: "warn" } });
    expect(await send("erase")).toMatchObject({ flash: { text: "1 Lead endgültig gelöscht." } });
    expect((await findTrash(db, 1, 10)).total).toBe(0);
  });
});

it("an erased lead's domain is not suggested again where that is ticked", async ({ db }) => {
  const erase = async (domain: string, fields: object) => {
    const { id } = await addLead(db, { domain });
    await deleteLead(db, id, { actor: "ben", now: NOON });
    return sendForm(trashForms(bulkServices(db), "anna"), { intent: "erase", ids: id, ...fields });
  };
  expect(await erase("müller.de", { block: "on" })).toMatchObject({
    flash: { text: "1 Lead endgültig gelöscht. 1 Domain wird nicht mehr vorgeschlagen." },
  });
  expect(await erase("andere.de", {})).toMatchObject({
    flash: { text: "1 Lead endgültig gelöscht." },
  });
  const { entries } = await findListedPage(db, "blockedDomains", 1, 10);
  expect(entries.map(({ domain }) => domain)).toEqual(["müller.de"]);
  expect((await findTrash(db, 1, 10)).total).toBe(0);
  const merged = await addLead(db, { domain: "teil.de" });
  const { id } = await addLead(db, { domain: "ganz.de" });
  await mergeLeads(db, id, { otherId: merged.id }, { actor: "ben", now: NOON });
  await deleteLead(db, id, { actor: "ben", now: NOON });
  const forms = trashForms(bulkServices(db), "anna");
  expect(await sendForm(forms, { intent: "block", id })).toMatchObject({
    flash: { text: "ganz.de und teil.de sind gesperrt und werden nie wieder gespeichert." },
  });
});

it("several are erased at once, and each is found by name, domain or town", async ({ db }) => {
  const leads = [
    { domain: "maler.de", companyName: "Maler Groß", city: "Köln" },
    { domain: "baeder.de", companyName: "Bäder Klein", city: "Köln" },
    { domain: "dach.de", companyName: null, city: "Ulm" },
  ];
  const ids: string[] = [];
  for (const lead of leads) {
    const { id } = await addLead(db, lead);
    await deleteLead(db, id, { actor: "ben", now: NOON });
    ids.push(id);
  }
  const found = async (q: string) =>
    (await findTrash(db, 1, 10, q)).entries.map(({ domain }) => domain).sort();
  expect(await found("KOELN")).toEqual(["baeder.de", "maler.de"]);
  expect(await found("köln gross")).toEqual(["maler.de"]);
  expect(await found("dach.de")).toEqual(["dach.de"]);
  expect(await found("hamburg")).toEqual([]);
  const send = () =>
    sendForm(trashForms(bulkServices(db), "anna"), {
      intent: "erase",
      ids: [ids[0] ?? "", ids[2] ?? "", "unbekannt"],
    });
  expect(await send()).toMatchObject({ flash: { text: "2 Leads endgültig gelöscht." } });
  expect(await found("")).toEqual(["baeder.de"]);
  expect(await send()).toMatchObject({ flash: { tone: "warn" } });
});
