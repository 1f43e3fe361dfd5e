import { describe, expect } from "vitest";
import { addLead, it, leadOf, NOON, nextId, openTestStore } from "~tests/store";
import { LAST_SORT_KEY } from "../fold";
import {
  addSources,
  findLeadsByDomain,
  findSearchTerms,
  findSources,
  findTags,
  getFirstPayload,
  insertLead,
  parseList,
  updateLead,
} from "./leads";

describe("insertLead", () => {
  it("derives the sort keys and how its number is read", async ({ db }) => {
    const lead = await addLead(db, {
      domain: "firma.de",
      companyName: "Ärztehaus  Süd",
      city: "Übach",
      sourceTerm: "Ärzte",
      phone: "+49 561 7070-0",
    });
    expect(lead).toMatchObject({
      phoneDisplay: "0561\u00a07070-0",
      nameKey: "arztehaus sud",
      cityKey: "ubach",
      termKey: "aerzte",
      scoreKey: 0,
      version: 1,
      status: "neu",
    });
  });

  it("sorts a lead without a name by its domain and one without a town last", async () => {
    const lead = await addLead(await openTestStore(), { domain: "firma.de" });
    expect(lead).toMatchObject({
      nameKey: "firma.de",
      cityKey: LAST_SORT_KEY,
      termKey: LAST_SORT_KEY,
    });
  });

  it("refuses a second lead of the same domain", async ({ db }) => {
    await addLead(db, { domain: "firma.de" });
    await expect(addLead(db, { domain: "firma.de" })).rejects.toThrow("UNIQUE");
    expect(await db.selectFrom("leadSearch").select("seq").execute()).toHaveLength(1);
  });

  it.each([{ salesScore: 0 }, { salesScore: 6 }])("refuses %j", async (fields) => {
    const db = await openTestStore();
    await expect(addLead(db, { domain: "firma.de", ...fields })).rejects.toThrow("CHECK");
  });
});

describe("updateLead", () => {
  it("derives the keys anew, counts the version up and renews what is searched", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de", companyName: "Alt", city: "Köln" });
    const change = { companyName: "Öl", salesScore: 4, phone: "+43151234" };
    const changed = await updateLead(db, lead, change, NOON + 5);
    expect(changed).toMatchObject({
      phoneDisplay: "+43\u00a01\u00a051234",
      companyName: "Öl",
      nameKey: "ol",
      city: "Köln",
      cityKey: "koln",
      scoreKey: 4,
      version: 2,
      updatedAt: NOON + 5,
      createdAt: NOON,
    });
    const found = await db.selectFrom("leadSearch").select("document").execute();
    expect(found).toEqual([{ document: expect.stringContaining("oel") }]);
    expect(found[0]?.document).not.toContain("alt");
  });
});

describe("reading leads", () => {
  it("answers the known ones of many domains", async ({ db }) => {
    const one = await addLead(db, { domain: "eins.de" });
    const two = await addLead(db, { domain: "zwei.de" });
    const asked = ["zwei.de", "fehlt.de", "eins.de", "it's.de", '"'];
    const known = await findLeadsByDomain(db, asked);
    expect([...known].sort()).toEqual([
      ["eins.de", one],
      ["zwei.de", two],
    ]);
    expect(await findLeadsByDomain(db, [])).toEqual(new Map());
  });

  it("answers tags sorted, and nothing for leads without any", async ({ db }) => {
    const one = await addLead(db, { domain: "eins.de" });
    const two = await addLead(db, { domain: "zwei.de" });
    for (const tag of ["messe", "favorit", "kontaktiert"]) {
      await db.insertInto("leadTags").values({ leadSeq: one.seq, tag }).execute();
    }
    const tags = await findTags(db, [one.seq, two.seq]);
    expect([...tags]).toEqual([[one.seq, ["favorit", "kontaktiert", "messe"]]]);
  });
});

describe("the sources of a lead", () => {
  it("are one for each job", async ({ db }) => {
    const lead = await addLead(db, { domain: "firma.de" });
    const source = (jobId: string | null, payload: string) => ({
      id: nextId("source"),
      leadSeq: lead.seq,
      jobId,
      sourceType: "maps" as const,
      provider: "google-places",
      term: "Maler",
      region: "Köln",
      payload,
      foundAt: NOON,
    });
    await addSources(db, [source("job-1", '{"n":1}')]);
    await addSources(db, [source("job-1", '{"n":2}')]);
    await addSources(db, [source("job-2", '{"n":3}')]);
    await addSources(db, [source(null, '{"n":4}')]);
    await addSources(db, [source(null, '{"n":5}')]);
    const sources = await findSources(db, lead.seq);
    expect(sources.map(({ payload }) => payload)).toEqual([
      '{"n":1}',
      '{"n":3}',
      '{"n":4}',
      '{"n":5}',
    ]);
    expect(await getFirstPayload(db, lead.seq)).toBe('{"n":1}');
    expect(await getFirstPayload(db, 999)).toBeUndefined();
  });
});

describe("the search terms", () => {
  it("come with their number, most used first, without those that no lead has any more", async ({
    db,
  }) => {
    const terms = ["Maler", "Ärzte", "Bäder", "Ärzte", "Zahnärzte", null];
    for (const [index, sourceTerm] of terms.entries()) {
      await insertLead(db, leadOf({ domain: `firma-${index}.de`, sourceTerm }));
    }
    await db.deleteFrom("leads").where("sourceTerm", "=", "Zahnärzte").execute();
    expect(await findSearchTerms(db)).toEqual([
      { term: "Ärzte", n: 2 },
      { term: "Bäder", n: 1 },
      { term: "Maler", n: 1 },
    ]);
  });
});

describe("parseList", () => {
  it.each([
    ["[]", []],
    ['["a","b"]', ["a", "b"]],
    ['["a",1,null,{"b":"c"}]', ["a"]],
    ['{"a":"b"}', []],
    ["null", []],
  ])("reads %s as %j", (json, list) => {
    expect(parseList(json)).toEqual(list);
  });
});
