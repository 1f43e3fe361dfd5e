import { describe, expect, it } from "vitest";
import { TagSchema } from "../tag-schema.server";
import { LeadPatchSchema } from "./lead-patch";

describe("a patch", () => {
  it.each([
    ["notes", " \r\nEins\r\nZwei\rDrei\n ", "Eins\nZwei\nDrei"],
    ["notes", " \t\n", null],
    ["salesReason", "a\r\n", "a"],
    ["companyType", "  Stadt\u0000\n werk ", "Stadt werk"],
    ["phone", "Tel. 0561/7070-0", "+49 561 7070-0"],
    ["phone", "0911-123456 Durchwahl 12", "+49 911 123456-12"],
    ["phone", "", null],
    ["phones", ["0171 2345678", "+49 171 2345678"], ["+491712345678"]],
    ["topics", [" Solar", "Solar ", "solar"], ["Solar", "solar"]],
    ["notes", "x".repeat(20_000), "x".repeat(20_000)],
    ["companyType", ` ${"ä".repeat(200)} `, "ä".repeat(200)],
    ["tags", [" Messe\t Köln \n 2026 "], ["Messe Köln 2026"]],
    ["tags", ["B", "a", "b", "A "], ["B", "a"]],
    ["tags", ["über", "ÜBER", "ueber"], ["über"]],
    ["tags", ["a\u0000b"], ["a b"]],
    ["tags", [` ${"X".repeat(40)} `], ["X".repeat(40)]],
    ["tags", ["Favorit", "KONTAKTIERT"], ["favorit", "kontaktiert"]],
  ])("cleans %s %#", (field, given, kept) => {
    expect(LeadPatchSchema.parse({ [field]: given })).toEqual({ [field]: kept });
  });
});

it("names each fault, also what no person sets", () => {
  const unset = ["id", "address", "contactName", "sourceType", "createdAt", "version"];
  const given = { ...Object.fromEntries(unset.map((name) => [name, null])), salesScore: 9 };
  expect(LeadPatchSchema.safeParse({ ...given, status: "x" }).error?.issues).toMatchObject([
    { path: ["status"] },
    { path: ["salesScore"] },
    { code: "unrecognized_keys", keys: unset },
  ]);
});

describe("a tag", () => {
  it.each(["", "  ", "\n", "a,b", ",", "x".repeat(41), 7, null, ["a"]])("can't be %j", (tag) => {
    expect(LeadPatchSchema.safeParse({ tags: [tag] }).error?.issues).toMatchObject([
      { path: ["tags", 0] },
    ]);
  });

  it.each(["KONTAKTIERT", "Straße", "😀 Ok", "a\ud800b"])(
    "are the same when they are read again: %s",
    (text) => {
      const once = TagSchema.parse(text);
      expect(TagSchema.parse(once)).toBe(once);
      // And when they come out of the store, which keeps UTF-8.
      expect(Buffer.from(once).toString()).toBe(once);
    },
  );
});
