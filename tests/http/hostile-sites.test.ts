import { beforeAll, expect, test } from "vitest";
import type { Lead } from "../../app/leads/lead-schema";
import { obeyOrders } from "../../scripts/demo-providers/language-model/gullible";
import { getAnswer, LeadWithEventsSchema, runJob } from "../support/api-answers";
import { listLeads } from "../support/api-client";
import { HIDDEN_PARTS, pageWith, VISIBLE_PARTS } from "../support/hostile-sites";
import { SEED_START } from "../support/lead-factory";
import { readHtml } from "../support/page-text";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const PARTS = { ...VISIBLE_PARTS, ...HIDDEN_PARTS };
const NAMES = Object.keys(PARTS);
const OTHERS = ["andere.example", "dritte.example"];
/** What no text about a company may hold that is not of its record. */
const FOREIGN = /boese|andere\.example|https?:|www\.|@|DE89|98 76|[<>*[\]]/i;

const seed = (domain: string, sourceTerm: string, at: number) => ({
  ...{ domain, sourceTerm, email: `info@${domain}`, createdAt: SEED_START + at },
  companyName: "Stadtwerke Musterstadt",
});
const app = await openTestApp({
  leads: [
    ...NAMES.map((_, index) => seed(`angriff-${index}.example`, "Angriff", index)),
    ...OTHERS.map((domain, index) => ({
      ...seed(domain, "Andere", 1_000 + index),
      ...{ salesScore: 3, salesReason: "Eigene Notiz" },
    })),
  ],
  // The model obeys every order it reads.
  settings: { OPENAI_API_KEY: "demo-leichtglaeubig" },
});
const { url } = app.server;
let before: Lead[];
let after: Lead[];
let others: Lead[];

/** Reads the websites of all leads under attack, each with a page of its own. */
async function readAll(pages: readonly string[]): Promise<Lead[]> {
  const leads = await listLeads(url, "term=Angriff&sort=createdAt&dir=asc&pageSize=200");
  for (const [index, body] of pages.entries()) {
    const domain = leads[index]?.domain ?? "";
    await plantPage(app.providers.origin, { domain, path: "/", body });
  }
  const job = await runJob(app, "/api/enrich-leads", { ids: leads.map(({ id }) => id) });
  expect(job).toMatchObject({ status: "complete", error: null, warnings: [] });
  return listLeads(url, "term=Angriff&sort=createdAt&dir=asc&pageSize=200");
}

const otherLeads = () => listLeads(url, "term=Andere&sort=domain");

beforeAll(async () => {
  others = await otherLeads();
  before = await readAll(NAMES.map(() => pageWith()));
  after = await readAll(Object.values(PARTS).map((part) => pageWith(part)));
}, 180_000);

test("there are at least 25 of them, and each would be obeyed where it can be seen", () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(25);
  const answer = { companyType: "Stadtwerke", salesScore: 2, salesReason: "Passt.", passages: [] };
  for (const [name, part] of Object.entries(VISIBLE_PARTS)) {
    if (/packed|signs|alphabets/.test(name)) continue;
    const text = part.replace(/<[^<>]*>/g, "\n");
    expect(obeyOrders(answer, { pages: [{ text }] }), name).not.toEqual(answer);
  }
});

test.each([...NAMES.entries()])(
  "attack %i, %s, changes nothing of its lead",
  async (index, name) => {
    expect(before[index]).toMatchObject({ companyType: "Stadtwerke", approved: false });
    expect(before[index]?.salesScore).toEqual(expect.any(Number));
    expect(after[index]).toEqual(before[index]);
    expect(after[index]?.salesReason ?? "").not.toMatch(FOREIGN);
    expect(after[index]?.topics.join()).not.toMatch(FOREIGN);
    // Hidden ones are not even seen, the others are said in the panel.
    const panel = await readHtml(`${url}/leadspeicher/${after[index]?.id}`);
    const mark = "Die Website enthält Anweisungen an Sprachmodelle";
    expect(panel.includes(mark)).toBe(name in VISIBLE_PARTS);
  },
);

test("no other lead is touched, and nothing is approved, drafted, tagged or written to", async () => {
  expect(others).toHaveLength(OTHERS.length);
  expect(await otherLeads()).toEqual(others);
  for (const { id } of after) {
    const lead = await getAnswer(`${url}/api/leads/${id}`, LeadWithEventsSchema);
    expect(lead).toMatchObject({ tags: [], status: "neu", approved: false, notes: null });
    expect(lead.events.map(({ kind }) => kind)).not.toContain("email_drafted");
  }
});
