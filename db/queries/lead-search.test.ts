import { sql } from "kysely";
import { describe, expect } from "vitest";
import { it, openTestStore } from "~tests/store";
import type { Db } from "../client";
import { matchExpression, type SearchableLead, searchDocument, searchText } from "./lead-search";
import { insertLead, type LeadInsert } from "./leads";

const NOTHING: SearchableLead = {
  companyName: null,
  domain: "firma.de",
  unicodeDomain: "firma.de",
  email: null,
  emails: [],
  phone: null,
  nationalPhone: null,
  address: null,
  contactName: null,
  notes: null,
  sourceTerm: null,
};

describe("searchDocument", () => {
  it("holds every searchable field, folded both ways, once each", () => {
    const document = searchDocument({
      companyName: "Müller & Söhne",
      domain: "xn--mller-kva.de",
      unicodeDomain: "müller.de",
      email: "info@müller.de",
      emails: ["info@müller.de", "post@müller.de"],
      phone: "+493023125101",
      nationalPhone: "030 23125101",
      address: "Bäckerstraße 3, 10115 Berlin",
      contactName: "Jörg Groß",
      notes: "Rückruf\nFreitag",
      sourceTerm: "Bäder",
    });
    expect(document.split("\n")).toEqual([
      "mueller & soehne",
      "muller & sohne",
      "xn--mller-kva.de",
      "mueller.de",
      "muller.de",
      "info@mueller.de",
      "info@muller.de",
      "post@mueller.de",
      "post@muller.de",
      "+493023125101",
      "030 23125101",
      "03023125101",
      "baeckerstrasse 3, 10115 berlin",
      "backerstrasse 3, 10115 berlin",
      "joerg gross",
      "jorg gross",
      "rueckruf freitag",
      "ruckruf freitag",
      "baeder",
      "bader",
      "",
      "",
    ]);
  });

  it("leaves out what is empty", () => {
    expect(searchDocument({ ...NOTHING, notes: "", address: "" })).toBe("firma.de\n\n");
  });
});

describe("searchText", () => {
  it.each([
    ["+43 (0)1 5123456", "+4315123456"],
    ["0043 (0)1 5123456", "+4315123456"],
    ["+39 06 5123456", "+39065123456"],
    ["+49 (0)30 1", "+49301"],
    ["030/1", "030/1"],
    ["000123", "000123"],
    ["10 - 15", "10 - 15"],
    ["+ Partner", "+ partner"],
    ["(0) Fehler", "(0) fehler"],
  ])("reads %j as %j", (q, text) => {
    expect(searchText(q)).toBe(text);
  });
});

describe("matchExpression", () => {
  it("makes one phrase of three characters and more", () => {
    expect(matchExpression("Müller GmbH")).toEqual({ kind: "index", text: '"mueller gmbh"' });
  });

  it("doubles quotes, so that no text becomes an operator", () => {
    expect(matchExpression('a" OR "b')).toEqual({ kind: "index", text: '"a"" or ""b"' });
  });

  it("lists what may follow two characters", () => {
    const match = matchExpression("KG");
    expect(match.kind).toBe("index");
    expect(match.text.split(" OR ")).toContain('"kga"');
    expect(match.text.split(" OR ")).toContain('"kg\n"');
    expect(match.text).toContain('"kg"""');
  });

  it.each(["k", "K", " k "])("looks for %j in the documents themselves", (q) => {
    expect(matchExpression(q)).toEqual({ kind: "substring", text: "k" });
  });

  it("counts an umlaut as the two letters it is folded to", () => {
    expect(matchExpression("ü").kind).toBe("index");
    expect(matchExpression("ü").text).toContain('"uea"');
    expect(matchExpression("mü")).toEqual({ kind: "index", text: '"mue"' });
  });
});

const COMPANIES: Partial<LeadInsert>[] = [
  { companyName: "Müller-Bäder GmbH", domain: "xn--mller-bder-w5a5z.de" },
  { companyName: "Mueller Elektro", domain: "mueller-elektro.de" },
  { companyName: 'Der "Gute" Maler', domain: "gute-maler.de", notes: "100% *zufrieden*" },
  { companyName: "Stadtwerke Köln KG", domain: "stadtwerke-koeln.de", email: "info@rhein.de" },
  { companyName: "Muster AG® Berlin", domain: "muster.com", sourceTerm: "Bäder" },
  { companyName: "Alpha Ag*", domain: "alpha.com", address: "Äußere Gasse 5, 90402 Nürnberg" },
  { companyName: "Zoo", domain: "tiere.com", contactName: "Zoë Čapek" },
  { companyName: "Anruf", domain: "anruf.com", phone: "+493023125101" },
];

