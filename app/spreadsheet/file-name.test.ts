import { describe, expect, it } from "vitest";
import { contentDisposition, workbookFileName } from "./file-name";

const noon = new Date(Date.UTC(2026, 10, 21, 12));

describe("workbookFileName", () => {
  it("joins the parts and the day", () => {
    expect(workbookFileName(["Leads", "mit E-Mail"], noon, "Europe/Berlin")).toBe(
      "leads-mit-e-mail-2026-11-21.xlsx",
    );
  });

  it("takes the day of the time zone", () => {
    const late = new Date(Date.UTC(2026, 10, 21, 23, 30));
    expect(workbookFileName(["leads"], late, "Europe/Berlin")).toBe("leads-2026-11-22.xlsx");
    expect(workbookFileName(["leads"], late, "UTC")).toBe("leads-2026-11-21.xlsx");
  });

  it.each([
    ["Größe & Übermaß ÄÖÜẞ", "groesse-uebermass-aeoeuess"],
    ["u\u0308ber", "ueber"],
    ["Café Łódź Åland Smørrebrød", "cafe-lodz-aland-smoerrebroed"],
    ["../../etc/passwd", "etc-passwd"],
    ["--a__b..c--", "a-b-c"],
  ])("folds %s to %s", (part, folded) => {
    expect(workbookFileName([part], noon, "UTC")).toBe(`${folded}-2026-11-21.xlsx`);
  });

  it("leaves out parts that leave nothing", () => {
    expect(workbookFileName(["", "日本", "a"], noon, "UTC")).toBe("a-2026-11-21.xlsx");
    expect(workbookFileName([], noon, "UTC")).toBe("2026-11-21.xlsx");
  });

  it("stays short enough for every file system", () => {
    const name = workbookFileName(["a".repeat(119), "b".repeat(300)], noon, "UTC");
    expect(name).toBe(`${"a".repeat(119)}-2026-11-21.xlsx`);
  });
});

describe("contentDisposition", () => {
  it("names the file in both forms", () => {
    expect(contentDisposition("leads-2026-11-21.xlsx")).toBe(
      `attachment; filename="leads-2026-11-21.xlsx"; filename*=UTF-8''leads-2026-11-21.xlsx`,
    );
  });

  it("lets nothing break out of the header", () => {
    const name = workbookFileName(['a"\r\nSet-Cookie: x=1\\b/c\0\uD800%'], noon, "UTC");
    const folded = "a-set-cookie-x-1-b-c-2026-11-21.xlsx";
    expect(contentDisposition(name)).toBe(
      `attachment; filename="${folded}"; filename*=UTF-8''${folded}`,
    );
  });
});
