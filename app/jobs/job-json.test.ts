import { expect, it } from "vitest";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { addJob, addLead, openTestStore } from "~tests/store";
import { toJobResult } from "./job-json.server";

it("a result shows its lead's person whole, and the found one where the lead has none", async () => {
  const db = await openTestStore();
  const job = await addJob(db, { kind: "contacts", params: "{}" });
  const found = { contactName: "Erika", contactTitle: "CEO", contactProfileUrl: "https://x.de/e" };
  const leads = [
    await addLead(db, { domain: "eins.de", contactName: "Karl" }),
    await addLead(db, { domain: "zwei.de", contactTitle: "Einkauf" }),
  ];
  await insertJobResults(
    db,
    leads.map(({ seq, domain }, index) => ({
      jobId: job.id,
      position: index + 1,
      leadSeq: seq,
      domain,
      isNew: 0 as const,
      ...found,
    })),
  );
  const { results } = await findJobResults(db, job.id, "stored", 9, 0);
  expect(results.map((row) => toJobResult(row, job))).toMatchObject([
    { contactName: "Karl", contactTitle: null, contactProfileUrl: null, source: "csv" },
    found,
  ]);
});
