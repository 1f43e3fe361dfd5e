import { describe, expect, it } from "vitest";
import { BULK_ACTIONS } from "./bulk-action";
import {
  PAGE_ACTIONS,
  type PageAction,
  parseBulkForm,
  reportAction,
  toBulkAction,
} from "./bulk-form";

const UNKNOWN = "Diese Sammelaktion gibt es nicht. Nichts wurde geändert.";
const NOBODY = "Kein Lead ist ausgewählt. Nichts wurde geändert.";

function parse(query: string) {
  return parseBulkForm(new URLSearchParams(query));
}

describe("a button's action", () => {
  it.each([
    ["contact", undefined, { action: "addTag", tag: "kontaktiert" }],
    ["uncontact", undefined, { action: "removeTag", tag: "kontaktiert" }],
    ["favorite", undefined, { action: "addTag", tag: "favorit" }],
    ["unfavorite", undefined, { action: "removeTag", tag: "favorit" }],
    ["addTag", "messe", { action: "addTag", tag: "messe" }],
    ["removeTag", "messe", { action: "removeTag", tag: "messe" }],
    ["approve", undefined, { action: "approve" }],
    ["unapprove", undefined, { action: "unapprove" }],
    ["delete", undefined, { action: "delete" }],
    ["enrich", undefined, { action: "enrich" }],
  ] as const)("%s is one of the API", (action, tag, expected) => {
    expect(toBulkAction(action, tag)).toEqual(expected);
    // No tag of the form gets into an action that has its own or none.
    if (tag === undefined) expect(toBulkAction(action, "fremd")).toEqual(expected);
    expect(BULK_ACTIONS).toContain(expected.action);
  });
});

describe("what a button says", () => {
  const reports: Record<PageAction, [one: string, many: string]> = {
    approve: ["1 Lead freigegeben.", "1.234 Leads freigegeben."],
    unapprove: ["Freigabe von 1 Lead zurückgezogen.", "Freigabe von 1.234 Leads zurückgezogen."],
    contact: ["1 Lead als kontaktiert markiert.", "1.234 Leads als kontaktiert markiert."],
    uncontact: ["Bei 1 Lead „kontaktiert“ entfernt.", "Bei 1.234 Leads „kontaktiert“ entfernt."],
    favorite: ["1 Lead zu Favoriten gemacht.", "1.234 Leads zu Favoriten gemacht."],
    unfavorite: ["1 Lead aus den Favoriten genommen.", "1.234 Leads aus den Favoriten genommen."],
    addTag: ["1 Lead den Tag „messe“ gegeben.", "1.234 Leads den Tag „messe“ gegeben."],
    removeTag: ["Tag „messe“ von 1 Lead entfernt.", "Tag „messe“ von 1.234 Leads entfernt."],
    delete: ["1 Lead in den Papierkorb gelegt.", "1.234 Leads in den Papierkorb gelegt."],
    enrich: ["Anreicherung für 1 Lead gestartet.", "Anreicherung für 1.234 Leads gestartet."],
  };

  it.each(PAGE_ACTIONS)("after %s names how many leads it changed", (action) => {
    const said = [1, 1_234].map((count) =>
      reportAction(action, { matched: count, changed: count }, "messe"),
    );
    expect(said).toEqual(reports[action]);
  });

  it.each([
    ["approve", 3, 2, "2 Leads freigegeben; 1 Lead war schon so."],
    ["approve", 3, 0, "Nichts geändert: 3 Leads waren schon so."],
    ["favorite", 2_235, 1, "1 Lead zu Favoriten gemacht; 2.234 Leads waren schon so."],
    ["enrich", 5, 5, "Anreicherung für 5 Leads gestartet."],
    ["delete", 0, 0, "Keinen dieser Leads gibt es noch. Nichts wurde geändert."],
  ] as const)(
    "after %s of %i with %i changed names the others",
    (action, matched, changed, text) => {
      expect(reportAction(action, { matched, changed })).toBe(text);
    },
  );
});

