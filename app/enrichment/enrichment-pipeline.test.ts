import { describe, expect, vi } from "vitest";
import { findUnreadLeads } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { findEvents } from "~db/queries/leads";
import { fakeModel } from "~tests/fake-model";
import { servicesWith } from "~tests/fake-providers";
import {
  ANSWER,
  allEnrichments,
  FakeSites,
  goodModel,
  homePage,
  queueScene,
  readAll,
} from "~tests/reading";
import { addLead, it, openTestStore } from "~tests/store";
import type { LanguageModel } from "../providers/language-model/language-model";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";
import { enrichmentPipeline } from "./enrichment-pipeline.server";

const DAY = 86_400_000;
const SITES = new FakeSites({
  "a.de": [homePage("a.de")],
  "b.de": [homePage("b.de")],
  "c.de": [homePage("c.de")],
});

async function openScene() {
  const db = await openTestStore();
  const website = "https://a.de/";
  const a = await addLead(db, { domain: "a.de", companyName: "Stadtwerke A", website });
  const now = async () => (await findLeadsBySeq(db, [a.seq]))[0];
  return { db, a, now };
}

describe("a website that is read", () => {
  it("gives the lead what the model found on it, with an event and the passages", async () => {
    const { db, a, now } = await openScene();
    const { job, states } = await readAll(db, [a], { model: goodModel(), sites: SITES });
    expect(states).toEqual(["read"]);
    expect(job).toMatchObject({ phase: "enriching", progress: 99, warnings: "[]" });
    expect(await now()).toMatchObject({
      companyType: "Stadtwerke",
      topics: '["Strom","Fernwärme"]',
      salesScore: 4,
      salesReason: ANSWER.salesReason,
      offerPackage: "Premium",
      approved: 0,
      status: "neu",
      editedFields: "[]",
    });
    expect(await allEnrichments(db)).toMatchObject([
      { basis: "model", model: "gpt-6-luna", problem: null, isSuspicious: 0, jobId: job.id },
    ]);
    const [event] = await findEvents(db, a.seq);
    expect(event).toMatchObject({ kind: "enriched", actor: "ben", jobId: job.id });
    expect(JSON.parse(event?.changes ?? "")).toMatchObject({
      salesScore: { from: null, to: 4 },
      topics: { from: [], to: ["Strom", "Fernwärme"] },
    });
  });

  it("takes nothing from a person, and replaces what an earlier reading wrote", async () => {
    const { db } = await openScene();
    const lead = await addLead(db, {
      domain: "b.de",
      companyType: "Eigene Art",
      salesScore: 1,
      editedFields: '["companyType","salesScore"]',
    });
    const read = () => findLeadsBySeq(db, [lead.seq]).then(([row]) => row);
    await readAll(db, [lead], { model: goodModel(), sites: SITES });
    expect(await read()).toMatchObject({
      companyType: "Eigene Art",
      salesScore: 1,
      // The new reason belongs to another score.
      salesReason: null,
      offerPackage: "Premium",
    });
    await readAll(db, [lead], { model: goodModel({ offerPackage: "Standard" }), sites: SITES });
    expect(await read()).toMatchObject({ companyType: "Eigene Art", offerPackage: "Standard" });
  });

  it.each<[string, Parameters<typeof goodModel>[0]]>([
    ["no score", { salesScore: 3.6 }],
    ["no reason", { salesReason: "Gut." }],
  ])("is asked about twice, and says so, if there is %s", async (_, change) => {
    const { db, a, now } = await openScene();
    const model = goodModel(change);
    await readAll(db, [a], { model, sites: SITES });
    expect(model.asked).toHaveLength(2);
    expect(await now()).toMatchObject({
      companyType: "Stadtwerke",
      salesScore: null,
      salesReason: null,
    });
    expect(await allEnrichments(db)).toMatchObject([
      { note: expect.stringMatching(/^Keine neue Bewertung: /), problem: null },
    ]);
  });

  it("without a model gets type and topics by rules, and no judgement", async () => {
    const { db, a, now } = await openScene();
    const { job } = await readAll(db, [a], { sites: SITES });
    expect(await now()).toMatchObject({ companyType: "Stadtwerke", salesScore: null });
    expect(await allEnrichments(db)).toMatchObject([{ basis: "rules", passages: "[]" }]);
    expect(job.warnings).toContain("OpenAI");
    // A model's findings stay when its key is gone.
    await readAll(db, [a], { model: goodModel({ companyType: "Energieversorger" }), sites: SITES });
    await readAll(db, [a], { sites: SITES });
    expect(await now()).toMatchObject({ companyType: "Energieversorger", salesScore: 4 });
    expect(await allEnrichments(db)).toMatchObject([{ basis: "model" }]);
  });

  it("tells why its Impressum can't be read, and is not read again for that", async () => {
    const { db, a } = await openScene();
    const imprintProblem = "Das Impressum darf laut robots.txt nicht gelesen werden.";
    const sites = {
      readSite: async () => ({ pages: [homePage("a.de")], imprintProblem }),
      close: async () => {},
    };
    const { job } = await readAll(db, [a], { model: goodModel(), sites });
    expect(await allEnrichments(db)).toMatchObject([{ basis: "model", problem: imprintProblem }]);
    const [event] = await findEvents(db, a.seq);
    expect(JSON.parse(event?.changes ?? "")).toMatchObject({ siteProblem: { to: imprintProblem } });
    expect(await findUnreadLeads(db, job.id, Date.now() + DAY)).toEqual([]);
  });
});

