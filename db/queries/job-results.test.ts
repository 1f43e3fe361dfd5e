import { describe, expect } from "vitest";
import { addJob, addLead, it, NOON } from "~tests/store";
import type { Db } from "../client";
import type { JobResultRow } from "../schema";
import {
  countEmailStates,
  countSkipped,
  failPendingEmails,
  findJobResults,
  findNameOnlyResults,
  findPendingEmails,
  findResultDomains,
  findResultsInState,
  hasResultDomain,
  insertJobResults,
  markEmailsPending,
  purgeUnstoredResults,
  setEmailState,
} from "./job-results";

async function jobWith(db: Db, ...results: Partial<JobResultRow>[]) {
  const { id } = await addJob(db);
  const rows = results.map((fields, index) => ({
    jobId: id,
    position: index + 1,
    isNew: 0 as const,
    emailState: "pending" as const,
    ...fields,
  }));
  await insertJobResults(db, rows);
  return id;
}

const rowsOf = (db: Db, jobId: string) =>
  db.selectFrom("jobResults").selectAll().where("jobId", "=", jobId).orderBy("position").execute();

/** With a lead, by name alone, deleted, erased, and left out before. */
async function mixedJob(db: Db) {
  const { seq } = await addLead(db, { domain: "eins.de" });
  return jobWith(
    db,
    { leadSeq: seq, domain: "eins.de", companyName: "Eins" },
    { companyName: "Zwei", contactName: "Erika", contactTitle: "CEO" },
    { domain: "weg.de", companyName: "Weg" },
    {},
    { companyName: "Drei", skipReason: "duplicate", emailState: null },
  );
}

describe("the results of a job", () => {
  it("are chosen, paged and counted, with their leads as they are now", async ({ db }) => {
    const one = await addLead(db, { domain: "eins.de" });
    const two = await addLead(db, { domain: "zwei.de" });
    const id = await jobWith(
      db,
      { leadSeq: one.seq, domain: "eins.de", isNew: 1 },
      { skipReason: "no_domain" },
      { leadSeq: two.seq, domain: "zwei.de" },
      { skipReason: "platform" },
      { domain: "eins.de", skipReason: "duplicate" },
      { skipReason: "platform" },
    );
    await jobWith(db, { domain: "fremd.de" });
    await db.deleteFrom("leads").where("seq", "=", two.seq).execute();

    const positions = async (selection: "stored" | "new" | "skipped", limit = 9, offset = 0) => {
      const page = await findJobResults(db, id, selection, limit, offset);
      return [page.results.map(({ position }) => position), page.total];
    };
    expect(await positions("stored")).toEqual([[1, 3], 2]);
    expect(await positions("stored", 1, 1)).toEqual([[3], 2]);
    expect(await positions("new")).toEqual([[1], 1]);
    expect(await positions("skipped", 2, 0)).toEqual([[2, 4], 4]);
    const { results } = await findJobResults(db, id, "stored", 9, 0);
    expect(results.map(({ lead, domain }) => [lead?.id, domain])).toEqual([
      [one.id, "eins.de"],
      [undefined, "zwei.de"],
    ]);
    expect(await countSkipped(db, id)).toEqual([
      { reason: "duplicate", count: 1 },
      { reason: "no_domain", count: 1 },
      { reason: "platform", count: 2 },
    ]);
    expect([...(await findResultDomains(db, id))].sort()).toEqual(["eins.de", "zwei.de"]);
  });

  it("are marked for the search of emails where the lead has none", async ({ db }) => {
    const { seq: bare } = await addLead(db, { domain: "ohne.de" });
    const { seq: full } = await addLead(db, { domain: "mit.de", email: "info@mit.de" });
    const { seq: asked } = await addLead(db, { domain: "gefragt.de" });
    const id = await jobWith(
      db,
      { leadSeq: bare, domain: "ohne.de", emailState: null },
      { leadSeq: full, domain: "mit.de", emailState: null },
      { leadSeq: asked, domain: "gefragt.de", emailState: "not_found" },
      { skipReason: "no_domain", emailState: null },
    );
    await markEmailsPending(db, id, false);
    const states = async () => Object.fromEntries(await countEmailStates(db, id));
    expect(await findPendingEmails(db, id)).toMatchObject([{ position: 1, leadSeq: bare }]);
    expect(await states()).toEqual({ not_found: 1, pending: 1 });
    await failPendingEmails(db, id);
    expect(await findPendingEmails(db, id)).toEqual([]);
    await setEmailState(db, id, 1, "found");
    expect(await states()).toEqual({ found: 1, not_found: 1 });
  });
});

