import { describe, expect, it } from "vitest";
import {
  activeFilters,
  filterParameters,
  formAddress,
  issueSentence,
  listAddress,
  presentationParameters,
  unfilteredAddress,
} from "./page-query";
import { parsePageQuery, viewQuery } from "./parse-query.server";

const read = (query: string) => parsePageQuery(new URLSearchParams(query));
const used = (query: string) => new URLSearchParams(read(query).parameters);

describe("parsePageQuery", () => {
  it("takes fields that a form sent empty as no filter", () => {
    expect(read("q=&contacted=&minScore=%20&term=&page=")).toEqual({
      query: { page: 1, pageSize: 50 },
      issues: [],
      parameters: [],
    });
  });

  it("keeps what it can use and names what it left out", () => {
    const { query, issues } = read("q=bad&contacted=vielleicht&pageSize=900&hasEmail=true");
    expect(query).toEqual({ q: "bad", hasEmail: true, page: 1, pageSize: 50 });
    expect(issues.map(({ path }) => path)).toEqual(["contacted", "pageSize"]);
  });

  it("leaves out every value of a list of which one is wrong", () => {
    const { query, issues } = read("federalState=BY&federalState=Tirol");
    expect(query).not.toHaveProperty("federalState");
    expect(issues).toEqual([
      { path: "federalState", value: "Tirol", message: "„Tirol“ ist kein Bundesland." },
    ]);
  });

  it.each(["a.b=1", "term.0=x", "=1", "q.=1&q=x", "__proto__=1"])(
    "ends for the unknown name in %s",
    (address) => {
      const { issues } = read(address);
      expect(issues).toHaveLength(1);
      expect(issues[0]?.message).toContain("gibt es hier nicht");
    },
  );
});

describe("issueSentence", () => {
  it.each([
    [
      "sourceType=foo",
      "Der Filter „Quelle“ gilt nicht: „foo“. Erlaubt sind Karten, OpenStreetMap, ",
    ],
    ["minScore=9", "Der Filter „Bewertung“ gilt nicht: „9“. Eine ganze Zahl von 1 bis 5."],
    ["minScore=1&minScore=2", "Der Filter „Bewertung“ gilt nicht: „1, 2“. Nur ein Wert ist"],
    ["federalState=BY&federalState=Tirol", "„Bundesland“ gilt nicht: „Tirol“ ist kein"],
    [`term=a&term=&term=${"b".repeat(201)}`, `gilt nicht: „${"b".repeat(60)}…“. Höchstens 200`],
    [`sourceType=${"😀".repeat(61)}`, `gilt nicht: „${"😀".repeat(60)}…“. Erlaubt`],
    ["dir=auf", "Die Angabe „Richtung“ gilt nicht: „auf“. Erlaubt sind asc und desc."],
    [
      "sort=-score",
      "„-score“. Erlaubt sind Gefunden, Geändert, Firma, Domain, Ort, Bewertung, Suchb",
    ],
    ["isNew=true", "Der Filter „Neu“ gilt nicht: „true“. Gilt nur neben Lauf oder Kampagne."],
    ["not.federalState=Tirol", "„nicht Bundesland“ gilt nicht: „Tirol“ ist kein Bundesland."],
    ["radiusKm=20", "Der Filter „Kilometer“ gilt nicht: „20“. Gilt nur neben Umkreis."],
    ["pageSize=900", "Die Angabe „Leads pro Seite“ gilt nicht: „900“. Höchstens 200."],
    ["fedralState=BY", "Der Filter „fedralState“ gilt nicht: „fedralState“ gibt es hier nicht. Am"],
    ["constructor=1", "Der Filter „constructor“ gilt nicht: „constructor“ gibt es hier nicht."],
  ])("says of %s what it is and what was given", (address, sentence) => {
    expect(read(address).issues.map(issueSentence)).toEqual([expect.stringContaining(sentence)]);
  });
});

