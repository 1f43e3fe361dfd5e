import { describe, expect, it } from "vitest";
import { readRows, validateRows } from "./queue-form.server";

function formOf(rows: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [query, region] of rows) {
    form.append("query", query);
    form.append("region", region);
  }
  return form;
}

describe("the form of suggested searches", () => {
  it("starts what is left when empty rows are gone", () => {
    const rows = readRows(
      formOf([
        [" Stadtwerke ", "Köln"],
        ["", " "],
        ["Maler", "Ulm"],
      ]),
    );
    expect(validateRows(rows)).toEqual({
      pairs: [
        { query: "Stadtwerke", region: "Köln" },
        { query: "Maler", region: "Ulm" },
      ],
    });
  });

  it("gives back all rows, with the sentence at the field at fault", () => {
    const rows = readRows(
      formOf([
        ["Maler", "Bonn"],
        ["", "Ulm"],
        ["Maler", ""],
        ["x".repeat(101), "Ulm"],
        ["MALER", "bonn"],
      ]),
    );
    const judged = validateRows(rows);
    if (!("rows" in judged)) throw new Error("not refused");
    expect(judged.problem).toBeNull();
    expect(judged.rows.map(({ query, region }) => [query, region])).toEqual(
      rows.map(({ query, region }) => [query, region]),
    );
    expect(judged.rows.map(({ errors }) => errors)).toEqual([
      {},
      { query: "Suchbegriff eingeben, zum Beispiel Stadtwerke." },
      { region: "Ort, Bundesland oder Region eingeben." },
      { query: "Der Suchbegriff darf höchstens 100 Zeichen haben." },
      { query: "Diese Suche steht schon weiter oben." },
    ]);
  });

  it.each([
    ["no row", formOf([]), "Mindestens eine Suche"],
    ["empty rows alone", formOf([["", " "]]), "Mindestens eine Suche"],
    [
      "too many rows",
      formOf(Array.from({ length: 12 }, (_, n) => ["Maler", `Ort ${n}`])),
      "Höchstens 8 Suchen",
    ],
  ])("is refused with %s", (_, form, problem) => {
    expect(validateRows(readRows(form))).toMatchObject({
      problem: expect.stringContaining(problem),
    });
  });
});
