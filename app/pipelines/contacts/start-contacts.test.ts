import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { FakeFinder, servicesWith } from "~tests/fake-providers";
import { tableOf } from "~tests/import-run";
import { it, openTestStore } from "~tests/store";
import { storeUpload } from "../../jobs/uploads.server";
import { invalid } from "../../refusal";
import { findContactsDraft, LOST_LIST, startContacts } from "./start-contacts.server";

const LIST = tableOf(["Firma", "Web"], ["Eins", "eins.de"], ["Zwei", ""]);
const CHOICE = { domainColumn: "Web", companyColumn: "Firma", category: "sales" } as const;

function servicesOf(db: Db) {
  const { providers } = servicesWith({ emails: new FakeFinder() });
  return { db, providers, jobs: { wake: vi.fn() } };
}

const jobsOf = (db: Db) => db.selectFrom("jobs").selectAll().execute();

describe("starting a list", () => {
  it("twice answers the run that is under way, and begins anew when it has ended", async () => {
    const db = await openTestStore();
    const services = servicesOf(db);
    const uploadId = await storeUpload(db, "contacts", "Messe.csv", LIST, "anna");
    const other = await storeUpload(db, "contacts", "Messe.csv", LIST, "anna");
    const start = async (id: string) =>
      (await startContacts(services, { uploadId: id, ...CHOICE }, "anna")).id;
    const first = await start(uploadId);
    expect(await start(uploadId)).toBe(first);
    expect(await start(other)).not.toBe(first);
    await db.updateTable("jobs").set({ status: "complete" }).execute();
    expect(await start(uploadId)).not.toBe(first);
    expect(await jobsOf(db)).toHaveLength(3);
  });

  it("is refused where the list is gone, is another's, or names no company", async ({ db }) => {
    const services = servicesOf(db);
    const start = (uploadId: string, choice = {}) =>
      startContacts(services, { uploadId, ...CHOICE, ...choice }, "anna");
    await expect(start("fehlt")).rejects.toThrow(invalid("file", LOST_LIST));
    const profiles = await storeUpload(db, "profiles", "Profile.csv", LIST, "anna");
    await expect(start(profiles)).rejects.toThrow(LOST_LIST);
    const empty = tableOf(["Firma", "Web"], ["", "-"], ["", "facebook.com"]);
    const none = await storeUpload(db, "contacts", "Leer.csv", empty, "anna");
    await expect(start(none)).rejects.toThrow("In keiner Zeile steht eine Firma");
    const uploadId = await storeUpload(db, "contacts", "Messe.csv", LIST, "anna");
    await expect(start(uploadId, { domainColumn: "Fehlt" })).rejects.toMatchObject({ status: 422 });
    const nothing = { domainColumn: null, companyColumn: null };
    await expect(start(uploadId, nothing)).rejects.toThrow("Eine Spalte mit Domain");
    expect(await jobsOf(db)).toEqual([]);
    expect(services.jobs.wake).not.toHaveBeenCalled();
  });
});

it.each([
  ["is guessed where nothing was said", {}, ["Web", "Firma", 1, 1]],
  ["is none where none was chosen", { domainColumn: "", companyColumn: "" }, [null, null, 0, 0]],
  ["is the one that was chosen", { domainColumn: "Web" }, ["Web", null, 1, 0]],
  ["that the list does not have is none", { domainColumn: "Fehlt" }, [null, null, 0, 0]],
])("the columns of a list: a column %s", async (_, chosen, expected) => {
  const db = await openTestStore();
  const id = await storeUpload(db, "contacts", "Messe.csv", LIST, "anna");
  const draft = await findContactsDraft(db, id, chosen);
  expect([
    draft?.domainColumn,
    draft?.companyColumn,
    draft?.counts.withDomain,
    draft?.counts.byName,
  ]).toEqual(expected);
});
