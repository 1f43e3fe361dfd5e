import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { addLead, NOON, openTestStore } from "~tests/store";
import { parseSearchParams } from "../../http/search-params";
import { findLeads, findShownLeads, toListFilter } from "./find-leads.server";
import type { LeadListQuery } from "./lead-filter-schema";
import { LeadListQuerySchema } from "./lead-filter-schema";
import { LEAD_SORTS } from "./lead-filters";

const BERLIN = "Europe/Berlin";
const QUERY: LeadListQuery = { sort: "createdAt", page: 1, pageSize: 10 };
const iso = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

async function storeOf(count: number): Promise<Db> {
  const db = await openTestStore();
  for (let n = 0; n < count; n += 1) {
    // Few different values, so that the tie-break decides often.
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
  it.each(LEAD_SORTS)("leads through the same pages forth and back (%s)", async (sort) => {
    const db = await storeOf(25);
    const query: LeadListQuery = { ...QUERY, sort, pageSize: 5 };
    const forth = [await findShownLeads(db, query, BERLIN)];
    for (let page = 2; page <= 5; page += 1) {
      const cursor = forth.at(-1)?.nextCursor ?? "";
      forth.push(await findShownLeads(db, { ...query, page, cursor }, BERLIN));
    }
    expect(forth.at(-1)).toMatchObject({ page: 5, nextCursor: null });
    expect(forth[0]).toMatchObject({ page: 1, previousCursor: null });
    const ids = (found: (typeof forth)[number] | undefined) => found?.leads.map(({ id }) => id);
    let shown = forth.at(-1);
    for (let page = 4; page >= 1; page -= 1) {
      const cursor = shown?.previousCursor ?? "";
      shown = await findShownLeads(db, { ...query, page, cursor }, BERLIN);
      expect(ids(shown)).toEqual(ids(forth[page - 1]));
      expect(shown).toMatchObject({ page, nextCursor: forth[page - 1]?.nextCursor });
    }
  });

  it("shows people something, whatever their cursor says", async () => {
    const db = await storeOf(12);
    const { nextCursor } = await findShownLeads(db, { ...QUERY, pageSize: 5 }, BERLIN);
    const cursor = nextCursor ?? "";
    const other = { ...QUERY, sort: "domain", pageSize: 5, page: 2 } as const;
    const foreign = await findShownLeads(db, { ...other, cursor }, BERLIN);
    expect(foreign).toEqual(await findShownLeads(db, other, BERLIN));
    await expect(findLeads(db, { ...other, cursor }, BERLIN)).rejects.toThrow("Der Cursor gehört");
    const third = await findShownLeads(db, { ...QUERY, pageSize: 5, page: 3 }, BERLIN);
    // Who goes back over fewer leads than a page holds stands at the first one.
    await db.deleteFrom("leads").where("seq", ">", 4).execute();
    const before = { ...QUERY, pageSize: 5, page: 2, cursor: third.previousCursor ?? "" };
    expect(await findShownLeads(db, before, BERLIN)).toMatchObject({ page: 1, total: 4 });
    const behind = { ...QUERY, pageSize: 5, dir: "asc" as const };
    const end = await findShownLeads(db, { ...behind, page: 9, cursor }, BERLIN);
    expect(end).toMatchObject({ page: 1, leads: { length: 4 } });
  });
});