describe("results whose email is to be looked for", () => {
  it("have a lead, or a name and no domain; deleted and erased leads are left alone", async ({
    db,
  }) => {
    const id = await mixedJob(db);
    const nobody = { contactName: null, contactTitle: null, contactProfileUrl: null };
    expect(await findPendingEmails(db, id)).toEqual([
      {
        position: 1,
        domain: "eins.de",
        companyName: "Eins",
        leadSeq: expect.any(Number),
        ...nobody,
      },
      {
        position: 2,
        domain: null,
        companyName: "Zwei",
        leadSeq: null,
        ...nobody,
        contactName: "Erika",
        contactTitle: "CEO",
      },
    ]);
    expect(await findNameOnlyResults(db, id)).toEqual(["Zwei"]);
  });

  it("that are given up are left out only where no domain was ever known", async ({ db }) => {
    const id = await mixedJob(db);
    await failPendingEmails(db, id);
    const rows = await rowsOf(db, id);
    expect(rows.map(({ emailState, skipReason }) => [emailState, skipReason])).toEqual([
      ["failed", null],
      ["failed", "no_domain"],
      ["failed", null],
      ["failed", null],
      [null, "duplicate"],
    ]);
  });

  it("keep what was found, of one result of one job", async ({ db }) => {
    const id = await mixedJob(db);
    const other = await otherJob(db);
    const found = { domain: "zwei.de", isNew: 1, contactName: "Max", skipReason: null } as const;
    await setEmailState(db, id, 2, "found", found);
    await setEmailState(db, id, 1, null);
    const rows = await rowsOf(db, id);
    expect(rows[1]).toMatchObject({ emailState: "found", ...found, contactTitle: "CEO" });
    expect(rows[0]).toMatchObject({ emailState: null, domain: "eins.de" });
    expect(await rowsOf(db, other)).toMatchObject([{ domain: null }, { domain: null }]);
  });
});

function otherJob(db: Db) {
  return jobWith(db, { companyName: "Eins" }, { companyName: "Zwei" });
}

it("the domains of one job are known, and its results by how their search ended", async ({
  db,
}) => {
  const id = await mixedJob(db);
  const other = await otherJob(db);
  expect(await hasResultDomain(db, id, "weg.de")).toBe(true);
  expect(await hasResultDomain(db, id, "fremd.de")).toBe(false);
  expect(await hasResultDomain(db, other, "weg.de")).toBe(false);
  const pending = await findResultsInState(db, id, "pending", 2);
  expect(pending.map(({ position }) => position)).toEqual([1, 2]);
  expect(await findResultsInState(db, id, "other_domain", 2)).toEqual([]);
});

describe("people that never became a lead's contact", () => {
  it("are forgotten some time after their job", async ({ db }) => {
    const { seq } = await addLead(db, { domain: "firma.de" });
    const old = await addJob(db, { status: "complete", finishedAt: NOON - 1 });
    const young = await addJob(db, { status: "complete", finishedAt: NOON });
    const open = await addJob(db, { status: "running" });
    const person = { companyName: "Firma", contactName: "Otto Zweit", isNew: 0 as const };
    await insertJobResults(
      db,
      [old, young, open].flatMap(({ id: jobId }) => [
        { jobId, position: 1, leadSeq: seq, domain: "firma.de", ...person },
        { jobId, position: 2, skipReason: "no_domain" as const, ...person },
      ]),
    );
    await purgeUnstoredResults(db, NOON);
    const rows = await db
      .selectFrom("jobResults")
      .selectAll()
      .where("contactName", "is", null)
      .execute();
    expect(rows).toMatchObject([{ jobId: old.id, position: 2, companyName: "Firma" }]);
  });
});
