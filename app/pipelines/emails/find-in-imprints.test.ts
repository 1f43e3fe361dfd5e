import { expect } from "vitest";
import type { Db } from "~db/client";
import { parseList } from "~db/queries/leads";
import { startWithRows, statesOf } from "~tests/email-search";
import { FakeFinder, servicesWith } from "~tests/fake-providers";
import { FakeSites } from "~tests/reading";
import { it } from "~tests/store";
import { type FakePages, redirect, startFakeSites } from "~tests/website/fake-sites";
import type { SitePage } from "../../providers/website/company-site";
import { imprintSetting } from "../../settings/team-settings.server";
import { companyEmails, decisionMaker } from "./email-question";
import { findEmails } from "./find-emails.server";

const NOTHING = {
  ...{ companyName: null, legalForm: null, street: null, postalCode: null, city: null },
  ...{ phone: null, email: null, personalEmail: null, management: [] },
  ...{ registerCourt: null, registerNumber: null, vatId: null },
};

/** Of three companies one says its email, one none, and one can't be reached. */
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

const leads = (db: Db) =>
  db.selectFrom("leads").select(["email", "city", "federalState"]).orderBy("seq").execute();

it("asks the finder only where the Impressum says nothing, and tells what that saved", async ({
  db,
}) => {
  const finder = new FakeFinder();
  const { job, run, find } = await openScene(db, finder);
  await find();
  expect(finder.asked).toEqual(["b.de", "c.de"]);
  expect(await statesOf(db, job.id)).toEqual(["found", "found", "found"]);
  expect(run.job.note).toBe(
    "Impressum: 1 von 3 E-Mails gefunden, 1 Abfrage bei Anymailfinder gespart. 1-mal: Im Impressum steht keine E-Mail. 1-mal: Die Website ist nicht erreichbar.",
  );
  const usage = await db.selectFrom("providerUsage").select(["calls", "saved"]).execute();
  expect(usage).toEqual([{ calls: 2, saved: 1 }]);
  expect((await leads(db)).slice(0, 2)).toEqual([
    { email: "info@a.de", city: "Köln", federalState: "Nordrhein-Westfalen" },
    { email: "info@b.de", city: "Köln", federalState: "Nordrhein-Westfalen" },
  ]);
});

it("works without a finder, and warns of nothing", async ({ db }) => {
  const { job, run, find } = await openScene(db, null);
  await find();
  expect(await statesOf(db, job.id)).toEqual(["found", "not_found", "not_found"]);
  expect(parseList(run.job.warnings)).toEqual([]);
  expect(run.job.note).toMatch(/^Impressum: 1 von 3 E-Mails gefunden\. 1-mal:/);
});

it("still asks for a person whose company says its own address", async ({ db }) => {
  const finder = new FakeFinder();
  const { find, run } = await openScene(db, finder, decisionMaker("ceo"));
  await find();
  expect(finder.asked).toEqual(["a.de ceo", "b.de ceo", "c.de ceo"]);
  expect(run.job.note).not.toContain("gespart");
});

it("is left out where the team has turned it off", async ({ db }) => {
  await imprintSetting.save(db, { isRead: false, personalEmail: false }, { actor: "a", now: 0 });
  const finder = new FakeFinder();
  const { find, run, sites } = await openScene(db, finder);
  await find();
  expect(sites.asked).toEqual([]);
  expect(finder.asked).toHaveLength(3);
  expect(run.job.note).toBeNull();
});

const HUGE = 100_000_000;
const CHUNK = Buffer.alloc(64_000, "<p>");
const OPEN = '<p>Wir bauen.<p><a href="/impressum">Impressum</a>';

/** Sends 100 MB for as long as somebody takes them. */
const huge = (count: (sent: number) => void, headers = {}): FakePages[string] => {
  return (_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...headers });
    const send = () => {
      let isTaken = true;
      for (let sent = 0; isTaken && sent < HUGE; sent += CHUNK.length) {
        count(CHUNK.length);
        isTaken = response.write(CHUNK);
      }
    };
    response.on("drain", send);
    send();
  };
};

it("says of websites that can't be read why, and loses none of the others", async ({ db }) => {
  let sent = 0;
  const counted = huge((bytes) => (sent += bytes));
  const pages: FakePages = {
    "schweigt.de/": () => {},
    "kreis.de/": redirect("/a"),
    "kreis.de/a": redirect("/"),
    "riesig.de/": counted,
    "riesig-gesagt.de/": huge((bytes) => (sent += bytes), { "content-length": HUGE }),
    "verboten.de/": OPEN,
    "verboten.de/robots.txt": "User-agent: *\nDisallow: /",
    "ohne.de/": "<p>Wir bauen Brücken.",
    "impressum-riesig.de/": OPEN,
    "impressum-riesig.de/impressum": counted,
    "gut.de/": OPEN,
    "gut.de/impressum":
      "<h1>Impressum</h1><p>Gut Bau GmbH<br>Weg 1<br>34117 Kassel<p>E-Mail: info@gut.de",
  };
  const domains = [...new Set(Object.keys(pages).map((address) => address.split("/", 1)[0] ?? ""))];
  const { reader } = await startFakeSites(pages, { headersTimeoutMs: 600, timeoutMs: 3_000 });
  const { run } = await startWithRows(
    db,
    domains.map((domain) => ({ lead: { domain, website: `http://${domain}/` } })),
  );
  await findEmails(run, servicesWith({ sites: reader, readsImprints: true }), 20);
  expect(run.job.note?.split(/(?<=\.) (?=1-mal|2-mal)/).sort()).toEqual([
    "1-mal: Die Website erlaubt das Auslesen nicht (robots.txt).",
    "1-mal: Die Website hat nicht rechtzeitig geantwortet.",
    "1-mal: Die Website leitet zu oft weiter.",
    "2-mal: Auf der Website wurde kein Impressum gefunden.",
    "2-mal: Die Seite ist zu groß.",
    "Impressum: 1 von 8 E-Mails gefunden.",
  ]);
  expect(sent).toBeLessThan(HUGE / 4);
  const stored = await db.selectFrom("leads").select("email").where("email", "is not", null);
  expect(await stored.execute()).toEqual([{ email: "info@gut.de" }]);
});
