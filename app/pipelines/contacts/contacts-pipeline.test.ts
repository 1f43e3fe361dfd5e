import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findSources } from "~db/queries/leads";
import { FakeFinder, foundPerson, NOT_FOUND, servicesWith } from "~tests/fake-providers";
import { tableOf } from "~tests/import-run";
import { resumeRun, startRun } from "~tests/job-run";
import { addLead, it, openTestStore } from "~tests/store";
import type { ContactsParams } from "../../jobs/kinds/job-params.server";
import { storeUpload } from "../../jobs/uploads.server";
import type { EmailAnswer } from "../../providers/email-finder";
import type { FileTable } from "../../reading/tables/fields";
import { contactsPipeline } from "./contacts-pipeline.server";

const LIST = tableOf(
  ["Firma", "Domain", "Ort"],
  ["Eins GmbH", "https://www.eins.de", "Köln"],
  ["Zwei GmbH", "", "Bonn"],
  ["Eins wieder", "eins.de", ""],
  ["zwei  gmbh", "", ""],
  ["", "facebook.com/wer", ""],
  ["", "", "Aachen"],
  ["Drei GmbH", "info@drei.de", ""],
);

async function startList(db: Db, table: FileTable, change: Partial<ContactsParams> = {}) {
  const uploadId = await storeUpload(db, "contacts", "Messe.csv", table, "anna");
  const params: ContactsParams = {
    uploadId,
    fileName: "Messe.csv",
    rows: table.rows.length,
    domainColumn: "Domain",
    companyColumn: "Firma",
    category: "ceo",
    ...change,
  };
  return startRun(db, {
    kind: "contacts",
    phase: "storing",
    query: "Messe.csv",
    requested: table.rows.length,
    params: JSON.stringify(params),
  });
}

const run = (scene: Awaited<ReturnType<typeof startList>>, finder: FakeFinder | null) =>
  contactsPipeline(servicesWith({ emails: finder })).run(scene.run);

async function resultsOf(db: Db, jobId: string) {
  const query = db.selectFrom("jobResults").selectAll().where("jobId", "=", jobId);
  return query.orderBy("position").execute();
}

function answer(asked: string): EmailAnswer {
  const domains: Record<string, string> = { Zwei: "zwei.de", "eins.de": "eins.de" };
  const domain = domains[asked.split(" ")[0] ?? ""];
  return domain === undefined ? NOT_FOUND : foundPerson(`erika@${domain}`);
}

describe("a list of companies", () => {
  it("becomes leads with their contact persons, each row with what became of it", async () => {
    const db = await openTestStore();
    const scene = await startList(db, LIST);
    const finder = new FakeFinder(answer);
    await run(scene, finder);
    expect(finder.asked).toEqual(["eins.de ceo", "Zwei GmbH ceo", "drei.de ceo"]);
    const results = await resultsOf(db, scene.job.id);
    expect(
      results.map((row) => [row.companyName, row.domain, row.skipReason, row.emailState]),
    ).toEqual([
      ["Eins GmbH", "eins.de", null, "found"],
      ["Zwei GmbH", "zwei.de", null, "found"],
      ["Eins wieder", "eins.de", "duplicate", null],
      ["zwei  gmbh".replace(/ +/, " "), null, "duplicate", null],
      [null, null, "platform", null],
      [null, null, "no_domain", null],
      ["Drei GmbH", "drei.de", null, "not_found"],
    ]);
    expect(scene.run.job).toMatchObject({
      phase: "emails",
      progress: 99,
      found: 7,
      stored: 3,
      fresh: 3,
      warnings: "[]",
    });
    const leads = await db.selectFrom("leads").selectAll().orderBy("domain").execute();
    expect(leads.map((lead) => [lead.domain, lead.email, lead.contactName])).toEqual([
      ["drei.de", null, null],
      ["eins.de", "erika@eins.de", "Erika Mustermann"],
      ["zwei.de", "erika@zwei.de", "Erika Mustermann"],
    ]);
    const [source] = await findSources(db, leads[1]?.seq ?? 0);
    expect(source).toMatchObject({ sourceType: "csv", provider: "datei", term: "Messe.csv" });
    expect(JSON.parse(source?.payload ?? "")).toEqual({
      Firma: "Eins GmbH",
      Domain: "https://www.eins.de",
      Ort: "Köln",
    });
  });

  it("asks of no company that has person and address", async ({ db }) => {
    const table = tableOf(["Domain"], ["voll.de"], ["ohne-person.de"], ["ohne-mail.de"]);
    await addLead(db, { domain: "voll.de", contactName: "Karl", email: "karl@voll.de" });
    await addLead(db, { domain: "ohne-person.de", email: "info@ohne-person.de" });
    await addLead(db, { domain: "ohne-mail.de", contactName: "Karl" });
    const scene = await startList(db, table, { companyColumn: null });
    const finder = new FakeFinder(() => NOT_FOUND);
    await run(scene, finder);
    expect(finder.asked).toEqual(["ohne-person.de ceo", "ohne-mail.de ceo"]);
    expect(scene.run.job).toMatchObject({ stored: 3, fresh: 0 });
    expect((await resultsOf(db, scene.job.id))[0]?.emailState).toBeNull();
  });
});

