import { describe, expect, it } from "vitest";
import { LeadListQuerySchema } from "./lead-filter-schema";

describe("the parameters of a list of leads", () => {
  it("know no search text in white space and control characters", () => {
    expect(LeadListQuerySchema.parse({ q: " \t" }).q).toBeUndefined();
    expect(LeadListQuerySchema.parse({ q: "a\0b\nc" }).q).toBe("a b c");
  });

  it.each([
    ["createdFrom", "0000-01-01"],
    ["createdFrom", "0026-11-20"],
    ["createdTo", "0099-12-31T23:00:00Z"],
    ["createdTo", "1899-12-31"],
    ["createdTo", "9999-12-31T23:00:00-05:00"],
  ])("refuse the year of %s=%s", (name, value) => {
    const parsed = LeadListQuerySchema.safeParse({ [name]: value });
    const said = parsed.error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(said).toEqual([[name, "Das Jahr muss zwischen 1900 und 9999 liegen."]]);
  });

  it("know no order by days of follow-up, which due leads have by themselves", () => {
    const parsed = LeadListQuerySchema.safeParse({ followUpDue: "true", sort: "followUpAt" });
    expect(parsed.error?.issues).toMatchObject([{ path: ["sort"] }]);
  });

  it("take the first and the last day of the years that they know", () => {
    const query = { createdFrom: "1900-01-01", createdTo: "9999-12-31" };
    expect(LeadListQuerySchema.parse(query)).toMatchObject(query);
  });
});
