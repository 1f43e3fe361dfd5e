import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { addUsage } from "~db/queries/provider-usage";
import { addJob, addLead, it, NOON, nextId, setJob, ZONE } from "~tests/store";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { monthOf } from "../format/iso-time";
import { CallLedger } from "../jobs/ledger/call-ledger.server";
import { findUsagePage } from "../jobs/ledger/monthly-usage.server";
import { firstRequestHook } from "../providers/fetch/sending";
import { findYield, findYieldPage, YieldQuerySchema } from "./yield.server";

const DAY = 86_400_000;
const ledger = new CallLedger(ZONE);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

type Query = Partial<Record<"month" | "provider" | "sort", string>>;

async function readYield(db: Db, query: Query = {}) {
  const { rowsAt, propose, ...found } = await findYield(db, YieldQuerySchema.parse(query));
  return { ...found, rows: rowsAt({ page: 1, pageSize: found.total }), proposals: await propose() };
}

type Answer = "paid" | "free" | "refused" | "known";

async function call(db: Db, jobId: string, id: string, how: Answer, credits = 1): Promise<void> {
  if (how === "known") return ledger.countSaved(db, jobId, id);
  const ask = async () => {
    await firstRequestHook()?.();
    if (how === "refused") throw new Error("refused");
  };
  const made = ledger.make({ db, job: { id: jobId } }, { id, name: id }, "page 1", ask);
  const booked = await made.then((answer) => answer.booked).catch(() => null);
  if (booked !== null) await ledger.settle(db, booked, how === "free" ? 0 : credits);
}

/** Stores results as a search does; new companies become leads. */
async function find(db: Db, jobId: string, seqs: readonly number[], isNew: 0 | 1): Promise<void> {
  const { found, fresh } = await db
    .selectFrom("jobs")
    .select(["found", "fresh"])
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  const results = seqs.map((leadSeq, at) => ({ jobId, position: found + at + 1, leadSeq, isNew }));
  await insertJobResults(db, results);
  await setJob(db, jobId, { found: found + seqs.length, fresh: fresh + isNew * seqs.length });
}

const ANSWERS: readonly Answer[] = ["paid", "paid", "free", "refused", "known"];

/** Runs of every kind over a year; tells what their searches should have brought. */
async function inventRuns(db: Db, count: number) {
  const random = createRandom("what a euro brought");
  const known: number[] = [];
  const brought = { found: 0, newLeads: 0, withEmail: 0, approved: 0, contacted: 0 };
  const callServices = async (jobId: string, provider: string | null) => {
    if (provider !== null) await call(db, jobId, provider, random.pick(["paid", "refused"]));
    for (let more = random.integer(0, 4); more > 0; more -= 1) {
      const id = random.pick([provider ?? "anymailfinder", "anymailfinder"]);
      await call(db, jobId, id, random.pick(ANSWERS), random.integer(1, 2));
    }
    const usage = { month: monthOf(Date.now(), ZONE), provider: "openai", jobId };
    await addUsage(db, usage, { calls: 1, billed: 1, credits: random.integer(0, 9_000) });
  };
  const findLeads = async (jobId: string) => {
    const again = known.filter(() => random.chance(1 / (known.length + 1)));
    await find(db, jobId, again, 0);
    brought.found += again.length;
    for (let more = random.integer(0, 3); more > 0; more -= 1) {
      const [withEmail, approved, contacted, isGone] = [0.5, 0.3, 0.3, 0.1].map((share) =>
        random.chance(share),
      );
      const domain = `${nextId("firma")}.example`;
      const email = withEmail ? `info@${domain}` : null;
      const { seq } = await addLead(db, { domain, email, approved: approved ? 1 : 0 });
      const marks = db.updateTable("leads").set({ contacted: contacted ? 1 : 0 });
      await marks.where("seq", "=", seq).execute();
      await find(db, jobId, [seq], 1);
      brought.found += 1;
      brought.newLeads += 1;
      if (isGone) await db.deleteFrom("leads").where("seq", "=", seq).execute();
      else {
        known.push(seq);
        brought.withEmail += Number(withEmail);
        brought.approved += Number(approved);
        brought.contacted += Number(contacted);
      }
    }
  };
  for (let run = 0; run < count; run += 1) {
    vi.setSystemTime(NOON - random.integer(0, 365 * DAY));
    const query = random.pick(["Maler", "MALER", "Bäckerei", "Elektriker"]);
    const region = random.pick(["Kassel", "Fürth", "fuerth", "Bremen", ""]);
    const of = { query, region, createdAt: Date.now() };
    const kind = random.pick(["maps", "maps", "web", "contacts", "enrichment"] as const);
    const isSearch = kind === "maps" || kind === "web";
    const job = await addJob(db, { ...of, kind });
    await callServices(job.id, kind === "maps" ? "google-places" : isSearch ? "serper" : null);
    if (!isSearch) continue;
    await findLeads(job.id);
    const web = await addJob(db, { ...of, kind: "web", query: "andere Worte", parentId: job.id });
    // The part may begin in the next month.
    vi.setSystemTime(Date.now() + random.integer(0, 2) * DAY);
    await callServices(web.id, "serper");
    await findLeads(web.id);
    const reading = { ...of, kind: "reading", query: `Websites zu „${query}“` } as const;
    await callServices((await addJob(db, { ...reading, parentId: web.id })).id, null);
    const month = monthOf(Date.now(), ZONE);
    const draft = { month, provider: "openai", jobId: "" };
    if (run % 9 === 0) await addUsage(db, draft, { calls: 1, billed: 1, credits: 4_321 });
    const gone = { month, provider: "anymailfinder", jobId: "a job that is gone" };
    if (run % 7 === 0) await addUsage(db, gone, { calls: 2, billed: 1, credits: 1 });
  }
  vi.setSystemTime(NOON);
  return brought;
}