describe("a website that can't be read", () => {
  it.each([
    ["is not tried again by itself for seven days", 7 * DAY - 60_000, true, "recent"],
    ["is tried again by itself after seven days", 7 * DAY + 60_000, true, "read"],
    ["is tried whenever a person asks for it", 60_000, false, "read"],
  ] as const)("%s", async (_name, age, isFollowUp, state) => {
    const { db, a } = await openScene();
    await readAll(db, [a], { sites: new FakeSites({}) });
    await db
      .updateTable("leadEnrichments")
      .set({ triedAt: Date.now() - age })
      .execute();
    const { states } = await readAll(db, [a], {
      model: goodModel(),
      sites: SITES,
      isFollowUp,
    });
    expect(states).toEqual([state]);
  });

  it("by a fault of our own ends the job", async () => {
    const { db, a } = await openScene();
    const sites = new FakeSites({ "a.de": new TypeError("broken") });
    await expect(readAll(db, [a], { sites })).rejects.toThrow("broken");
    expect(await allEnrichments(db)).toEqual([]);
  });
});

describe("an answer of the model", () => {
  it.each([
    ["that quotes what stands nowhere", [{ quote: "Wir sind die Besten der Welt.", url: "" }]],
    ["that quotes nothing", []],
  ])("%s is asked for once more, then rules stand in for it", async (_name, passages) => {
    const { db, a, now } = await openScene();
    const model = fakeModel([{ json: { ...ANSWER, passages } }]);
    const { job, states } = await readAll(db, [a], { model, sites: SITES });
    expect(model.asked).toHaveLength(2);
    expect(states).toEqual(["failed"]);
    expect(await now()).toMatchObject({ companyType: "Stadtwerke", salesScore: null });
    expect(JSON.parse(job.warnings)).toEqual([
      expect.stringMatching(/^1 Lead hat Firmentyp und Themen nach festen Regeln .*Textstelle/),
    ]);
    expect(await allEnrichments(db)).toMatchObject([
      { basis: "rules", awaitsModel: 1, problem: expect.stringContaining("später bewertet") },
    ]);
  });
});

/** A good model that fails at some of its calls, counted from 1. */
function failingModel(kind: ProviderErrorKind, fails: (call: number) => boolean) {
  const good = goodModel();
  let calls = 0;
  return {
    ...good,
    calls: () => calls,
    complete: async (...args: Parameters<typeof good.complete>) => {
      calls += 1;
      if (fails(calls)) throw new ProviderError("OpenAI", kind, {});
      return good.complete(...args);
    },
  };
}