describe("listAddress", () => {
  const change = (query: string, changed: Record<string, string | null>) =>
    listAddress(new URLSearchParams(query), changed);

  it("changes and takes away, and begins at page 1 again", () => {
    expect(change("q=bad&page=7&sort=city", { sort: "domain", dir: "asc" })).toBe(
      "/leadspeicher?q=bad&sort=domain&dir=asc",
    );
    expect(change("q=bad&page=7", { q: null })).toBe("/leadspeicher?page=1");
  });

  it("keeps the filters and their repetition when it turns a page", () => {
    expect(change("term=a&term=b&q=", { page: "3" })).toBe("/leadspeicher?term=a&term=b&page=3");
  });
});

describe("filterParameters and presentationParameters", () => {
  it.each([
    [
      // In the order of the address, with normalized values.
      "hasEmail=true&term=b&federalState=BY&q=%20bad%20&term=a&minScore=04",
      "hasEmail=true&term=b&federalState=Bayern&q=bad&term=a&minScore=4",
    ],
    [
      // Each value once, and nothing empty, unknown or wrong.
      "term=a&term=&term=a&federalState=BY&federalState=Bayern&x=1&hasPhone=ja&q=%01",
      "term=a&federalState=Bayern",
    ],
    // `approvedOnly=false` does not filter.
    ["approvedOnly=false", ""],
  ])("read the filters of %s", (address, filters) => {
    expect(new URLSearchParams(filterParameters(used(address))).toString()).toBe(filters);
  });

  it("share an address among them, without the place in the list", () => {
    const params = used("sort=city&term=a&page=3&dir=asc&approvedOnly=true&pageSize=25");
    expect(filterParameters(params)).toEqual([
      ["term", "a"],
      ["approvedOnly", "true"],
    ]);
    expect(presentationParameters(params)).toEqual([
      ["sort", "city"],
      ["dir", "asc"],
      ["pageSize", "25"],
    ]);
  });
});

describe("formAddress", () => {
  const address = (present: string, fields: [string, string][]) =>
    formAddress(used(present), fields);

  it("leaves out empty fields and repetitions, and begins at page 1", () => {
    expect(
      address("page=4", [
        ["q", " "],
        ["term", "a"],
        ["term", " a "],
        ["contacted", ""],
        ["sort", "city"],
      ]),
    ).toBe("/leadspeicher?term=a&sort=city");
    expect(address("q=x", [["q", ""]])).toBe("/leadspeicher?page=1");
    expect(address("", [["__proto__", "a"]])).toBe("/leadspeicher?__proto__=a");
  });

  it("keeps the order of the address and puts what is new last", () => {
    expect(
      address("hasEmail=true&term=b", [
        ["term", "a"],
        ["term", "b"],
        ["hasEmail", "true"],
      ]),
    ).toBe("/leadspeicher?hasEmail=true&term=b&term=a");
  });

  it("hands on what is wrong, so that it is named and not silently dropped", () => {
    expect(address("", [["createdFrom", "gestern"]])).toBe("/leadspeicher?createdFrom=gestern");
  });
});

describe("viewQuery", () => {
  const view = (query: string) => viewQuery(new URLSearchParams(query));

  it("is the same for the same list", () => {
    const query = view("term=b&term=a&hasEmail=true");
    expect(query).toBe("hasEmail=true&term=a&term=b");
    expect(view("hasEmail=true&page=3&term=a&term=b&q=")).toBe(query);
    expect(view("sort=createdAt&dir=desc&pageSize=50&term=a&term=b&hasEmail=true")).toBe(query);
    expect(view(query)).toBe(query);
    expect(view("federalState=BY")).toBe(view("federalState=Bayern"));
  });

  it("keeps order and page size where they are not what they would be anyway", () => {
    expect(view("sort=createdAt&dir=asc")).toBe("dir=asc");
    expect(view("sort=companyName&dir=asc&pageSize=100")).toBe("pageSize=100&sort=companyName");
    expect(view("sort=companyName&dir=desc")).toBe("dir=desc&sort=companyName");
    const newest = "followUpDue=true&sort=createdAt";
    expect(view(`${newest}&dir=desc`)).toBe(newest);
    expect(view("followUpDue=true&dir=asc")).toBe("followUpDue=true");
    expect(view("")).toBe("");
  });
});