const cents = (euros: number | null) => Math.round((euros ?? 0) * 100);
const PRICES: Record<string, number> = {
  "google-places": 0.0305,
  serper: 0.00087,
  anymailfinder: 0.03,
  openai: 0.000_000_13,
};

it("says of 200 runs to the cent and to the lead what the ledger says", {
  timeout: 120_000,
}, async ({ db, annotate }) => {
  const brought = await inventRuns(db, 200);
  const { rows, sums } = await readYield(db);
  expect(sums).toMatchObject(brought);
  expect(rows.reduce((all, { newLeads }) => all + newLeads, 0)).toBe(brought.newLeads);
  const usage = await db.selectFrom("providerUsage").selectAll().execute();
  const months = new Set(usage.map(({ month }) => month));
  const compare = (month: string, provider: string) => {
    const isMeant = (row: { month: string; provider: string }) =>
      [row.month, ""].includes(month) && [row.provider, ""].includes(provider);
    const booked = usage.filter(isMeant);
    const paid = booked.map((row) => row.credits * (PRICES[row.provider] ?? Number.NaN));
    const told = rows.filter(isMeant);
    const figures = {
      ledger: cents(paid.reduce((all, euros) => all + euros, 0)),
      rows: cents(told.reduce((all, { euros }) => all + (euros ?? Number.NaN), 0)),
    };
    expect(figures.rows, `${month} ${provider}`).toBe(figures.ledger);
    expect(told.reduce((all, { calls }) => all + calls, 0)).toBe(
      booked.reduce((all, { calls }) => all + calls, 0),
    );
    return figures;
  };
  for (const month of months) {
    for (const provider of Object.keys(PRICES)) compare(month, provider);
  }
  const { ledger, rows: told } = compare("", "");
  expect(cents(sums.euros)).toBe(ledger);
  expect(rows.filter(({ term }) => term === null).length).toBeGreaterThan(months.size);
  await annotate(`200 runs, ${rows.length} rows: ${told} cents, ledger ${ledger} cents`);
  const november = await readYield(db, { month: "2026-11", provider: "serper" });
  expect(cents(november.sums.euros)).toBe(compare("2026-11", "serper").ledger);
  const { rows: page } = await findUsagePage(db, "2026-11", { now: NOON, timeZone: ZONE });
  expect(november.cost).toBe(page.find(({ provider }) => provider === "serper")?.cost);
});

/** A search with its web part and what reads its websites; a lead is new in each of the two. */
async function searchBoth(db: Db, query: string, region: string) {
  const of = { query, region, createdAt: Date.now() };
  const job = await addJob(db, { ...of, kind: "maps" });
  const web = await addJob(db, { ...of, kind: "web", query: "Ergänzung", parentId: job.id });
  const reading = await addJob(db, { ...of, kind: "reading", query: "Sites", parentId: web.id });
  await call(db, job.id, "google-places", "paid");
  await call(db, web.id, "serper", "paid");
  await call(db, reading.id, "anymailfinder", "paid", 2);
  const leads = [];
  for (const id of [job.id, web.id]) {
    const lead = await addLead(db, { domain: `${nextId("firma")}.example`, approved: 1 });
    await find(db, id, [lead.seq], 1);
    leads.push(lead);
  }
  return { job, web, reading, leads };
}

const briefly = ({ rows }: Awaited<ReturnType<typeof readYield>>) =>
  rows.map((row) => [row.provider, row.term, row.place, row.calls, row.newLeads, row.eurosPerNew]);

