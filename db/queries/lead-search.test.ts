import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { findLeadPage } from "~tests/lead-samples";
import { addLead, NOON, nextId } from "~tests/store";
import searchLeads from "../../scripts/accuracy/tables/search-leads.json";
import searchQueries from "../../scripts/accuracy/tables/search-queries.json";
import { type Db, openDatabase } from "../client";
import { searchDocument } from "../search/search-document";
import { matchesDocument, parseSearch } from "../search/search-query";
import { mostSimilar } from "../search/similar-text";
import { removeSource } from "./imports";
import { matchExpression } from "./lead-search";
import { findSimilarLeads } from "./lead-similar";
import { addSources, setTags, updateLead } from "./leads";
import { mergeSearchIndex } from "./search-index";

describe("searchDocument", () => {
  it("holds each field on a line, folded both ways, and none twice", () => {
    const document = searchDocument({
      domain: "xn--mller-bder-w5a5z.de",
      companyName: "Müller-Bäder",
      phone: "+493023125101",
      address: "Bäckerstr. 3, 10115 Berlin",
      street: "Bäckerstr. 3",
      federalState: "Nordrhein-Westfalen",
      notes: "",
      tags: ["VIP", "vip"],
    });
    expect(document.split("\n")).toEqual([
      "",
      "xn mller bder w#5a#5z.de",
      "-mllerbderw#5a#5z.de",
      "mueller baeder.de",
      "-muellerbaeder.de",
      "muller bader.de",
      "-mullerbader.de",
      "baeckerstrasse #3 #10115 berlin",
      "backerstrasse #3 #10115 berlin",
      "nordrhein westfalen",
      "-nordrheinwestfalen",
      "mueller baeder",
      "-muellerbaeder",
      "muller bader",
      "-mullerbader",
      "vip",
      "nrw",
      "#030 #23125101",
      "~03023125101~",
      "",
      "",
    ]);
  });
});

describe("matchExpression", () => {
  it("joins words of three characters and more in one question", () => {
    expect(matchExpression(parseSearch("Müller Kiel"))).toEqual({
      index: '("mueller") AND ("kiel")',
      rest: [],
    });
  });

  it("lists what may follow two characters, and looks for one in the documents", () => {
    const { index, rest } = matchExpression(parseSearch("kg x"));
    expect(index?.split(" OR ")).toEqual(expect.arrayContaining(['"kgb"', '"kg\n"']));
    expect(rest).toEqual([["x"]]);
  });

  it("asks for few words of two characters, however many there are", () => {
    const { index, rest } = matchExpression(parseSearch("ab cd ef gh ij kl"));
    expect(index?.split(" AND ")).toHaveLength(4);
    expect(rest).toEqual([["ij"], ["kl"]]);
  });
});

const text = z.string().optional();
const LeadsSchema = z.array(
  z.object({
    id: z.string(),
    domain: z.string(),
    ...{ companyName: text, email: text, phone: text, address: text, street: text },
    ...{ postalCode: text, city: text, federalState: text, companyType: text, notes: text },
    ...{ offerPackage: text, contactName: text, contactTitle: text, sourceTerm: text },
    topics: z.array(z.string()).default([]),
    emails: z.array(z.string()).default([]),
    tags: z.array(z.string()).default([]),
    sources: z.array(z.object({ term: z.string() })).default([]),
  }),
);
const QUERIES = z.array(z.tuple([z.string(), z.string()])).parse(searchQueries);
const MISTYPED = ["Köhlr", "Zanharzt", "Stadwterke", "Kanzleien", "Karlsruhr", "Bäkcerei"];
const SHORT = ["kg", "ü", "be", "5", "e.", "-e", "co", "k", "x y", "a b c stadt", "ag ag ag ag ag"];

const source = { sourceType: "maps", payload: "{}", foundAt: NOON } as const;