describe("a run that is interrupted", () => {
  const LONG = tableOf(
    ["Firma", "Domain"],
    ...Array.from({ length: 60 }, (_, n) => [
      `Firma ${n % 50}`,
      n % 2 === 0 ? `firma-${n % 50}.de` : "",
    ]),
  );

  it("while storing goes on with the next row and stores nothing twice", async ({ db }) => {
    const scene = await startList(db, LONG);
    let steps = 0;
    const publish = scene.feed.publish.bind(scene.feed);
    scene.feed.publish = (change) => {
      publish(change);
      steps += 1;
      if (steps === 1) scene.controller.abort("shutdown");
    };
    await expect(run(scene, new FakeFinder())).rejects.toBeDefined();
    expect(await resultsOf(db, scene.job.id)).toHaveLength(25);
    const next = resumeRun(db, scene.run.job);
    await contactsPipeline(servicesWith({ emails: new FakeFinder(() => NOT_FOUND) })).run(next.run);
    const results = await resultsOf(db, scene.job.id);
    expect(results.map(({ position }) => position)).toEqual(LONG.rows.map((_, n) => n + 1));
    expect(results.map(({ companyName }) => companyName)).toEqual(LONG.rows.map(([name]) => name));
    // The last five domains and names were in rows before the stop.
    const doubles = results.filter(({ skipReason }) => skipReason === "duplicate");
    expect(doubles.map(({ position }) => position)).toEqual([
      51, 52, 53, 54, 55, 56, 57, 58, 59, 60,
    ]);
    expect(next.run.job).toMatchObject({ found: 60, stored: 25, fresh: 25 });
    expect(await db.selectFrom("leadSources").select("id").execute()).toHaveLength(25);
  });

  it("while asking does not fall back, and asks nothing twice", async ({ db }) => {
    const scene = await startList(db, LIST);
    const finder = new FakeFinder((asked) => {
      if (asked.startsWith("Zwei")) throw new Error("stop");
      return answer(asked);
    });
    await expect(run(scene, finder)).rejects.toThrow("stop");
    const next = resumeRun(db, scene.run.job);
    expect(next.run.job.phase).toBe("emails");
    // The list is not read again.
    await db.deleteFrom("uploads").execute();
    const second = new FakeFinder(answer);
    await contactsPipeline(servicesWith({ emails: second })).run(next.run);
    expect(second.asked).toEqual(["Zwei GmbH ceo", "drei.de ceo"]);
    expect(await resultsOf(db, scene.job.id)).toHaveLength(7);
    expect(next.run.job).toMatchObject({ stored: 3, fresh: 3 });
  });
});
