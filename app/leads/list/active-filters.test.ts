import { describe, expect, it } from "vitest";
import { activeFilters, addressWith } from "./active-filters";

const BERLIN = "Europe/Berlin";
const read = (query: string) => activeFilters(new URLSearchParams(query), BERLIN);
const labels = (query: string) => read(query).map(({ label }) => label);

describe("activeFilters", () => {
  it.each([
    ["q=bad%20tölz", "Text: bad tölz"],
    ["term=Stadtwerke", "Suchbegriff: Stadtwerke"],
    ["contacted=true", "kontaktiert"],
    ["contacted=false", "nicht kontaktiert"],
    ["favorite=true", "Favorit"],
    ["favorite=false", "kein Favorit"],
    ["approvedOnly=true", "freigegeben"],
    ["hasEmail=true", "mit E-Mail"],
    ["hasEmail=false", "ohne E-Mail"],
    ["hasPhone=true", "mit Telefon"],
    ["hasPhone=false", "ohne Telefon"],
    ["tag=messe", "Tag: messe"],
    ["companyType=Handwerk", "Firmentyp: Handwerk"],
    ["federalState=BY", "Bundesland: Bayern"],
    ["sourceType=serp", "Quelle: Websuche"],
    ["minScore=4", "Bewertung ab 4"],
    ["minScore=5", "Bewertung 5"],
    ["createdFrom=2026-11-01", "gefunden ab 01.11.2026"],
    ["createdTo=2026-11-20", "gefunden bis 20.11.2026"],
    ["createdFrom=2026-11-20T08:00:00Z", "gefunden ab 20.11.2026, 09:00 Uhr"],
  ])("reads %s as „%s“", (query, label) => {
    expect(labels(query)).toEqual([label]);
  });

  it("names no day otherwise in a time zone behind Greenwich", () => {
    const [filter] = activeFilters(
      new URLSearchParams("createdFrom=2026-11-01"),
      "America/New_York",
    );
    expect(filter?.label).toBe("gefunden ab 01.11.2026");
  });

  it("has the order of the address and nothing that narrows nothing", () => {
    expect(
      labels("hasEmail=true&sort=city&term=a&page=2&q=&approvedOnly=false&x=1&term=b"),
    ).toEqual(["mit E-Mail", "Suchbegriff: a", "Suchbegriff: b"]);
  });

  it("takes one value away and keeps everything else but the page", () => {
    const [first, second, third] = read("term=a&hasEmail=true&term=b&sort=city&pageSize=25&page=7");
    expect(first?.removeAddress).toBe("/leadspeicher?hasEmail=true&term=b&sort=city&pageSize=25");
    expect(second?.removeAddress).toBe("/leadspeicher?term=a&term=b&sort=city&pageSize=25");
    expect(third?.removeAddress).toBe("/leadspeicher?term=a&hasEmail=true&sort=city&pageSize=25");
    expect(read("q=x")[0]?.removeAddress).toBe("/leadspeicher");
  });

  it("has a key of its own for each", () => {
    const keys = read("term=a&term=b&tag=a&tag=b").map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });
});

describe("addresses of other lists in the same order", () => {
  const params = new URLSearchParams("term=a&sort=city&dir=desc&pageSize=25&page=2");

  it("keep order and page size alone", () => {
    expect(addressWith(params, [])).toBe("/leadspeicher?sort=city&dir=desc&pageSize=25");
    expect(addressWith(params, [["hasEmail", "true"]])).toBe(
      "/leadspeicher?hasEmail=true&sort=city&dir=desc&pageSize=25",
    );
  });
});
