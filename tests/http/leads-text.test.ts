import { join } from "node:path";
import { domainToASCII } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAnswer, LeadPageSchema, readFault } from "../support/api-answers";
import {
  type AppServer,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { type LeadSeed, SEED_START, seedLeads } from "../support/lead-factory";
import { checkApiAnswers } from "../support/openapi";
import { rawRequest } from "../support/server-run";

checkApiAnswers();

/** Every text here stands in one lead only, unless a test says otherwise. */
const LEADS: Omit<LeadSeed, "createdAt">[] = [
  {
    domain: "swm-test.example",
    companyName: "Stadtwerke München GmbH",
    email: "kundendienst@swm-test.example",
    phone: "+498999998333",
    address: "Emmy-Noether-Straße 2, 80992 München",
    city: "München",
    contactName: "Jürgen Groß",
    notes: 'Preis 100% "fest", _intern_ besprochen',
    sourceTerm: "Stadtwerke",
  },
  {
    domain: domainToASCII("öl-söhne.example"),
    companyName: "Café Öl & Söhne",
    phone: "+4930231251",
    sourceTerm: "Ölhandel",
  },
  { domain: "obrien.example", companyName: `O'Brien "Bau" AG`, sourceTerm: "Ölhandel" },
  { domain: "robotik.example", companyName: "R2D2 😀 Robotik", notes: "ZQ€ und VJ#" },
  { domain: "prozent.example", companyName: "A%B_C Handel*" },
];

let folder: string;
let server: AppServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  const seeds = LEADS.map((lead, index) => ({ ...lead, createdAt: SEED_START + index * 1_000 }));
  await seedLeads(databasePath, seeds);
  server = await startAppServer(databasePath);
});

afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

/** Names of the leads that a text finds, as far as they go before the first blank. */
async function search(q: string): Promise<string[]> {
  const address = `${server.url}/api/leads?q=${encodeURIComponent(q)}`;
  const { leads, total, totalIsExact } = await getAnswer(address, LeadPageSchema);
  expect({ total, totalIsExact }).toEqual({ total: leads.length, totalIsExact: true });
  return leads.map(({ companyName }) => companyName?.split(" ")[0] ?? "");
}

describe("a text", () => {
  const inMunich: Record<string, string[]> = {
    "an umlaut as it is, written out, as its letter, in capitals": [
      "münchen",
      "MÜNCHEN",
      "muenchen",
      "MUENCHEN",
      "munchen",
      "mu\u0308nchen",
    ],
    "a part of a word": ["adtwer", "ünche", "chen g", "oethe"],
    "an eszett": ["emmy-noether-straße", "EMMY-NOETHER-STRASSE", "groß", "gross"],
    "the domain, the email, the contact, the notes": [
      "swm-test.example",
      "kundendienst@",
      "jürgen g",
      "besprochen",
    ],
    "the phone with and without blanks and country code": [
      "+498999998333",
      "089 99998333",
      "089\u00a099998333",
      "08999998333",
      "99998333",
      "+49 89 99998333",
    ],
    "signs that mean something elsewhere": ["100%", "100% ", '"fest"', "_intern_"],
    "blanks around and between, however many": ["  stadtwerke   münchen  ", "stadtwerke\tmünchen"],
    "two characters, within and at the end of a field": ["aß", "ße", "rk", "ke m"],
  };
  for (const [what, texts] of Object.entries(inMunich)) {
    test(`finds ${what}`, async () => {
      for (const text of texts) expect(await search(text), text).toContain("Stadtwerke");
    });
  }

  test("finds nothing that is not there, whatever it would mean to a search engine", async () => {
    for (const text of [
      "stadtwerke OR café",
      "stadtwerke AND münchen",
      "stadt*",
      "NEAR(stadtwerke münchen)",
      "document:stadtwerke",
      "-robotik",
      "^stadtwerke",
      '"',
      '""',
      "'; DROP TABLE leads; --",
      "st_dtwerke",
      "%stadt%",
      "stadtwerke\\",
      "(stadtwerke",
      "x".repeat(200),
      "😀".repeat(100),
    ]) {
      const found = await search(text);
      expect(found, text).toEqual(text === '"' ? ["O'Brien", "Stadtwerke"] : []);
    }
  });

  test("does not reach from one field into the next", async () => {
    expect(await search("gmbh swm")).toEqual([]);
    expect(await search("gmbhswm")).toEqual([]);
  });

  test("finds quotes, per cent signs, underscores, stars and emoji as they stand", async () => {
    expect(await search(`o'brien "bau"`)).toEqual(["O'Brien"]);
    expect(await search("a%b_c")).toEqual(["A%B_C"]);
    expect(await search("handel*")).toEqual(["A%B_C"]);
    expect(await search("😀 rob")).toEqual(["R2D2"]);
  });

  test("of one or two characters is looked for like any other", async () => {
    expect(await search("😀")).toEqual(["R2D2"]);
    expect(await search("*")).toEqual(["A%B_C"]);
    expect(await search("_")).toEqual(["A%B_C", "Stadtwerke"]);
    expect(await search("d2")).toEqual(["R2D2"]);
    expect(await search("%b")).toEqual(["A%B_C"]);
    // With a sign behind that is no letter.
    expect(await search("zq")).toEqual(["R2D2"]);
    expect(await search("vj")).toEqual(["R2D2"]);
    expect(await search("ag")).toEqual(["O'Brien"]);
  });

  test("finds an umlaut domain in both of its forms", async () => {
    expect(await search("öl-söhne.example")).toEqual(["Café"]);
    expect(await search("oel-soehne")).toEqual(["Café"]);
    expect(await search(domainToASCII("öl-söhne.example"))).toEqual(["Café"]);
    expect(await search("cafe")).toEqual(["Café"]);
  });

  test("that is empty narrows nothing", async () => {
    for (const text of ["", "   ", "\u0001\u001f"]) {
      expect(await search(text)).toHaveLength(LEADS.length);
    }
  });

  test("may have 200 characters, not more, and no NUL", async () => {
    const long = await fetch(`${server.url}/api/leads?q=${"x".repeat(201)}`);
    expect((await readFault(long)).path).toBe("q");
    expect((await rawRequest(server.url, "/api/leads?q=a%00b")).status).toBe(400);
  });
});