it("counts parts and follow-ups to their search, and leads where they were new", async ({ db }) => {
  const { leads } = await searchBoth(db, "Maler", "Kassel");
  const other = await addJob(db, { query: "Maler", region: "Bremen" });
  await call(db, other.id, "google-places", "paid");
  await find(
    db,
    other.id,
    leads.map(({ seq }) => seq),
    0,
  );
  const perNew = (0.0305 + 0.00087 + 0.06) / 2;
  expect(briefly(await readYield(db))).toEqual([
    ["anymailfinder", "Maler", "Kassel", 1, 0, perNew],
    ["google-places", "Maler", "Kassel", 1, 1, perNew],
    ["serper", "Maler", "Kassel", 1, 1, perNew],
    ["google-places", "Maler", "Bremen", 1, 0, null],
  ]);
  const { sums } = await readYield(db, { provider: "google-places" });
  expect(sums).toMatchObject({ found: 3, newLeads: 1, approved: 1, eurosPerApproved: 0.061 });
});

it("puts a deleted lead among the found and new ones alone", async ({ db }) => {
  const { leads } = await searchBoth(db, "Maler", "Kassel");
  await db
    .deleteFrom("leads")
    .where("seq", "=", leads[0]?.seq ?? 0)
    .execute();
  const { sums } = await readYield(db);
  expect(sums).toMatchObject({ found: 2, newLeads: 2, approved: 1 });
});

it("counts a search over the turn of the month once, where it began", async ({ db }) => {
  vi.setSystemTime(Date.parse("2026-10-31T22:59:00Z"));
  const { job } = await searchBoth(db, "Maler", "Kassel");
  vi.setSystemTime(Date.parse("2026-10-31T23:01:00Z"));
  await call(db, job.id, "google-places", "paid");
  const { rows } = await readYield(db, { provider: "google-places" });
  expect(rows.map(({ month, newLeads }) => [month, newLeads]).sort()).toEqual([
    ["2026-10", 1],
    ["2026-11", 0],
  ]);
});

it("counts what a walk of an area found once", async ({ db }) => {
  const { job } = await searchBoth(db, "Maler", "Kassel");
  for (const part of ["ids", "details"]) await call(db, job.id, `google-places-${part}`, "paid");
  const { sums } = await readYield(db);
  expect(sums).toMatchObject({ found: 2, newLeads: 2, euros: 0.0305 + 0.00087 + 0.06 + 0.0174 });
});

it("has no amount where a price is unknown, and says so", async ({ db }) => {
  const job = await addJob(db);
  await call(db, job.id, "google-places", "paid");
  await call(db, job.id, "vayne", "paid");
  const { sums, cost } = await readYield(db);
  expect(sums).toMatchObject({ calls: 2, euros: null });
  expect(cost).toBe("mindestens 0,03\u00a0€");
});

it("sorts by what was spent or by what a new lead cost", async ({ db }) => {
  await searchBoth(db, "Maler", "Kassel");
  const cheap = await addJob(db, { kind: "web", query: "Winzer", region: "Kassel" });
  await call(db, cheap.id, "serper", "paid");
  await find(db, cheap.id, [(await addLead(db, { domain: "winzer.example" })).seq], 1);
  const firstBy = async (sort: string) => (await readYield(db, { sort })).rows[0]?.term;
  expect(await firstBy("spent")).toBe("Maler");
  expect(await firstBy("perNew")).toBe("Winzer");
});

it("proposes cheap terms at cheap places that were not searched lately", async ({ db }) => {
  vi.setSystemTime(NOON - 32 * DAY);
  await searchBoth(db, "Maler", "Kassel");
  await searchBoth(db, "MALER", "kassel");
  vi.setSystemTime(NOON - 30 * DAY);
  await searchBoth(db, "Winzer", "Fürth");
  vi.setSystemTime(NOON);
  const nothing = await addJob(db, { query: "Reeder", region: "Ulm" });
  await call(db, nothing.id, "google-places", "paid");
  await addJob(db, { query: "MALER", region: "fuerth" });
  const { rows, proposals } = await readYield(db);
  expect(rows).toHaveLength(3 + 3 + 1);
  expect(proposals.map(({ was, wo }) => `${was}, ${wo}`).sort()).toEqual([
    "Maler, Kassel",
    "Winzer, Kassel",
  ]);
});

it("shows the newest month, or all where the address makes no sense, 50 rows a page", async ({
  db,
}) => {
  for (let at = 0; at < 51; at += 1) {
    await call(db, (await addJob(db, { query: `Begriff ${at}` })).id, "google-places", "paid");
  }
  vi.setSystemTime(NOON - 40 * DAY);
  await call(db, (await addJob(db)).id, "google-places", "paid");
  const show = async (address: string) => {
    const { rows, total, month, page } = await findYieldPage(db, new URLSearchParams(address));
    return [rows.length, total, month, page];
  };
  expect(await show("page=99")).toEqual([1, 51, "2026-11", 2]);
  expect(await show("month=2026-13&pageSize=200")).toEqual([50, 52, "", 1]);
  expect(await show("sort=x")).toEqual([50, 52, "", 1]);
});