describe("the form around the list", () => {
  it("names an action and the leads that are ticked", () => {
    expect(parse("action=approve&id=a&id=b")).toEqual({
      kind: "do",
      action: "approve",
      tag: undefined,
      ids: ["a", "b"],
    });
    const form = new FormData();
    for (const [name, value] of [
      ["action", "delete"],
      ["scope", "page"],
      ["tag", ""],
      ["expectedCount", "12"],
      ["id", "a"],
    ] as const) {
      form.append(name, value);
    }
    form.append("id", new File(["x"], "x.txt"));
    expect(parseBulkForm(form)).toEqual({
      kind: "do",
      action: "delete",
      tag: undefined,
      ids: ["a"],
    });
  });

  it("names all that the filter matches, first unconfirmed", () => {
    expect(parse("action=delete&scope=all")).toEqual({
      kind: "all",
      action: "delete",
      tag: undefined,
      expectedCount: null,
    });
    expect(parse("action=addTag&scope=all&tag=%20Messe&expectedCount=1234&id=a")).toEqual({
      kind: "all",
      action: "addTag",
      tag: "messe",
      expectedCount: 1_234,
    });
    expect(parse("action=delete&scope=all&expectedCount=0")).toMatchObject({ expectedCount: 0 });
  });

  it("cleans a tag, and drops one that belongs to no tag action", () => {
    expect(parse("action=addTag&tag=%20Neue%20%20Messe%20&id=a")).toMatchObject({
      tag: "neue messe",
    });
    expect(parse("action=approve&tag=a,b&id=a")).toMatchObject({ kind: "do", tag: undefined });
  });

  it.each([
    ["", "Einen Tag eingeben."],
    ["&tag=%20%20", "Einen Tag eingeben."],
    ["&tag=a%2Cb", "Ein Tag enthält kein Komma."],
    [`&tag=${"x".repeat(41)}`, "Ein Tag hat höchstens 40 Zeichen."],
  ])("says what is wrong with the tag of %j", (rest, message) => {
    for (const action of ["addTag", "removeTag"]) {
      for (const scope of ["page", "all"]) {
        expect(parse(`action=${action}&scope=${scope}&id=a${rest}`)).toEqual({
          kind: "fault",
          message,
        });
      }
    }
  });

  it.each([
    ["", UNKNOWN],
    ["id=a", UNKNOWN],
    ["action=&id=a", UNKNOWN],
    ["action=restore&id=a", UNKNOWN],
    ["action=Delete&id=a", UNKNOWN],
    ["action=toString&id=a", UNKNOWN],
    ["action=__proto__&id=a", UNKNOWN],
    ["action=delete&scope=everything&id=a", UNKNOWN],
    ["action=delete&scope=all&expectedCount=viele", UNKNOWN],
    ["action=delete&scope=all&expectedCount=-1", UNKNOWN],
    ["action=delete&scope=all&expectedCount=1.5", UNKNOWN],
    ["action=delete&scope=all&expectedCount=Infinity", UNKNOWN],
    ["action=approve", NOBODY],
    ["action=approve&scope=page&ids=a", NOBODY],
  ])("is refused with %j", (query, message) => {
    expect(parse(query)).toEqual({ kind: "fault", message });
  });

  it("is not taken from a file in the place of a text", () => {
    const form = new FormData();
    form.append("action", new File(["delete"], "delete"));
    form.append("id", "a");
    expect(parseBulkForm(form)).toEqual({ kind: "fault", message: UNKNOWN });
  });
});

describe("a row's own button", () => {
  it.each([
    ["favorite:lead-1", "favorite", "lead-1"],
    ["uncontact:a:b:c", "uncontact", "a:b:c"],
    ["approve: ", "approve", " "],
  ])("%j is about that lead alone", (row, action, id) => {
    const query = new URLSearchParams({ row, action: "delete", scope: "all", id: "andere" });
    expect(parseBulkForm(query)).toEqual({ kind: "do", action, tag: undefined, ids: [id] });
  });

  it.each([
    "favorite",
    "favorite:",
    ":lead-1",
    "restore:lead-1",
    "toString:lead-1",
    "constructor:lead-1",
    "favorite :lead-1",
    "favorite:a\nb",
    " favorite:lead-1",
    // Which tag, no button of a row can say.
    "addTag:lead-1",
    "removeTag:lead-1",
  ])("%j is none, and never falls back to the other fields", (row) => {
    const query = new URLSearchParams({ row, action: "delete", id: "andere", tag: "messe" });
    expect(parseBulkForm(query)).toEqual({ kind: "fault", message: UNKNOWN });
  });
});
