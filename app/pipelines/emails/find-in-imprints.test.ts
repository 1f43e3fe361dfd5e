import { expect } from "vitest";
import type { Db } from "~db/client";
import { parseList } from "~db/queries/leads";
import { startWithRows, statesOf } from "~tests/email-search";
import { FakeFinder, servicesWith } from "~tests/fake-providers";
import { FakeSites } from "~tests/reading";
import { it } from "~tests/store";
import type { SitePage } from "../../providers/website/company-site";
import { companyEmails, decisionMaker } from "./email-question";
import { findEmails } from "./find-emails.server";

const NOTHING = {
  ...{ companyName: null, legalForm: null, street: null, postalCode: null, city: null },
  ...{ phone: null, email: null, personalEmail: null, management: [] },
  ...{ registerCourt: null, registerNumber: null, vatId: null, economicId: null },
};

/** One company has an email, one has none, and one can't be reached. */
async function openScene(db: Db, finder: FakeFinder | null, question = companyEmails) {
  const scene = await startWithRows(db, [
    { lead: { domain: "a.de" } },
    { lead: { domain: "b.de" } },
    { lead: { domain: "c.de" } },
  ]);
  const page = (domain: string, email: string | null): SitePage => {
    const url = `https://${domain}/impressum`;
    const imprint = { ...NOTHING, email, postalCode: "50667", city: "Köln" };
    return { url, kind: "impressum", title: "", text: "", imprint };
  };
  const sites = new FakeSites({
    "a.de": [page("a.de", "info@a.de")],
    "b.de": [page("b.de", null)],
  });
  const services = servicesWith({ emails: finder, sites, readsImprints: true });
  const find = () => findEmails(scene.run, services, 20, question);
  return { ...scene, sites, find };
}

it("works without a finder, and warns of nothing", async ({ db }) => {
  const { job, run, find } = await openScene(db, null);
  await find();
  expect(await statesOf(db, job.id)).toEqual(["found", "not_found", "not_found"]);
  expect(parseList(run.job.warnings)).toEqual([]);
  expect(run.job.note).toMatch(/^Impressum: 1 von 3 E-Mails gefunden\. Ohne E-Mail: .+ \(1\)/);
});

it("still asks for a person whose company says its own address", async ({ db }) => {
  const finder = new FakeFinder();
  const { find, run } = await openScene(db, finder, decisionMaker("ceo"));
  await find();
  expect(finder.asked).toEqual(["a.de ceo", "b.de ceo", "c.de ceo"]);
  expect(run.job.note).not.toContain("gespart");
});
