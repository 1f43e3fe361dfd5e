import { describe, expect } from "vitest";
import { addJob, addLead, it, NOON } from "~tests/store";
import type { Db } from "../client";
import type { JobResultRow } from "../schema";
import {
  countEmailStates,
  failPendingEmails,
  findPendingEmails,
  insertJobResults,
  markEmailsPending,
  purgeUnstoredResults,
  setEmailState,
  withoutHidden,
} from "./job-results";
import { addObjections } from "./objections";

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

describe("the results of a job", () => {
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

describe("a job's counts", () => {
  it("leave out companies that must not be contacted", async ({ db }) => {
    const stays = await addLead(db, { domain: "bleibt.de" });
    const { seq } = await addLead(db, { domain: "gesperrt.de" });
    const id = await jobWith(
      db,
      { leadSeq: stays.seq, domain: "bleibt.de", isNew: 1 },
      { domain: "weg.de", isNew: 1 },
      { domain: "gesperrt.de", isNew: 1 },
      { domain: "gesperrt.de", skipReason: "blocked" },
    );
    const other = await addJob(db, { found: 1, stored: 1 });
    await addObjections(db, [seq], { reason: "", at: NOON, actor: "anna" });
    const job = { id, found: 4, stored: 3, fresh: 3 };
    expect(await withoutHidden(db, [job, other])).toEqual([
      { id, found: 3, stored: 2, fresh: 2 },
      other,
    ]);
  });
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
