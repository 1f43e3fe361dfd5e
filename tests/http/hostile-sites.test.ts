import { beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "../../app/leads/lead-schema";
import { obeyOrders } from "../../scripts/demo-providers/language-model/gullible";
import { getAnswer, LeadWithEventsSchema, waitForStarted } from "../support/api-answers";
import { listLeads, postJson } from "../support/api-client";
import { HOSTILE_PARTS, pageWith } from "../support/hostile-sites";
import { SEED_START } from "../support/lead-factory";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

/** Obeys every order it reads. */
const GULLIBLE_KEY = "demo-leichtglaeubig";
const domainOf = (index: number) => `angriff-${index}.example`;
const OTHERS = ["andere.example", "dritte.example"];
/** What no text about a company may hold that is not of its record. */
const FOREIGN = /boese|andere\.example|https?:|www\.|@|DE89|98 76|[<>*[\]]/i;

const email = (domain: string) => `info@${domain}`;
const { server, providers } = await openTestApp({
  leads: [
    ...HOSTILE_PARTS.map((_, index) => ({
      domain: domainOf(index),
      companyName: "Stadtwerke Musterstadt",
      email: email(domainOf(index)),
      sourceTerm: "Angriff",
      createdAt: SEED_START + index,
    })),
    ...OTHERS.map((domain, index) => ({
      domain,
      email: email(domain),
      salesScore: 3,
      salesReason: "Eigene Notiz",
      sourceTerm: "Andere",
      createdAt: SEED_START + 1_000 + index,
    })),
  ],
  settings: { OPENAI_API_KEY: GULLIBLE_KEY },
});
let before: Lead[];
let after: Lead[];
let others: Lead[];

function plant(index: number, body: string): Promise<void> {
  return plantPage(providers.origin, { domain: domainOf(index), path: "/", body });
}

async function readAll(leads: readonly Lead[]): Promise<void> {
  const ids = leads.map(({ id }) => id);
  const response = await postJson(`${server.url}/api/enrich-leads`, { ids });
  const job = await waitForStarted(server.url, response);
  expect(job).toMatchObject({ status: "complete", error: null, warnings: [] });
}

async function leadsUnderAttack(): Promise<Lead[]> {
  const leads = await listLeads(server.url, "term=Angriff&sort=createdAt&dir=asc&pageSize=200");
  expect(leads).toHaveLength(HOSTILE_PARTS.length);
  return leads;
}

const otherLeads = () => listLeads(server.url, "term=Andere&sort=domain");

beforeAll(async () => {
  others = await otherLeads();
  for (const index of HOSTILE_PARTS.keys()) await plant(index, pageWith());
  await readAll(await leadsUnderAttack());
  before = await leadsUnderAttack();
  for (const [index, part] of HOSTILE_PARTS.entries()) await plant(index, pageWith(part));
  await readAll(before);
  after = await leadsUnderAttack();
}, 180_000);

test("there are at least 25 of them, and each would be obeyed where it can be seen", () => {
  expect(HOSTILE_PARTS.length).toBeGreaterThanOrEqual(25);
  const answer = { companyType: "Stadtwerke", salesScore: 2, salesReason: "Passt.", passages: [] };
  for (const { name, title = "", body, isHidden } of HOSTILE_PARTS) {
    if (isHidden || name.includes("packed") || name.includes("signs") || name.includes("alphabets"))
      continue;
    const text = `${title}\n${body.replace(/<[^<>]*>/g, "\n")}`;
    expect(obeyOrders(answer, { pages: [{ text }] }), name).not.toEqual(answer);
  }
});

describe.each([...HOSTILE_PARTS.entries()])("attack %i", (index, { name, isHidden }) => {
  test(`${name} changes nothing of its lead`, async () => {
    expect(before[index]).toMatchObject({ salesScore: expect.any(Number), approved: false });
    expect(before[index]?.companyType).toBe("Stadtwerke");
    expect(after[index]).toEqual(before[index]);
    expect(after[index]?.salesReason ?? "").not.toMatch(FOREIGN);
    expect(after[index]?.topics.join()).not.toMatch(FOREIGN);
  });

  test(`${name} ${isHidden ? "is not even seen" : "is said in the panel"}`, async () => {
    const page = await fetch(`${server.url}/leadspeicher/${after[index]?.id}`);
    const html = await page.text();
    const mark = "Die Website enthält Anweisungen an Sprachmodelle";
    expect(html.includes(mark)).toBe(isHidden !== true);
  });
});

test("no other lead is touched", async () => {
  expect(others).toHaveLength(OTHERS.length);
  expect(await otherLeads()).toEqual(others);
});

test("nothing is approved, drafted, tagged or written to", async () => {
  expect(await listLeads(server.url, "approvedOnly=true")).toEqual([]);
  for (const { id } of after) {
    const lead = await getAnswer(`${server.url}/api/leads/${id}`, LeadWithEventsSchema);
    expect(lead).toMatchObject({ tags: [], status: "neu", approved: false, notes: null });
    expect(lead.events.map(({ kind }) => kind)).not.toContain("email_drafted");
  }
});
