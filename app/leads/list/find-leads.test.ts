import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { addLead, NOON, openTestStore } from "~tests/store";
import { parseSearchParams } from "../../http/search-params";
import { LEAD_SORTS } from "./filters";
import { findLeads, toListFilter } from "./find-leads.server";
import type { LeadListQuery } from "./lead-filter-schema";
import { LeadListQuerySchema } from "./lead-filter-schema";

const BERLIN = "Europe/Berlin";
const QUERY: LeadListQuery = { sort: "createdAt", page: 1, pageSize: 10 };
const iso = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

async function storeOf(count: number): Promise<Db> {
  const db = await openTestStore();
  for (let n = 0; n < count; n += 1) {
    // Few distinct values, so the tie-break often decides.
    await addLead(db, {
      domain: `firma-${String(n).padStart(3, "0")}.de`,
      companyName: `Firma ${n % 3}`,
      city: n % 4 === 0 ? null : `Ort ${n % 2}`,
      salesScore: n % 5 === 0 ? null : (n % 5) + 1,
      sourceTerm: n % 2 === 0 ? "Bäder" : "Maler",
      approved: n % 2 === 0 ? 1 : 0,
      updatedAt: NOON + (n % 7),
    });
  }
  return db;
}

describe("toListFilter", () => {
  it.each([
    [BERLIN, "2026-11-20", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"],
    // Days of 23 and of 25 hours.
    [BERLIN, "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    [BERLIN, "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    [BERLIN, "2026-12-31", "2026-12-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-20", "2026-11-19T18:30:00.000Z", "2026-11-20T18:30:00.000Z"],
    [BERLIN, "2026-11-20T08:00:00+01:00", "2026-11-20T07:00:00.000Z", "2026-11-20T07:00:00.000Z"],
  ])("reaches in %s for %s from %s to %s", (zone, day, from, before) => {
    const filter = toListFilter({ createdFrom: day, createdTo: day }, zone);
    expect(iso(filter.createdFrom)).toBe(from);
    expect(iso(filter.createdBefore)).toBe(before);
  });

  it("takes today for the day on which it is asked", () => {
    const [day = ""] = new Date().toLocaleString("sv-SE", { timeZone: BERLIN }).split(" ");
    const [today, same] = ["today", day].map((createdFrom) =>
      toListFilter({ createdFrom, createdTo: createdFrom }, BERLIN),
    );
    expect(today).toEqual(same);
  });

  it("asks for empty fields, and for nothing of what is excluded", () => {
    const parse = (query: string) => {
      const parsed = parseSearchParams(new URLSearchParams(query), LeadListQuerySchema);
      return parsed.success ? toListFilter(parsed.data, BERLIN) : parsed.issues;
    };
    expect(
      parse("without=companyType&without=phone&without=salesScore&without=owner&without=website"),
    ).toEqual({ without: ["companyType", "phone", "salesScore", "owner", "website"] });
    expect(parse("contacted=false&contactedBefore=2026-11-20")).toMatchObject({ ids: [] });
    expect(
      parse(
        "near=Neustadt (Hessen)&not.tag=Messe&not.tag=Eil&not.federalState=BY&not.owner=paul&owner=jana" +
          "&offerPackage=Plus&postalCode=34&contactedBefore=2026-11-20&isNew=true&campaignId=c",
      ),
    ).toEqual({
      near: { latitude: 50.85, longitude: 9.12, km: 30 },
      "not.tag": ["Messe", "Eil"],
      "not.federalState": ["Bayern"],
      "not.owner": ["paul"],
      contacted: true,
      offerPackage: ["Plus"],
      owner: ["jana"],
      postalCode: "34",
      contactedBefore: Date.parse("2026-11-19T23:00:00Z"),
      foundBy: [{ campaignId: "c", isNew: true }],
    });
    expect(parse("near=Nirgendwo&radiusKm=20&not.tga=x")).toMatchObject([
      { path: "not.tga", message: expect.stringContaining("„not.tag“") },
      { path: "near" },
    ]);
    expect(parse("followUpDue=true")).toEqual({ followUpBefore: expect.any(Number) });
    expect(parse("followUpDue=false&approvedOnly=false")).toEqual({});
  });
});

describe("findLeads", () => {
  it.each(LEAD_SORTS)("leads through the same pages by cursor and by number (%s)", async (sort) => {
    const db = await storeOf(25);
    let cursor: string | undefined;
    for (let page = 1; page <= 5; page += 1) {
      const query: LeadListQuery = { ...QUERY, sort, pageSize: 5, page };
      const found = await findLeads(db, { ...query, cursor }, BERLIN);
      expect(found).toEqual(await findLeads(db, query, BERLIN));
      expect(found.nextCursor === null).toBe(page === 5);
      cursor = found.nextCursor ?? undefined;
    }
  });

  it("refuses a cursor of another order", async () => {
    const db = await storeOf(12);
    const cursor = (await findLeads(db, QUERY, BERLIN)).nextCursor ?? "";
    const other = { ...QUERY, sort: "domain", cursor } as const;
    await expect(findLeads(db, other, BERLIN)).rejects.toThrow("Der Cursor gehört");
  });

  it("goes on behind what was counted of a text, up to its last page", async () => {
    const db = await openTestStore();
    await sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10020)
      INSERT INTO leads (id, domain, source_type, name_key, domain_key, city_key, term_key, created_at, updated_at)
      SELECT n, n, 'maps', '', '', '', '', n, n FROM numbers`.execute(db);
    await sql`INSERT INTO lead_search (seq, document) SELECT seq, 'firma' FROM leads`.execute(db);
    const text = { ...QUERY, q: "firma", pageSize: 100 };
    const counted = { total: 10_000, totalIsExact: false, pageCount: 100 };
    const last = await findLeads(db, { ...text, page: 101 }, BERLIN);
    expect(last).toMatchObject({ ...counted, page: 101, leads: { length: 20 }, nextCursor: null });
    expect(await findLeads(db, { ...text, page: 999 }, BERLIN)).toMatchObject({ page: 100 });
  });
});
