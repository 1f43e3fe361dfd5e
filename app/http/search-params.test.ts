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
  it.each([
    [
      "q=a&tag=xx&page=3&sort=b&sort=c&tag=yy",
      { q: "a", tag: ["xx", "yy"], page: 3, sort: ["b", "c"] },
    ],
    ["", { page: 1, sort: ["a"] }],
    ["q=", { q: "", page: 1, sort: ["a"] }],
  ])("reads %j", (query, data) => {
    expect(read(query)).toEqual({ success: true, data });
  });

  it.each([
    ["tags=xx", "tags", "„tags“ gibt es hier nicht. Am nächsten kommt „tag“."],
    ["q=a&q=a", "q", "Nur ein Wert ist erlaubt."],
    ["tag=", "tag.0", "Zu kurz."],
  ])("refuses %j", (query, path, message) => {
    expect(read(query)).toEqual({ success: false, issues: [{ path, message }] });
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
  const Nested = z.strictObject({
    mode: z.string(),
    history: z.array(z.strictObject({ query: z.string(), region: z.string() })).default([]),
    place: z.strictObject({ city: z.string() }).optional(),
  });
  const issuesOf = (fields: object) => {
    const { error } = Nested.safeParse({ mode: "x", ...fields });
    if (error === undefined) throw new Error("the input was accepted");
    return inputIssues(error, Nested);
  };

  it.each<[fields: object, ...named: [path: string, nearest: string][]]>([
    [{ history: [{ query: "a", region: "b", regio: 1 }] }, ["history.0.regio", "„region“"]],
    [{ place: { city: "Ulm", cty: 1 } }, ["place.cty", "„city“"]],
    [{ mod: 1, plac: 2 }, ["mod", "„mode“"], ["plac", "„place“"]],
  ])("names the unknown fields of %j where they stand, with the nearest", (fields, ...expected) => {
    expect(issuesOf(fields)).toEqual(
      expected.map(([path, nearest]) => ({
        path,
        message: expect.stringContaining(nearest),
      })),
    );
  });
});

it("shows no more of an unknown name than fits a sentence", () => {
  const message = unknownFieldMessage("x".repeat(5_000), ["page"]);
  expect(message.length).toBeLessThan(130);
  expect(message).toContain(`„${"x".repeat(60)}…“`);
});
