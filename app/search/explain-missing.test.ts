import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { blockDomain } from "~db/queries/blocked-domains";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { insertJobResults } from "~db/queries/job-results";
import { purgeRawData } from "~db/queries/raw-data";
import type { NewJobRow, SkipReason } from "~db/schema";
import { addJob, addLead, it, NOON, openTestStore, ZONE } from "~tests/store";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { mergeLeads } from "../leads/merge/merge-leads.server";
import { deleteLead, eraseLeads } from "../leads/trash/delete-leads.server";
import { explainMissing } from "./explain-missing.server";

const explain = (db: Db, q: string) => explainMissing({ db, timeZone: ZONE }, q);
const DAY = 86_400_000;
const random = createRandom("planted misses");

const TRADES =
  "Bäckerei Metzgerei Tischlerei Autohaus Gärtnerei Druckerei Brauerei Apotheke Spedition Fahrschule".split(
    " ",
  );
const NAMES = "Ährenbrink Öhlmüller Übelhör Groß-Lindner Strauß Kiebitz Tannhoff Mörsdorf".split(
  " ",
);
const FORMS = ["GmbH", "GmbH & Co. KG", "AG", "e. K.", "OHG"];
const TOWNS = {
  Bayern: ["München", "Nürnberg", "Regensburg"],
  Hessen: ["Kassel", "Gießen", "Marburg"],
  Niedersachsen: ["Oldenburg", "Lüneburg", "Emden"],
  Thüringen: ["Erfurt", "Jena", "Weimar"],
};
type State = keyof typeof TOWNS;

