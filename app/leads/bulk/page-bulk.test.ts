import { describe, expect, it } from "vitest";
import { servicesWith } from "~tests/fake-providers";
import { addLead, openTestStore } from "~tests/store";
import { startEnrichment } from "../../enrichment/start-enrichment.server";
import { JobFeed } from "../../jobs/progress/job-feed.server";
import { JobRunner } from "../../jobs/runner/job-runner.server";
import { parseBulkForm } from "./bulk-form";
import { askBulk, runPageBulk } from "./page-bulk.server";
import type { BulkServices } from "./run-bulk-action.server";

async function openScene() {
  const db = await openTestStore();
  const log = { info: () => undefined, error: () => undefined };
  const jobs = new JobRunner(db, new JobFeed(), {}, log);
  const { providers } = servicesWith({});
  const services: BulkServices = {
    db,
    timeZone: "Europe/Berlin",
    enrichLeads: (seqs, actor) => startEnrichment({ db, jobs, providers }, seqs, actor),
  };
  for (const domain of ["a.de", "b.de"]) await addLead(db, { domain });
  await addLead(db, { domain: "c.de", email: "info@c.de" });
  const parse = (text: string) => parseBulkForm(new URLSearchParams(text));
  const approved = async () => {
    const rows = await db.selectFrom("leads").select("domain").where("approved", "=", 1).execute();
    return rows.map(({ domain }) => domain);
  };
  return { services, parse, approved };
}

describe("an action on all hits of a list", () => {
  it("asks first, with the number and what it will do", async () => {
    const { services, parse, approved } = await openScene();
    const order = parse("scope=all&action=approve");
    const filter = new URLSearchParams("hasEmail=false&sort=domain&page=3");
    expect(await runPageBulk(services, order, filter, "anna")).toBeNull();
    expect(await approved()).toEqual([]);
    expect(await askBulk(services, order, filter)).toMatchObject({
      count: 2,
      label: "2 Leads freigeben",
    });
  });

  it("does it to as many as were confirmed, and to none when there are others now", async () => {
    const { services, parse, approved } = await openScene();
    const filter = new URLSearchParams("hasEmail=false");
    const stale = await runPageBulk(
      services,
      parse("scope=all&action=approve&expectedCount=3"),
      filter,
      "anna",
    );
    expect(stale).toMatchObject({ tone: "warn", text: expect.stringContaining("jetzt 2 Leads") });
    expect(await approved()).toEqual([]);
    const order = parse("scope=all&action=approve&expectedCount=2");
    const done = await runPageBulk(services, order, filter, "anna");
    expect(done).toMatchObject({ text: "2 Leads freigegeben." });
    expect(await approved()).toEqual(["a.de", "b.de"]);
  });

  it.each(["contacted=vielleicht", "hasMail=true", "minScore=9", "createdFrom=gestern"])(
    "does nothing where a filter can't be used, which would match more: %s",
    async (query) => {
      const { services, parse, approved } = await openScene();
      const filter = new URLSearchParams(query);
      const order = parse("scope=all&action=approve&expectedCount=3");
      const flash = await runPageBulk(services, order, filter, "anna");
      expect(flash).toMatchObject({ tone: "warn" });
      expect(await askBulk(services, order, filter)).toBeNull();
      expect(await approved()).toEqual([]);
    },
  );

  it("says when it starts to enrich, and when there is nothing left to enrich", async () => {
    const { services, parse } = await openScene();
    const [lead] = await services.db.selectFrom("leads").selectAll().execute();
    const press = (id: string) =>
      runPageBulk(services, parse(`action=enrich&id=${id}`), new URLSearchParams(), "anna");
    expect(await press(lead?.id ?? "")).toMatchObject({
      text: "Anreicherung für 1 Lead gestartet.",
    });
    expect(await press("x")).toMatchObject({
      text: "Keinen dieser Leads gibt es noch. Nichts wurde geändert.",
    });
  });
});