async function readTwelve(model: LanguageModel) {
  const db = await openTestStore();
  const leads = [];
  const pages: Record<string, ReturnType<typeof homePage>[]> = {};
  for (let n = 0; n < 12; n += 1) {
    leads.push(await addLead(db, { domain: `firma-${n}.de`, companyName: "Stadtwerke" }));
    pages[`firma-${n}.de`] = [homePage(`firma-${n}.de`)];
  }
  const outcome = await readAll(db, leads, { model, sites: new FakeSites(pages) });
  const rows = await findLeadsBySeq(
    db,
    leads.map(({ seq }) => seq),
  );
  const judged = rows.filter(({ salesScore }) => salesScore === 4).length;
  return { ...outcome, rows, judged, db };
}

describe("a model that can't be asked", () => {
  it.each<[ProviderErrorKind, (call: number) => boolean]>([
    ["rate_limited", (call) => call % 5 < 3],
    ["upstream", (call) => call > 4 && call < 40],
    ["network", (call) => call === 1],
    ["timeout", (call) => call % 3 === 1],
  ])("for a while, by %s, judges every lead in the end", async (kind, fails) => {
    const { states, job, judged } = await readTwelve(failingModel(kind, fails));
    expect([new Set(states), judged, job.warnings]).toEqual([new Set(["read"]), 12, "[]"]);
  });

  it("for want of the internet pauses the job at the first failure, for half a minute", async () => {
    const { db, a } = await openScene();
    let calls = 0;
    const model = {
      ...goodModel(),
      complete: async () => {
        calls += 1;
        throw new ProviderError("OpenAI", "network", { isUnreachable: true });
      },
    };
    const { run } = await queueScene(db, [a]);
    const services = { ...servicesWith({ sites: SITES, languageModel: model }), retrySpeed: 1 };
    const pause = await enrichmentPipeline(services)
      .run(run)
      .catch((error: unknown) => error);
    expect(pause).toMatchObject({
      message: "OpenAI ist nicht erreichbar. Hat der Server Internet?",
      showsReason: true,
    });
    expect(Number(Object(pause).resumeAt) - Date.now()).toBeLessThanOrEqual(30_000);
    expect(calls).toBe(1);
  });
});

it("websites are read ahead of the model, which is asked no more at once than it takes", async ({
  db,
}) => {
  const domains = Array.from({ length: 30 }, (_, n) => `firma-${n}.de`);
  const leads = [];
  for (const domain of domains) leads.push(await addLead(db, { domain }));
  const sites = new FakeSites(Object.fromEntries(domains.map((name) => [name, [homePage(name)]])));
  const good = goodModel();
  const readWhenAsked: number[] = [];
  let [underWay, most] = [0, 0];
  const model = {
    ...good,
    complete: async (...args: Parameters<typeof good.complete>) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await vi.waitUntil(() => sites.asked.length >= Math.min(24 + readWhenAsked.length, 30));
      readWhenAsked.push(sites.asked.length);
      underWay -= 1;
      return good.complete(...args);
    },
  };
  const { states } = await readAll(db, leads, { model, sites });
  expect(new Set(states)).toEqual(new Set(["read"]));
  expect([most, readWhenAsked.length]).toEqual([3, 30]);
});

describe("a run that is interrupted", () => {
  it("goes on with the leads that are left, and its progress never falls", async ({ db }) => {
    const leads = [];
    for (const domain of ["a.de", "b.de", "c.de"]) leads.push(await addLead(db, { domain }));
    const { run, job } = await queueScene(db, leads);
    await db
      .updateTable("jobResults")
      .set({ siteState: "read" })
      .where("position", "=", 0)
      .execute();
    await db.updateTable("jobs").set({ progress: 33, phase: "enriching" }).execute();
    const sites = new FakeSites({ "b.de": [homePage("b.de")], "c.de": [homePage("c.de")] });
    await enrichmentPipeline(servicesWith({ sites, languageModel: goodModel() })).run(run);
    expect(sites.asked.toSorted()).toEqual(["b.de", "c.de"]);
    expect(run.job).toMatchObject({ id: job.id, progress: 99 });
    expect(await allEnrichments(db)).toHaveLength(2);
  });
});
