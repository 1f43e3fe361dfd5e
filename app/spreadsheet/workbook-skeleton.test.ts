import { expect, it } from "vitest";
import { columnName, createSkeleton } from "./workbook-skeleton.server";

it("a skeleton carries on beyond column Z", () => {
  const columns = Array.from({ length: 30 }, () => ({ width: 10, style: 0 }));
  expect(createSkeleton("Leads", columns).sheetEnd(7).beforeLinks).toContain(`"A1:AD7"`);
  expect([0, 25, 26, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "XFD"]);
});
