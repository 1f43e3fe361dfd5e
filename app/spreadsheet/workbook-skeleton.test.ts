import { afterEach, describe, expect, it, vi } from "vitest";
import XLSX from "xlsx";
import { columnName, createSkeleton } from "./workbook-skeleton.server";

const write = XLSX.write;
afterEach(() => vi.restoreAllMocks());

describe("createSkeleton", () => {
  it("stops when the xlsx package writes no zip", async () => {
    vi.spyOn(XLSX, "write").mockImplementation((book) =>
      write(book, { type: "buffer", bookType: "biff8" }),
    );
    await expect(createSkeleton("Leads", [{ width: 10, style: 0 }])).rejects.toThrow(
      /another workbook skeleton than expected/,
    );
  });

  it("carries on beyond column Z", async () => {
    const columns = Array.from({ length: 30 }, () => ({ width: 10, style: 0 }));
    expect((await createSkeleton("Leads", columns)).sheetEnd(7).beforeLinks).toContain(`"A1:AD7"`);
    expect([0, 25, 26, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "XFD"]);
  });
});
