import { describe, expect, it } from "vitest";
import { MAX_SEARCH_URL, SearchUrlSchema } from "./search-url.server";

const PEOPLE = "https://www.linkedin.com/sales/search/people";
const QUERY =
  "query=(recentSearchParam%3A(doLogHistory%3Atrue)%2Cfilters%3AList((type%3AREGION%2Cvalues%3AList((id%3A101282230%2Ctext%3AGermany)))))";

function sentencesFor(address: unknown): string[] {
  const parsed = SearchUrlSchema.safeParse(address);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe("the address of a search", () => {
  it.each([
    `${PEOPLE}?${QUERY}`,
    `${PEOPLE}/?${QUERY}&savedSearchId=17`,
    `https://www.linkedin.com/sales/search/company?${QUERY}`,
    "https://www.linkedin.com/sales/lists/people/7012345?sortCriteria=CREATED_TIME",
    // Two encodings of a bracket in one address are kept.
    `${PEOPLE}?query=(a%28b)&&x=%c3%bc&y=ü`,
  ])("is taken byte for byte: %s", (address) => {
    expect(SearchUrlSchema.parse(address)).toBe(address);
  });

  it.each([
    [`${PEOPLE}?${QUERY}&sessionId=abc%3D%3D`, `${PEOPLE}?${QUERY}`],
    [`${PEOPLE}?${QUERY}&sessionId=a&savedSearchId=3#x`, `${PEOPLE}?${QUERY}&savedSearchId=3#x`],
    [`${PEOPLE}?mysessionId=1&sessionIdent=2`, `${PEOPLE}?mysessionId=1&sessionIdent=2`],
    [`  ${PEOPLE}?${QUERY}\n`, `${PEOPLE}?${QUERY}`],
  ])("loses the browser's session: %s", (address, kept) => {
    expect(SearchUrlSchema.parse(address)).toBe(kept);
  });

  it.each([
    ["https://www.xing.com/search/members", "www.xing.com"],
    ["https://www.linkedin.com.example/sales/search/people", "www.linkedin.com.example"],
    ["http://www.linkedin.com/sales/search/people", "www.linkedin.com"],
    ["https://www.linkedin.com/in/erika", "/in/erika"],
    ["https://www.linkedin.com/sales/lists/", "/sales/lists/"],
    ["javascript:alert(1)", "javascript:"],
  ])("is none: %s", (address, named) => {
    const [sentence, ...rest] = sentencesFor(address);
    expect(sentence).toContain(`Das ist keine Sales-Navigator-Suche: ${named}.`);
    expect(rest).toEqual([]);
  });

  it.each(["Geschäftsführer Elektro Berlin", `${PEOPLE}?a b`, "www.linkedin.com/sales"])(
    "is no address at all: %s",
    (text) => {
      expect(sentencesFor(text)).toEqual([
        expect.stringMatching(/^Das ist keine Internetadresse\./),
      ]);
    },
  );

  it("has to be there, once said", () => {
    for (const missing of ["", "   ", undefined, 5]) {
      expect(sentencesFor(missing)).toEqual(["Die Adresse der Suche eingeben."]);
    }
  });

  it("may be as long as the provider can take", () => {
    const longest = `${PEOPLE}?`.padEnd(MAX_SEARCH_URL, "x");
    expect(SearchUrlSchema.parse(longest)).toBe(longest);
    expect(sentencesFor(`${longest}x`)).toEqual([
      "Die Adresse hat mehr als 5.000 Zeichen. Die Suche mit weniger Filtern noch einmal öffnen.",
    ]);
  });
});
