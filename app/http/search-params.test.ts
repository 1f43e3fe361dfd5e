import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputIssues, parseSearchParams, unknownFieldMessage } from "./search-params";

const Schema = z.strictObject({
  q: z.string().max(5, "Höchstens 5 Zeichen.").optional(),
  tag: z.array(z.string().min(2, "Zu kurz.")).optional(),
  page: z.coerce.number("Eine Zahl.").default(1),
  sort: z.array(z.string()).default(["a"]),
});

const read = (query: string) => parseSearchParams(new URLSearchParams(query), Schema);

describe("parseSearchParams", () => {
  it("reads single values and lists", () => {
    expect(read("q=a&tag=xx&page=3&sort=b&sort=c&tag=yy")).toEqual({
      success: true,
      data: { q: "a", tag: ["xx", "yy"], page: 3, sort: ["b", "c"] },
    });
  });

  it("fills in what is not given", () => {
    expect(read("")).toEqual({ success: true, data: { page: 1, sort: ["a"] } });
  });

  it("keeps an empty value as one", () => {
    expect(read("q=")).toMatchObject({ success: true, data: { q: "" } });
    expect(read("tag=")).toMatchObject({ success: false });
  });

  it("refuses a name it does not know, with the nearest", () => {
    expect(read("tags=xx")).toEqual({
      success: false,
      issues: [{ path: "tags", message: "„tags“ gibt es hier nicht. Am nächsten kommt „tag“." }],
    });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])(
    "takes the name %j for an unknown one",
    (name) => {
      expect(read(`${encodeURIComponent(name)}=1`)).toMatchObject({
        success: false,
        issues: [{ path: name }],
      });
    },
  );

  it("refuses a value given twice where one is meant", () => {
    expect(read("q=a&q=a")).toEqual({
      success: false,
      issues: [{ path: "q", message: "Nur ein Wert ist erlaubt." }],
    });
  });

  it("names every fault where it stands", () => {
    const parsed = read("q=zu+lang&tag=xx&tag=y&page=x&page=y&nix=1");
    expect(parsed.success ? [] : parsed.issues.map(({ path }) => path).sort()).toEqual([
      "nix",
      "page",
      "q",
      "tag.1",
    ]);
  });
});

describe("inputIssues", () => {
  it("names unknown fields one by one", () => {
    const { error } = Schema.safeParse({ pge: 1, sotr: 2 });
    if (error === undefined) throw new Error("the input was accepted");
    expect(inputIssues(error, Object.keys(Schema.shape))).toEqual([
      { path: "pge", message: "„pge“ gibt es hier nicht. Am nächsten kommt „page“." },
      { path: "sotr", message: "„sotr“ gibt es hier nicht. Am nächsten kommt „sort“." },
    ]);
  });
});

describe("inputIssues of fields within fields", () => {
  const Nested = z.strictObject({
    mode: z.string(),
    history: z.array(z.strictObject({ query: z.string(), region: z.string() })).default([]),
    place: z.strictObject({ city: z.string() }).optional(),
  });

  it.each([
    [
      {
        history: [
          { query: "a", region: "b" },
          { query: "a", region: "b", regio: 1 },
        ],
      },
      "history.1.regio",
      "„region“",
    ],
    [{ place: { city: "Ulm", cty: 1 } }, "place.cty", "„city“"],
    [{ mod: 1 }, "mod", "„mode“"],
  ])("names %j where it stands, with the nearest field there", (fields, path, nearest) => {
    const { error } = Nested.safeParse({ mode: "x", ...fields });
    if (error === undefined) throw new Error("the input was accepted");
    const [issue, ...others] = inputIssues(error, Nested);
    expect(issue?.path).toBe(path);
    expect(issue?.message).toContain(nearest);
    expect(others).toEqual([]);
  });

  it("names no nearest field where it knows none there", () => {
    const { error } = Nested.safeParse({ mode: "x", place: { city: "Ulm", mod: 1 } });
    if (error === undefined) throw new Error("the input was accepted");
    expect(inputIssues(error, Object.keys(Nested.shape))).toEqual([
      { path: "place.mod", message: "„mod“ gibt es hier nicht." },
    ]);
  });
});

describe("unknownFieldMessage", () => {
  it("shows no more of a name than fits a sentence", () => {
    const message = unknownFieldMessage("x".repeat(5_000), ["page"]);
    expect(message.length).toBeLessThan(130);
    expect(message).toContain(`„${"x".repeat(60)}…“`);
  });

  it("names nothing where nothing is known", () => {
    expect(unknownFieldMessage("x", [])).toBe("„x“ gibt es hier nicht.");
  });
});
