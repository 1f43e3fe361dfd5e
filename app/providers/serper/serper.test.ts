import { describe, expect, it } from "vitest";
import { type Answer, bodyOf, failureOf, reply, startRawServer } from "~tests/raw-server";
import type { ProviderErrorKind } from "../provider-error";
import { serper } from "./serper.server";

const KEY = "serper-test-key";
const SEARCH = { query: "Stadtwerke", region: "Bayern" };
const signal = new AbortController().signal;

function refusal(statusCode: number, message: string): Answer {
  return reply(statusCode, { message, statusCode });
}

/** Entries as Serper lists them, numbered from 1. */
function entries(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: `Werk ${index + 1} GmbH`,
    link: `https://www.werk-${index + 1}.de/`,
    snippet: "Strom und Gas",
    position: index + 1,
  }));
}

async function providerAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const provider = serper({ apiKey: KEY, baseUrl: server.url }, { retrySpeed: 10_000 });
  return { server, provider };
}

describe("a search", () => {
  it("asks for ten German hits of the typed query", async () => {
    const { server, provider } = await providerAt(reply(200, { organic: [] }));
    await provider.searchPage(SEARCH, null, signal);
    await provider.searchPage({ query: "Maler", region: "" }, "7", signal);
    await provider.searchPage({ query: "Maler", region: "Ulm + 30 km" }, null, signal);
    const [request = "", later, around] = server.requests;
    expect(bodyOf(around)).toMatchObject({ q: "Maler Ulm Umgebung" });
    expect(bodyOf(later)).toMatchObject({ q: "Maler", page: 7 });
    expect(request).toMatch(/^POST \/search HTTP\/1\.1\r\n/);
    expect(request).toMatch(/\r\nx-api-key: serper-test-key\r\n/i);
    expect(bodyOf(request)).toEqual({
      q: "Stadtwerke Bayern",
      gl: "de",
      hl: "de",
      autocorrect: false,
      num: 10,
      page: 1,
    });
  });

  it("returns companies with the full record, the price and the next page's cursor", async () => {
    const link = "https://www.kiebitz-elektro.de/leistungen?x=1#oben";
    const title = "Leistungen – Kiebitz Elektro GmbH | Köln";
    const organic = [{ ...entries(1)[0], link, title }, ...entries(9)];
    const { provider } = await providerAt(reply(200, { organic, credits: 2 }));
    const page = await provider.searchPage(SEARCH, "3", signal);
    expect(page.hits).toHaveLength(10);
    expect(page.hits[0]).toMatchObject({
      id: link,
      company: {
        name: "Kiebitz Elektro GmbH",
        isNameGuessed: true,
        website: "https://www.kiebitz-elektro.de/",
        payload: organic[0],
      },
    });
    expect(page).toMatchObject({ nextCursor: "4", creditsCharged: 2 });
  });

  it.each<[string, object, number, string | null]>([
    ["is not yet the last with four hits", { organic: entries(4) }, 4, "2"],
    ["is the last without a hit", { organic: [] }, 0, null],
    ["is the last with null for a list", { organic: null }, 0, null],
    ["may say its price oddly", { organic: entries(4), credits: "viel" }, 4, "2"],
  ])("the first page %s, and costs one credit by default", async (_, answer, hits, nextCursor) => {
    const { provider } = await providerAt(reply(200, answer));
    const page = await provider.searchPage(SEARCH, null, signal);
    expect(page.hits).toHaveLength(hits);
    expect(page).toMatchObject({ nextCursor, creditsCharged: 1 });
  });

  it.each([
    [4, null],
    [5, "3"],
  ])("ends with a later page of %i hits: %s", async (count, nextCursor) => {
    const { provider } = await providerAt(reply(200, { organic: entries(count) }));
    expect((await provider.searchPage(SEARCH, "2", signal)).nextCursor).toBe(nextCursor);
  });

  it.each([
    [{ places: [{ title: "Werk" }] }, [expect.stringMatching(/^Serper hat statt Webseiten Orte/)]],
    [{ places: [{ title: "Werk" }], organic: entries(1) }, []],
    [{ places: "keine" }, []],
  ])("warns if only places came: %j", async (answer, warnings) => {
    const { provider } = await providerAt(reply(200, answer));
    expect((await provider.searchPage(SEARCH, null, signal)).warnings).toEqual(warnings);
  });

  it("accepts a hit with odd fields, but no hit without a web address", async () => {
    const organic = [
      { link: "http://nackt.de/" },
      { title: null, link: " https://leer.de/ ", snippet: 7, sitelinks: "keine" },
      { title: "Skript", link: "javascript:alert(1)" },
      { title: "Wort", link: "werk" },
      { title: "Ohne" },
      null,
      ...entries(1),
    ];
    const { provider } = await providerAt(reply(200, { organic }));
    const { hits, nextCursor, unreadable } = await provider.searchPage(SEARCH, null, signal);
    expect(unreadable).toBe(4);
    expect(hits.map(({ id, company }) => [id, company.name])).toEqual([
      ["http://nackt.de/", null],
      ["https://leer.de/", null],
      ["https://www.werk-1.de/", "Werk 1 GmbH"],
    ]);
    expect(nextCursor).toBe("2");
  });

  it("fails if no hit is readable", async () => {
    const { provider } = await providerAt(reply(200, { organic: [{ name: "Ohne Adresse" }] }));
    const error = await failureOf(provider.searchPage(SEARCH, null, signal));
    expect(error.message).toBe(
      "Serper: Die Antwort des Dienstes ist nicht lesbar: Kein Eintrag hat die vereinbarte Form",
    );
  });
});

it.each<[string, Answer, ProviderErrorKind]>([
  ["a wrong key", refusal(403, "Unauthorized."), "auth"],
  ["used-up credit", refusal(400, "Not enough credits"), "no_credit"],
  ["a query that the plan lacks", refusal(400, "Query pattern not allowed."), "forbidden"],
  ["a bad question", refusal(400, "Missing query parameter"), "bad_request"],
  ["credit in a 200", reply(200, { message: "Not enough credits" }), "no_credit"],
  ["a key in a 200", reply(200, { message: "Unauthorized.", statusCode: 403 }), "auth"],
  ["an error beside hits", reply(200, { organic: [], error: "Invalid API key" }), "auth"],
])("a refusal of Serper is classified: %s", async (_, answer, kind) => {
  const { server, provider } = await providerAt(answer);
  const error = await failureOf(provider.searchPage(SEARCH, null, signal));
  expect(error.kind).toBe(kind);
  expect(error.message).toMatch(/^Serper: [A-ZÄÖÜ]/);
  expect(server.requests).toHaveLength(1);
});