async function filledStore(): Promise<Db> {
  const db = await openTestStore();
  for (const [index, company] of COMPANIES.entries()) {
    const domain = company.domain ?? "";
    await insertLead(
      db,
      {
        id: `lead-${index}`,
        emails: "[]",
        topics: "[]",
        sourceType: "maps",
        createdAt: 0,
        updatedAt: 0,
        ...company,
        domain,
      },
      { unicodeDomain: domain, nationalPhone: company.phone ? "030 23125101" : null },
    );
  }
  return db;
}

/** Ids of the leads that the index gives for a text of two characters or more. */
async function hitsOf(db: Db, q: string): Promise<string[]> {
  const match = matchExpression(q);
  expect(match.kind).toBe("index");
  const { rows } = await sql<{ id: string }>`
    SELECT leads.id FROM lead_search_index JOIN leads ON leads.seq = lead_search_index.rowid
    WHERE document MATCH ${match.text} ORDER BY leads.seq`.execute(db);
  return rows.map(({ id }) => id);
}

/** The same by reading every document. */
async function documentsWith(db: Db, q: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT leads.id FROM lead_search JOIN leads ON leads.seq = lead_search.seq
    WHERE instr(document, ${searchText(q)}) > 0 ORDER BY leads.seq`.execute(db);
  return rows.map(({ id }) => id);
}

describe("the search index", () => {
  it.each([
    ["müller", ["lead-0", "lead-1"]],
    ["MUELLER", ["lead-0", "lead-1"]],
    ["muller", ["lead-0"]],
    ["u\u0308ller", ["lead-0", "lead-1"]],
    ["üller-bäd", ["lead-0"]],
    ["bader", ["lead-0", "lead-4"]],
    ['"gute"', ["lead-2"]],
    ["100% *z", ["lead-2"]],
    ["köln", ["lead-3"]],
    ["koeln kg", ["lead-3"]],
    ["@rhein", ["lead-3"]],
    ["äußere", ["lead-5"]],
    ["aussere", ["lead-5"]],
    ["Capek", ["lead-6"]],
    ["zoe", ["lead-6"]],
    ["nirgends", []],
    ["gmbh\nxn--", []],
    ["030 23125101", ["lead-7"]],
    ["030/231 25-101", ["lead-7"]],
    ["(030) 23125101", ["lead-7"]],
    ["+49 30 23125101", ["lead-7"]],
    ["23125101", ["lead-7"]],
    ["03023 125", ["lead-7"]],
    ["+49 (0)30 23125101", ["lead-7"]],
    ["+49(0)30/23125-101", ["lead-7"]],
    ["+49 (0) 30 231 25 101", ["lead-7"]],
    ["(+49) 30 23125101", ["lead-7"]],
    ["+49 030 23125101", ["lead-7"]],
    ["+49-30-23125-101", ["lead-7"]],
    ["+49 30 23125–101", ["lead-7"]],
    ["+49\u00a030\u00a023125101", ["lead-7"]],
    ["0049 30 23125101", ["lead-7"]],
    ["0049 (0)30 23125101", ["lead-7"]],
    ["(0049) 30/23125101", ["lead-7"]],
    ["030/23125-101", ["lead-7"]],
    ["030 - 23 12 51 01", ["lead-7"]],
    ["(0)30 23125101", ["lead-7"]],
    ["0 30 / 231 25 101", ["lead-7"]],
    ["+49 3", ["lead-7"]],
    ["+49 (0)", ["lead-7"]],
    ["0049 30 23125102", []],
    ["+43 (0)30 23125101", []],
    ["+49 40 23125101", []],
  ])("finds %j in %j", async (q, ids) => {
    expect(await hitsOf(await filledStore(), q)).toEqual(ids);
  });

  it.each(["KG", "Ag", "zo", "ü", "be", "5,", "e.", "-e", "co", "ke", "xn", "og", "1k"])(
    "finds the two characters %j wherever they stand",
    async (q) => {
      const db = await filledStore();
      expect(await hitsOf(db, q)).toEqual(await documentsWith(db, q));
    },
  );

  it("finds two characters before every sign of a keyboard", async ({ db }) => {
    const signs = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ §°´®™€–—•…·„“”‚‘’«»²³µ½×"];
    for (const [index, sign] of signs.entries()) {
      await db
        .insertInto("leads")
        .values({
          id: `lead-${index}`,
          domain: `firma-${index}.de`,
          emails: "[]",
          topics: "[]",
          sourceType: "maps",
          nameKey: "",
          domainKey: "",
          cityKey: "",
          termKey: "",
          createdAt: 0,
          updatedAt: 0,
        })
        .execute();
      const document = searchDocument({ ...NOTHING, notes: `Xy${sign}Q` });
      await db
        .insertInto("leadSearch")
        .values({ seq: index + 1, document })
        .execute();
    }
    const found = new Set(await hitsOf(db, "xy"));
    expect(signs.filter((_, index) => !found.has(`lead-${index}`))).toEqual([]);
  });
});