describe("the search index", { timeout: 60_000 }, () => {
  let db: Db;
  const documents = new Map<string, string>();
  beforeAll(async () => {
    db = await openDatabase(":memory:");
    for (const { topics, emails, tags, sources, ...lead } of LeadsSchema.parse(searchLeads)) {
      const lists = { topics: JSON.stringify(topics), emails: JSON.stringify(emails) };
      const { seq } = await addLead(db, { ...lead, ...lists });
      await setTags(db, new Map([[seq, tags]]));
      for (const { term } of sources) {
        await addSources(db, [{ ...source, id: nextId("s"), leadSeq: seq, jobId: term, term }]);
      }
      const terms = sources.map(({ term }) => term);
      documents.set(lead.id, searchDocument({ ...lead, topics, emails, tags, terms }));
    }
  }, 60_000);
  afterAll(() => db.destroy());

  async function hitsOf(q: string): Promise<string[]> {
    const leads = await findLeadPage(db, { q }, { sort: "createdAt", dir: "asc", limit: 100 });
    return leads.map(({ id }) => id);
  }

  it("gives what reading every document gives", async () => {
    for (const q of [...QUERIES.map(([asked]) => asked), ...SHORT]) {
      const words = parseSearch(q);
      const wanted = [...documents].filter(([, document]) => matchesDocument(words, document));
      expect([q, await hitsOf(q)]).toEqual([q, wanted.map(([id]) => id)]);
    }
  });

  it("gives what is similar among all documents", async () => {
    const leads = Array.from(documents, ([id, document]) => ({ id, document }));
    for (const q of MISTYPED) {
      const wanted = mostSimilar(q, leads).map(({ id }) => id);
      expect(wanted).not.toEqual([]);
      const found = (await findSimilarLeads(db, { q })).map(({ id }) => id);
      expect([q, found.sort()]).toEqual([q, wanted.sort()]);
    }
  });

  it("finds a lead by the numbers of its Impressum", async () => {
    const lead = await addLead(db, { domain: "register.de" });
    const imprint = {
      registerCourt: "Amtsgericht Döbeln",
      registerNumber: "HRB 47110",
      vatId: "DE999999999",
      economicId: "DE999999999-00001",
    };
    await updateLead(db, lead, { imprint: JSON.stringify(imprint) }, NOON);
    const asked = [
      "HRB 47110",
      "hrb47110 Döbeln",
      "DE999999999",
      "DE 999 999 999",
      "DE999999999-00001",
    ];
    for (const q of asked) expect([q, await hitsOf(q)]).toEqual([q, [lead.id]]);
    expect(await hitsOf("HRA 47110")).toEqual([]);
  });

  it("finds a lead by what is added, and no more by what is taken away", async () => {
    const lead = await addLead(db, { domain: "neu.de", sourceTerm: "Zimmerei" });
    await setTags(db, new Map([[lead.seq, ["Qualmess"]]]));
    const own = { ...source, id: nextId("s"), leadSeq: lead.seq, jobId: "job", term: "Dachstuhl" };
    await addSources(db, [own]);
    for (const q of ["qualmess", "dachstuhl", "ZIMMEREI neu.de"]) {
      expect([q, await hitsOf(q)]).toEqual([q, [lead.id]]);
    }
    await setTags(db, new Map([[lead.seq, []]]));
    await removeSource(db, own.id);
    await updateLead(db, lead, { notes: "Giebel" }, NOON);
    for (const q of ["qualmess", "dachstuhl"]) expect([q, await hitsOf(q)]).toEqual([q, []]);
    expect(await hitsOf("giebel zimmerei")).toEqual([lead.id]);
  });

  it("is merged step by step, without another answer", async () => {
    const countParts = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(DISTINCT segid) AS n FROM lead_search_index_idx`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const lead = await addLead(db, { domain: "teile.de" });
    for (let n = 0; n < 10; n += 1) await setTags(db, new Map([[lead.seq, [`Etikett ${n}`]]]));
    const before = await countParts();
    await mergeSearchIndex(db, async () => false);
    const after = await countParts();
    expect(after).toBeLessThan(before);
    expect(after).toBeLessThan(5);
    expect([await hitsOf("etikett 9"), await hitsOf("etikett 3")]).toEqual([[lead.id], []]);
  });
});