const BERLIN = "Europe/Berlin";
const readFilters = (query: string) => activeFilters(used(query), BERLIN, RUNS);
const RUNS = { one: "Stadtwerke in Bayern, 20.11.", part: "Stadtwerke in Bayern, 20.11." };
const labels = (query: string) => readFilters(query).map(({ label }) => label);

describe("activeFilters", () => {
  it.each([
    ["q=bad%20tölz", "Text: bad tölz"],
    ["term=Stadtwerke", "Suchbegriff: Stadtwerke"],
    ["contacted=true", "kontaktiert"],
    ["contacted=false", "nicht kontaktiert"],
    ["approvedOnly=true", "freigegeben"],
    ["hasPhone=false", "ohne Telefon"],
    ["federalState=BY", "Bundesland: Bayern"],
    ["sourceType=serp", "Quelle: Websuche"],
    ["minScore=4", "Bewertung ab 4"],
    ["minScore=5", "Bewertung 5"],
    ["near=Kassel&radiusKm=50", "Umkreis 50 km um Kassel"],
    ["near=51.32,9.50", "Kreis auf der Karte, 30 km"],
    ["postalCode=34", "PLZ: 34"],
    ["followUpDue=true", "Wiedervorlage fällig"],
    ["owner=Jana", "zuständig: Jana"],
    ["contactedBefore=2026-09-30", "kontaktiert vor 30.09.2026"],
    ["not.companyType=Stadtwerke", "nicht Firmentyp: Stadtwerke"],
    ["not.federalState=BY", "nicht Bundesland: Bayern"],
    ["without=phone", "ohne Telefon"],
    ["lauf=one&jobId=part", "aus: Stadtwerke in Bayern, 20.11."],
    ["jobId=gone", "aus: unbekannter Lauf"],
    ["createdFrom=2026-11-01", "gefunden ab 01.11.2026"],
    ["createdTo=2026-11-20", "gefunden bis 20.11.2026"],
    ["createdFrom=today", "gefunden ab heute"],
    ["createdFrom=2026-11-20T08:00:00Z", "gefunden ab 20.11.2026, 09:00 Uhr"],
  ])("reads %s as „%s“", (query, label) => {
    expect(labels(query)).toEqual([label]);
  });

  it("names no day otherwise in a time zone behind Greenwich", () => {
    const [filter] = activeFilters(used("createdFrom=2026-11-01"), "America/New_York");
    expect(filter?.label).toBe("gefunden ab 01.11.2026");
  });

  it("has the order of the address and nothing that narrows nothing", () => {
    expect(
      labels("hasEmail=true&sort=city&term=a&page=2&q=&approvedOnly=false&x=1&term=b"),
    ).toEqual(["mit E-Mail", "Suchbegriff: a", "Suchbegriff: b"]);
  });

  it("takes one value away and keeps everything else but the page", () => {
    const [first, second, third] = readFilters(
      "term=a&hasEmail=true&term=b&sort=city&pageSize=25&page=7",
    );
    expect(first?.removeAddress).toBe("/leadspeicher?hasEmail=true&term=b&sort=city&pageSize=25");
    expect(second?.removeAddress).toBe("/leadspeicher?term=a&term=b&sort=city&pageSize=25");
    expect(third?.removeAddress).toBe("/leadspeicher?term=a&hasEmail=true&sort=city&pageSize=25");
    expect(readFilters("q=x")[0]?.removeAddress).toBe("/leadspeicher?page=1");
    // „New“ means new to a run.
    const [run] = readFilters("jobId=one&isNew=true&jobId=part&q=x");
    expect(run?.removeAddress).toBe("/leadspeicher?q=x");
  });
});

it("without filters a list keeps order and page size", () => {
  const params = used("term=a&sort=city&dir=desc&pageSize=25&page=2");
  expect(unfilteredAddress(params)).toBe("/leadspeicher?sort=city&dir=desc&pageSize=25");
});
