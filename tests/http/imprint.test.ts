import { expect, test } from "vitest";
import { getAnswer, LeadWithEventsSchema, runJob } from "../support/api-answers";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { readText } from "../support/page-text";
import { countEmailCalls, listCalls } from "../support/provider-calls";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const HOME = "<p>Wir sind für Sie da.</p><a href=/impressum>Impressum</a>";
const IMPRESSUM = `<h1>Impressum</h1><p>Angaben gemäß § 5 DDG<br>Gut Ding GmbH<br>Gasse 1<br>50667 Köln</p>
  <p>Telefon: 0221 / 471 01 23<br>E-Mail: info (at) gut.example</p>
  <p>Geschäftsführer: Erika Musterfeld<br>Amtsgericht Köln, HRB 23451</p>`;
const ROBOTS = { contentType: "text/plain", body: "User-agent: *\nDisallow: /\n" };
const PICTURE = { contentType: "image/png", body: "x" };

/** Websites as they are found, and what is said of each. */
const SITES = [
  { domain: "gut.example", pages: { "/": HOME, "/impressum": IMPRESSUM }, says: null },
  {
    domain: "ohne.example",
    pages: { "/": "<p>Wir.</p>" },
    says: "Auf der Website wurde kein Impressum gefunden.",
  },
  {
    domain: "gesperrt.example",
    pages: { "/robots.txt": ROBOTS },
    says: "Die Website erlaubt das Auslesen nicht (robots.txt).",
  },
  {
    domain: "kreis.example",
    pages: { "/": { status: 302, headers: { location: "/" }, body: "" } },
    says: "Die Website leitet zu oft weiter.",
  },
  { domain: "bild.example", pages: { "/": PICTURE }, says: "Die Adresse liefert keine Textseite." },
  { domain: "weg.example", pages: {}, says: "Die Website ist nicht erreichbar." },
];

const app = await openTestApp({
  settings: { AUTO_ENRICHMENT: "true" },
  leads: SITES.map(({ domain }, at) => ({ domain, createdAt: at })),
});
const { url } = app.server;

test("what companies say of themselves is stored, and of the others why not", async () => {
  for (const { domain, pages } of SITES) {
    for (const [path, page] of Object.entries(pages)) {
      const planted = typeof page === "string" ? { body: page } : page;
      await plantPage(app.providers.origin, { domain, path, ...planted });
    }
  }
  const ids = (await listLeads(url, "sort=createdAt&dir=asc")).map(({ id }) => id);
  const { note, status } = await runJob(app, "/api/enrich-leads", { ids });
  expect(status).toBe("complete");
  expect(note).toContain(
    "Impressum: 1 von 6 E-Mails gefunden, 1 Abfrage bei Anymailfinder gespart.",
  );
  for (const { says } of SITES)
    if (says !== null) expect(note).toContain(`${says.slice(0, -1)} (1)`);
  const asked = await countEmailCalls(app.providers.origin);
  expect([...asked.keys()].sort()).toEqual(
    SITES.flatMap(({ domain, says }) => (says === null ? [] : domain)).sort(),
  );
  const lead = await getAnswer(`${url}/api/leads/${ids[0]}`, LeadWithEventsSchema);
  expect(lead).toMatchObject({
    email: "info@gut.example",
    phone: "+492214710123",
    postalCode: "50667",
    city: "Köln",
    federalState: "Nordrhein-Westfalen",
    imprint: { legalName: "Gut Ding GmbH", management: ["Erika Musterfeld"] },
  });
  expect(lead.evidence).toContainEqual(
    expect.objectContaining({
      field: "registerNumber",
      value: "HRB 23451",
      source: "imprint",
      url: "http://gut.example/impressum",
      quote: "Amtsgericht Köln, HRB 23451",
      jobId: expect.any(String),
    }),
  );
  // People are shown who leads the company; nobody has confirmed them as a contact.
  expect(lead).toMatchObject({ contacts: [], contactName: null, website: "http://gut.example/" });
  const panel = await readText(`${url}/leadspeicher/${ids[0]}`);
  expect(panel).toContain("Geschäftsführung laut Impressum: Erika Musterfeld");
  // The emails' part of the run and the reading after it are one visit.
  const calls = (await listCalls(app.providers.origin)).filter(
    ({ provider, path }) => provider === "websites" && path.includes("gut.example"),
  );
  const paths = calls.map(({ path }) => path).filter((path) => !path.endsWith("robots.txt"));
  expect(new Set(paths).size).toBe(paths.length);
});

test("a search pays nothing for emails that stand in the Impressum", async () => {
  const id = await startSearch(url, { query: "Stadtwerke", region: "Hessen", count: 20 });
  const { note, stored } = await waitForJob(url, id);
  const [, found = "", all = ""] = /^Impressum: (\d+) von (\d+) E-Mails/.exec(note ?? "") ?? [];
  const asked = await countEmailCalls(app.providers.origin);
  expect(Number(all)).toBe(stored);
  expect(Number(found) / stored).toBeGreaterThan(0.5);
  expect(asked.size).toBe(stored - Number(found));
});
