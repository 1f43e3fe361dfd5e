import { describe, expect, it } from "vitest";
import { TagSchema } from "../tag";
import { LeadPatchSchema } from "./lead-patch";

describe("a patch", () => {
  it.each([
    [{ status: "fertig" }, "status"],
    [{ priority: "" }, "priority"],
    [{ salesScore: 0 }, "salesScore"],
    [{ salesScore: 6 }, "salesScore"],
    [{ salesScore: 2.5 }, "salesScore"],
    [{ salesScore: "3" }, "salesScore"],
    [{ notes: "x".repeat(20_001) }, "notes"],
    [{ salesReason: "x".repeat(5_001) }, "salesReason"],
    [{ companyType: "x".repeat(201) }, "companyType"],
    [{ companyType: 7 }, "companyType"],
    [{ topics: ["a", " "] }, "topics.1"],
    [{ topics: "a" }, "topics"],
    [{ topics: ["x".repeat(101)] }, "topics.0"],
    [{ topics: Array.from({ length: 51 }, (_, n) => `t${n}`) }, "topics"],
    [{ tags: "a" }, "tags"],
    [{ tags: ["a", ""] }, "tags.1"],
    [{ tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, "tags"],
    [{ approved: "true" }, "approved"],
    [{ approvedAt: "gestern" }, "approvedAt"],
    [{ approvedAt: "2026-11-20" }, "approvedAt"],
    [{ approvedAt: "2026-11-20T08:00:00" }, "approvedAt"],
    [{ approvedAt: "2026-02-30T08:00:00Z" }, "approvedAt"],
    [{ approvedAt: "9999-12-31T23:00:00-05:00" }, "approvedAt"],
    [{ approvedAt: "0000-01-01T00:00:00+05:00" }, "approvedAt"],
    [{ approved: true, approvedAt: null }, "approvedAt"],
    [{ approved: false, approvedAt: "2026-11-20T08:00:00Z" }, "approvedAt"],
    [{ approved: null, approvedAt: "2026-11-20T08:00:00Z" }, "approvedAt"],
  ])("is refused with %j", (input, path) => {
    const parsed = LeadPatchSchema.safeParse(input);
    expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  it.each([
    [{ notes: 7 }, "Ein Text oder null."],
    [{ salesReason: [] }, "Ein Text oder null."],
    [{ companyType: {} }, "Ein Text oder null."],
    [{ offerPackage: true }, "Ein Text oder null."],
    [{ tags: "a" }, "Eine Liste von Tags oder null."],
    [{ tags: [7] }, "Einen Tag eingeben."],
    [{ topics: {} }, "Eine Liste von Texten oder null."],
    [{ topics: [null] }, "Ein Text."],
    [{ salesScore: "3" }, "Eine ganze Zahl von 1 bis 5."],
    [{ approvedAt: 7 }, "Eine Zeit wie 2026-11-20T08:00:00Z."],
  ])("says in German what %j should be", (input, message) => {
    expect(LeadPatchSchema.safeParse(input).error?.issues).toMatchObject([{ message }]);
  });

  it.each(["id", "domain", "email", "version", "editedFields", "seq", "constructor", "__proto__"])(
    "can't name %s",
    (name) => {
      const input: unknown = JSON.parse(`{"${name}": "x"}`);
      const parsed = LeadPatchSchema.safeParse(input);
      expect(parsed.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: [name] }]);
    },
  );
});

describe("a tag", () => {
  it.each([
    ["\u200bMesse\u200b", "messe"],
    ["\ufeff \u00ad Messe 2026 \u2060", "messe 2026"],
    ["a\u200b\n\u200b", "a"],
    ["👩\u200d💻", "👩\u200d💻"],
    ["X", "x"],
  ])("%j loses invisible characters at its ends alone", (text, tag) => {
    expect(TagSchema.parse(text)).toBe(tag);
  });

  it("is read quickly, however many invisible characters it has", () => {
    const begin = performance.now();
    expect(TagSchema.safeParse(`x${"\u200b".repeat(300_000)}x`).success).toBe(false);
    expect(TagSchema.parse(`${"\u200b".repeat(300_000)}x${"\u200b".repeat(300_000)}`)).toBe("x");
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it.each([
    "\u200b",
    " \u200b\u2060\n\ufeff",
    "",
    "  ",
    "\n",
    "a,b",
    ",",
    "x".repeat(41),
    7,
    null,
    ["a"],
  ])("can't be %j", (tag) => {
    expect(LeadPatchSchema.safeParse({ tags: [tag] }).error?.issues).toMatchObject([
      { path: ["tags", 0] },
    ]);
  });

  it.each(["İstanbul", "ΑΣ", "ǅ", "Straße", "ΐ", "😀 Ok", "K", "a\ud800b"])(
    "are the same when they are read again: %s",
    (text) => {
      const once = TagSchema.parse(text);
      expect(TagSchema.parse(once)).toBe(once);
      expect(once.normalize("NFC")).toBe(once);
      // And when they come out of the store, which keeps UTF-8.
      expect(Buffer.from(once).toString()).toBe(once);
    },
  );
});
