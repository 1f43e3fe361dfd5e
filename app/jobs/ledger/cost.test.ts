import { expect } from "vitest";
import type { Db } from "~db/client";
import { addUsage } from "~db/queries/provider-usage";
import { it, NOON, openTestStore, setCeiling } from "~tests/store";
import { monthOf } from "../../format/iso-time";
import { SERVICES, type Service } from "../../providers/services";
import { pricesSetting } from "../../settings/team-settings.server";
import { estimateCost, jobCost, jobEuros, PlannedRunSchema } from "./cost.server";

const NOTHING = { calls: 0, billed: 0, credits: 0, saved: 0 };
const BY = { actor: "anna", now: 1 };

it.each([
  [
    "what was paid, free and known",
    { anymailfinder: { calls: 50, billed: 29, credits: 29, saved: 5 } },
    {
      total: "0,87\u00a0€",
      line: "Kosten 0,87\u00a0€: E-Mails: 29 bezahlt, 21 kostenlos, 5 schon bekannt",
    },
  ],
  [
    "all services together, the language model in tokens",
    {
      "google-places": { calls: 2, billed: 2, credits: 2 },
      openai: { calls: 1, billed: 1, credits: 1_000_000 },
      serper: { calls: 1 },
      anymailfinder: { saved: 11 },
    },
    {
      total: "0,19\u00a0€",
      line: "Kosten 0,19\u00a0€: 2 Kartenabfragen, 1 Frage ans Sprachmodell, 1 Websuche; E-Mails: 0 bezahlt, 11 schon bekannt",
    },
  ],
  [
    "that a part has no price",
    { vayne: { calls: 1, billed: 1, credits: 9 }, serper: { calls: 1, billed: 1, credits: 1 } },
    {
      total: "mindestens unter 0,01\u00a0€",
      line: "Kosten mindestens unter 0,01\u00a0€: 1 Websuche, 9 Profile",
    },
  ],
  [
    "no amount where nothing has a price, or nothing was paid",
    { vayne: { calls: 1, billed: 1, credits: 9 } },
    { total: null, line: "Kosten: 9 Profile" },
  ],
  ["nothing of open data", { openstreetmap: { calls: 4 } }, { total: null, line: "" }],
])("a job's cost says %s", async (_, usage, cost) => {
  const db = openTestStore();
  for (const [provider, used] of Object.entries(usage))
    await addUsage(db, { month: "2026-11", provider, jobId: "a" }, { ...NOTHING, ...used });
  await addUsage(db, { month: "2026-11", provider: "serper", jobId: "other" }, { calls: 7 });
  expect(await jobCost(db, ["a"])).toMatchObject(cost);
});

it("counts with the team's price, and knows none where that is empty", async ({ db }) => {
  await addUsage(db, { month: "2026-11", provider: "vayne", jobId: "a" }, { calls: 1, credits: 9 });
  await pricesSetting.save(db, { vayne: 0.5 }, BY);
  expect((await jobCost(db, ["a"])).total).toBe("4,50\u00a0€");
  const used = [{ provider: "vayne", credits: 9 }];
  expect(await jobEuros(db, used)).toBe(4.5);
  await pricesSetting.save(db, { vayne: null }, BY);
  expect((await jobCost(db, ["a"])).total).toBeNull();
  expect(await jobEuros(db, used)).toBeNull();
  expect(await jobEuros(db, [])).toBe(0);
});

const TIME_ZONE = "Europe/Berlin";

function estimate(db: Db, run: object, keys: readonly Service[]) {
  const status = async () =>
    SERVICES.map((service) => ({
      service,
      configured: keys.includes(service),
      origin: null,
      isUnreadable: false,
    }));
  const services = { db, timeZone: TIME_ZONE, credentials: { status } };
  return estimateCost(services, PlannedRunSchema.parse(run), NOON);
}

it.each<[object, readonly Service[], string]>([
  [{ kind: "search", count: 50 }, [], "keine"],
  [
    { kind: "search", count: 50 },
    ["google-places"],
    "höchstens 3 Kartenabfragen, etwa 0,09\u00a0€",
  ],
  [
    { kind: "search", count: 500, enrich: "on" },
    ["google-places", "serper", "anymailfinder"],
    "höchstens 3 Kartenabfragen, 60 Websuchen und 500 E-Mails, etwa 15,14\u00a0€",
  ],
  [
    { kind: "search", count: 20, goal: "new", enrich: "on" },
    ["google-places", "serper", "anymailfinder"],
    "höchstens 30 Kartenabfragen, 30 Websuchen und 20 E-Mails, etwa 1,54\u00a0€",
  ],
  [
    { kind: "maps", count: 50 },
    ["google-places", "anymailfinder"],
    "höchstens 3 Kartenabfragen, etwa 0,09\u00a0€",
  ],
  [
    { kind: "web", count: 50, enrich: "on" },
    ["google-places", "serper", "anymailfinder"],
    "höchstens 30 Websuchen und 50 E-Mails, etwa 1,53\u00a0€",
  ],
  [{ kind: "contacts", count: 7 }, ["anymailfinder"], "höchstens 7 E-Mails, etwa 0,42\u00a0€"],
  [
    { kind: "profiles", count: 7 },
    ["vayne", "anymailfinder"],
    "höchstens 7 Profile; der Preis von Vayne ist nicht bekannt",
  ],
  [
    { kind: "profiles", count: 7, enrich: "on" },
    ["vayne", "anymailfinder"],
    "höchstens 7 E-Mails und 7 Profile; mindestens 0,21\u00a0€, der Preis von Vayne ist nicht bekannt",
  ],
  [
    { kind: "enrichment", count: 1_000 },
    ["anymailfinder", "openai"],
    "höchstens 1.000 E-Mails und 1.000 Fragen ans Sprachmodell, etwa 30,39\u00a0€",
  ],
  [
    { kind: "campaign", count: 20, times: 100 },
    ["google-places", "anymailfinder"],
    "höchstens 300 Kartenabfragen und 2.000 E-Mails, etwa 69,15\u00a0€",
  ],
])("%j with keys of %j says „%s“", async (run, keys, text) => {
  expect(await estimate(openTestStore(), run, keys)).toEqual({ text, stops: [] });
});

it("says what is left of the month, and which ceiling would stop it", async ({ db }) => {
  await setCeiling(db, "anymailfinder", 500);
  const month = monthOf(NOON, TIME_ZONE);
  await addUsage(db, { month, provider: "anymailfinder", jobId: "a" }, { calls: 149 });
  const run = { kind: "contacts", count: 351 };
  const left = "diesen Monat noch 351 von 500 bei Anymailfinder";
  expect(await estimate(db, run, ["anymailfinder"])).toEqual({
    text: `höchstens 351 E-Mails, etwa 21,06\u00a0€ · ${left}`,
    stops: [],
  });
  const { stops } = await estimate(db, { ...run, count: 352 }, ["anymailfinder"]);
  expect(stops).toEqual([
    "Die Monatsgrenze von Anymailfinder reicht nicht für alles: noch 351 von 500.",
  ]);
});
