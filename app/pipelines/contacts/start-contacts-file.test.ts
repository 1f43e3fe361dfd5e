import { expect, it } from "vitest";
import { tableOf } from "~tests/import-run";
import { openTestStore } from "~tests/store";
import { storeContactsUpload } from "./start-contacts.server";
import { findContactsDraft } from "./start-contacts-file.server";

const LIST = tableOf(["Firma", "Web"], ["Eins", "eins.de"], ["Zwei", ""]);

it.each([
  ["is guessed where nothing was said", {}, ["Web", "Firma", 1, 1]],
  ["is none where none was chosen", { domainColumn: "", companyColumn: "" }, [null, null, 0, 0]],
  ["is the one that was chosen", { domainColumn: "Web" }, ["Web", null, 1, 0]],
  ["that the list does not have is none", { domainColumn: "Fehlt" }, [null, null, 0, 0]],
])("the columns of a list: a column %s", async (_, chosen, expected) => {
  const db = await openTestStore();
  const id = await storeContactsUpload(db, "Messe.csv", LIST, "anna");
  const draft = await findContactsDraft(db, id, chosen);
  expect([
    draft?.domainColumn,
    draft?.companyColumn,
    draft?.counts.withDomain,
    draft?.counts.byName,
  ]).toEqual(expected);
});

it("a list that is not there has no draft", async () => {
  expect(await findContactsDraft(await openTestStore(), "fehlt", {})).toBeNull();
});