const written = (text: string) =>
  text.replace(
    /[äöüß]/gi,
    (sign) => ({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" })[sign.toLowerCase()] ?? sign,
  );
const hostOf = (text: string) =>
  written(text)
    .toLowerCase()
    .replace(/[^a-z]+/g, "-");

let companies = 0;
/** No two have the same name. */
function invent(state: State, trade = random.pick(TRADES)) {
  const surname = `${random.pick(NAMES)}${"abcdefghijklmnopqrstuvwxyz"[companies % 26]}${"aeiou"[Math.floor(companies / 26)]}`;
  companies += 1;
  const town = random.pick(TOWNS[state]);
  const bare = `${trade} ${surname}`;
  const domain = `${hostOf(bare)}.de`;
  return { trade, town, state, bare, domain, name: `${bare} ${random.pick(FORMS)}`, city: town };
}
type Company = ReturnType<typeof invent>;

const byName = ({ name, bare, town }: Company) =>
  random.pick([
    name,
    bare,
    written(bare),
    bare.toUpperCase(),
    `${name}, ${town}`,
    `${bare} in ${town}`,
  ]);
const byDomain = ({ domain }: Company) =>
  random.pick([domain, `www.${domain}`, `https://www.${domain}/kontakt?x=1`, `info@${domain}`]);
const either = (company: Company) => (random.chance(0.5) ? byName(company) : byDomain(company));

function run(db: Db, query: string, region: string, fields: Partial<NewJobRow> = {}) {
  const params = JSON.stringify({ query, region, count: 50, enrich: true });
  const ended = { status: "complete", phase: "done", finishedAt: NOON } as const;
  return addJob(db, {
    query,
    region,
    params,
    ...ended,
    requested: 50,
    found: 9,
    stored: 9,
    ...fields,
  });
}

async function leaveOut(db: Db, company: Company, skipReason: SkipReason, more: object = {}) {
  const { id: jobId } = await run(db, `Sammelsuche ${companies}`, company.state);
  const others = Array.from({ length: 3 }, (_, at) => {
    const { name, city } = invent(company.state);
    return { jobId, position: at + 1, companyName: name, city, isNew: 0 as const, skipReason };
  });
  const own = { jobId, position: 4, companyName: company.name, city: company.city, skipReason };
  await insertJobResults(db, [...others, { ...own, isNew: 0 as const, ...more }]);
}

const lead = ({ name: companyName, domain, city }: Company) => ({ companyName, domain, city });

interface Case {
  q: string;
  kind: string;
  /** What the sentence names. */
  says: string[];
  others?: string[];
}

/** Plants one miss; each cause in several ways. */
const PLANT: Record<string, (db: Db, at: number) => Promise<Omit<Case, "kind">>> = {
  async lead(db, at) {
    const company = invent("Hessen");
    const domain = `${hostOf(company.bare)}-gruppe.de`;
    const ways = [
      () => addLead(db, lead(company)),
      () => addLead(db, { ...lead(company), domain }),
      () => addLead(db, { companyName: "Holding Nord", domain, email: `info@${company.domain}` }),
      () =>
        addLead(db, {
          ...lead(company),
          imprint: JSON.stringify({ registerNumber: `HRB ${7000 + at}` }),
        }),
    ];
    await ways[at % 4]?.();
    const q = [either, byName, byDomain, () => `hrb ${7000 + at}`][at % 4]?.(company) ?? "";
    return { q, says: [at % 4 === 2 ? "Holding Nord" : company.name, "Leadspeicher"] };
  },
  async trash(db) {
    const company = invent("Bayern");
    const { seq } = await addLead(db, lead(company));
    await moveLeadsToTrash(db, [seq], { id: `del-${seq}`, at: NOON - DAY, actor: "berta" });
    return { q: either(company), says: [company.name, "berta", "19.11.2026"] };
  },
  async blocked(db, at) {
    const company = invent("Niedersachsen");
    if (at % 2 === 0) {
      await blockDomain(db, company.domain, { at: NOON, actor: "carla" });
      return { q: byDomain(company), says: [company.domain, "carla", "20.11.2026"] };
    }
    const { seq } = await addLead(db, lead(company));
    const objection = { reason: "Kein Bedarf", at: NOON, actor: "carla" };
    await moveLeadsToTrash(db, [seq], { id: `del-${seq}`, ...objection, objection });
    return { q: either(company), says: [company.name, "Kein Bedarf", "carla"] };
  },
  async left_out(db, at) {
    const company = invent("Bayern");
    const website = `https://www.${company.domain}/`;
    const [reason, word, more] = (
      [
        ["platform", "Portal", { website }],
        ["authority", "Behörde", { website }],
        ["closed", "geschlossen", { website }],
        ["candidate", "passt nicht zum Namen", { domain: company.domain }],
      ] as const
    )[at % 4] ?? ["closed", "", {}];
    await leaveOut(db, company, reason, more);
    return { q: either(company), says: [company.name, "Sammelsuche", word] };
  },
  async outside(db) {
    const company = invent("Thüringen");
    await leaveOut(db, company, "outside", { domain: company.domain });
    return { q: either(company), says: [company.name, "außerhalb der Region"] };
  },
  async no_website(db) {
    const company = invent("Thüringen");
    await leaveOut(db, company, "no_domain");
    return { q: byName(company), says: [company.name, "ohne Website"] };
  },
  async goal(db, at) {
    const company = invent("Bayern", TRADES[at]);
    const term = at % 2 === 0 ? company.trade : company.trade.toLowerCase();
    const region = at % 3 === 0 ? company.town : "Bayern";
    const full = at % 2 === 0 ? { stored: 50 } : { found: 60, stored: 31 };
    await run(db, term, region, full);
    return { q: `${company.name} ${company.town}`, says: ["könnte", term, region] };
  },
  async ended_early(db, at) {
    const company = invent("Hessen", TRADES[at]);
    const how = (
      [{ status: "failed" }, { status: "cancelled" }, { failureKind: "day_quota" }] as const
    )[at % 3];
    await run(db, company.trade, at % 2 === 0 ? "Hessen" : company.town, how);
    return { q: `${company.bare} ${company.town}`, says: [company.trade, "vorzeitig"] };
  },
  async never_searched(db, at) {
    const company = invent("Niedersachsen", TRADES[at]);
    // The same place for another trade.
    await run(db, "Zahnarzt", company.town);
    const q =
      at % 3 === 0
        ? `${hostOf(company.trade)}-${hostOf(company.town)}.de`
        : `${company.bare} ${company.town}`;
    return { q, says: ["Noch nie"] };
  },
};

const TIMES = 10;

it("90 planted misses: the right cause for at least 95 %, no wrong claim", async ({ db }) => {
  const cases: Case[] = [];
  for (let at = 0; at < TIMES; at += 1) {
    for (const [kind, plant] of Object.entries(PLANT))
      cases.push({ kind, ...(await plant(db, at)) });
  }
  const wrong: unknown[] = [];
  const missed: unknown[] = [];
  for (const { q, kind, says } of cases) {
    const { causes } = await explain(db, q);
    const [first] = causes;
    const isRight = first?.kind === kind && says.every((word) => first.text.includes(word));
    if (!isRight) missed.push({ q, kind, says, causes });
    if (causes.some((cause) => cause.kind !== kind && cause.kind !== "unknown"))
      wrong.push({ q, kind, causes });
  }
  const right = cases.length - missed.length;
  process.stdout.write(`${right} of ${cases.length} causes right, ${wrong.length} wrong claims\n`);
  expect(cases).toHaveLength(90);
  expect(wrong).toEqual([]);
  expect(right / cases.length, JSON.stringify(missed, null, 1)).toBeGreaterThanOrEqual(0.95);
});

it.each([
  ["Müller & Söhne GmbH", "Müller und Söhne"],
  ["Autohaus Schmidt", "Schmidt Autohaus"],
])("finds %s as %s", async (companyName, q) => {
  const db = await openTestStore();
  await addLead(db, { companyName, domain: "firma.de" });
  expect((await explain(db, q)).causes.map(({ kind }) => kind)).toEqual(["lead"]);
});

describe("what is not told", () => {
  it("a blocked company's results and data, but for the block", async ({ db }) => {
    const company = invent("Bayern");
    await leaveOut(db, company, "outside", { domain: company.domain, phone: "030 123456" });
    const contacts = { email: `info@${company.domain}`, emails: '["chefin@post.example"]' };
    const { seq } = await addLead(db, { ...lead(company), ...contacts });
    const objection = { reason: "Kein Bedarf", at: NOON, actor: "carla" };
    await moveLeadsToTrash(db, [seq], { id: "blocked", ...objection, objection });
    for (const q of [company.name, company.domain]) {
      const { causes } = await explain(db, q);
      expect(causes.map(({ kind }) => kind)).toEqual(["blocked"]);
      expect(JSON.stringify(causes)).not.toMatch(/Sammelsuche|post\.example|123456|restore|adopt/);
    }
    const { causes } = await explain(db, "Chefin@post.example");
    expect(causes.map(({ text }) => text)).toEqual([
      "„chefin@post.example“ ist gesperrt (von carla am 20.11.2026).",
    ]);
  });

  it("what a run found of a domain that is blocked since", async ({ db }) => {
    const company = invent("Bayern");
    await leaveOut(db, company, "outside", { domain: company.domain });
    await blockDomain(db, company.domain, { at: NOON, actor: "carla" });
    const { causes } = await explain(db, company.name);
    expect(causes.map(({ text }) => text)).toEqual([
      `„${company.domain}“ ist gesperrt (von carla am 20.11.2026).`,
    ]);
  });

  it("an erased company", async ({ db }) => {
    const company = invent("Bayern");
    const { id, seq } = await addLead(db, lead(company));
    await leaveOut(db, company, "in_trash", { domain: company.domain });
    await leaveOut(db, company, "closed", { website: `https://www.${company.domain}/` });
    await moveLeadsToTrash(db, [seq], { id: "erased", at: NOON, actor: "anna" });
    await eraseLeads(db, { ids: [id] });
    for (const q of [company.bare, company.domain])
      expect((await explain(db, q)).causes.map(({ kind }) => kind)).toEqual(["never_searched"]);
  });

  it("a deleted company whose domain is blocked but for the block", async ({ db }) => {
    const company = invent("Bayern");
    const { seq } = await addLead(db, lead(company));
    await moveLeadsToTrash(db, [seq], { id: "gone", at: NOON, actor: "anna" });
    await blockDomain(db, company.domain, { at: NOON, actor: "anna" });
    const { causes } = await explain(db, company.bare);
    expect(causes.map(({ kind }) => kind)).toEqual(["blocked"]);
  });

  it("what it cannot know", async ({ db }) => {
    const kinds = async (q: string) => (await explain(db, q)).causes.map(({ kind }) => kind);
    await addLead(db, { companyName: "Metzgerei Kiebitz GmbH", domain: "kiebitz.de" });
    expect(await kinds("Metzgerei Kiebitzer")).toEqual(["never_searched"]);
    await run(db, "Metzgerei", "Bayern", { stored: 50 });
    expect(await kinds("Metzgerei Kiebitzer München")).toEqual(["goal"]);
    expect(await kinds("Metzgerei Kiebitzer Kiel")).toEqual(["never_searched"]);
    // A search that came to its end found it not.
    await run(db, "Metzgereien", "München");
    const { causes } = await explain(db, "Metzgerei Kiebitzer München");
    expect(causes[0]?.text).toBe(
      "Das weiß der Leadspeicher nicht. 1 beendeter Lauf hätte sie finden können.",
    );
    for (const q of ["GmbH", "...", "Tannhoff", "x@post.example"])
      expect(await kinds(q), q).toEqual(["unknown"]);
    await purgeRawData(db, NOON + 1, { actor: "anna", now: NOON });
    const after = (await explain(db, "Metzgerei Kiebitzer München")).causes[0];
    expect(after?.text).toMatch(/finden können\. Was ältere Läufe ausließen, ist nicht mehr/);
    await run(db, "Brauerei", "Bayern", { status: "running" });
    expect(await kinds("Brauerei Tannhoff, München")).toEqual(["running"]);
  });
});

it("of two companies of one name, both", async ({ db }) => {
  const company = invent("Bayern");
  await leaveOut(db, company, "no_domain");
  await addLead(db, { ...lead(company), companyName: `${company.bare} KG`, city: "Kiel" });
  const { causes } = await explain(db, company.bare);
  expect(causes.map(({ kind }) => kind)).toEqual(["lead", "no_website"]);
});

it("a merged domain is told by the lead that has it", async ({ db }) => {
  const lead = await addLead(db, { domain: "firma.de", companyName: "Firma GmbH" });
  const other = await addLead(db, { domain: "firma-shop.de" });
  await mergeLeads(db, lead.id, { otherId: other.id }, { actor: "anna", now: NOON });
  const { causes } = await explain(db, "www.firma-shop.de");
  expect(causes.map(({ text }) => text)).toEqual([
    "„Firma GmbH“ (firma.de) ist im Leadspeicher: Mit firma-shop.de zusammengeführt.",
  ]);
  await deleteLead(db, lead.id, { actor: "anna", now: NOON });
  const trashed = await explain(db, "firma-shop.de");
  expect(trashed.causes.map(({ text }) => text).join()).toContain("firma.de");
  expect(trashed.causes.map(({ kind }) => kind)).toEqual(["trash"]);
});

it("each cause has its next step", async ({ db }) => {
  const company = invent("Hessen");
  await leaveOut(db, company, "outside", { domain: company.domain });
  const [outside] = (await explain(db, company.domain)).causes;
  const [{ jobId = "" } = {}] = await db.selectFrom("jobResults").select("jobId").execute();
  const q = new URLSearchParams({ q: company.domain });
  expect(outside?.links).toEqual([
    {
      label: "Jetzt aufnehmen",
      to: `/ergebnisse/${jobId}`,
      send: { intent: "adopt", position: "4", returnTo: `/warum?${q}` },
    },
    { label: "Zum Treffer", to: `/ergebnisse/${jobId}?ansicht=ausserhalb#treffer-0-4` },
  ]);
  const website = "https://www.facebook.com/firma";
  const shared = invent("Hessen");
  await leaveOut(db, shared, "platform", { website });
  // No company can be stored under a portal’s domain.
  const [platform] = (await explain(db, shared.name)).causes;
  expect(platform?.links.map(({ label }) => label)).toEqual(["Zum Treffer"]);
  const [never] = (await explain(db, "Fahrschule Strauß, Kassel")).causes;
  expect(never?.links).toEqual([
    { label: "Suche beginnen", to: "/suche?was=Fahrschule&wo=Kassel" },
  ]);
});
