import { expect, it } from "vitest";
import { workbookFileName } from "./file-name";

const late = new Date(Date.UTC(2026, 10, 21, 23, 30));

it.each([
  [["Leads", "mit E-Mail"], "leads-mit-e-mail-"],
  [["Größe & Übermaß ÄÖÜẞ", "u\u0308ber Café"], "groesse-uebermass-aeoeuess-ueber-cafe-"],
  [["../../etc/passwd", "--a__b..c--"], "etc-passwd-a-b-c-"],
  [['a"\r\nSet-Cookie: x=1\\b/c\0\uD800%'], "a-set-cookie-x-1-b-c-"],
  [["", "日本", "a"], "a-"],
  [[], ""],
  [["a".repeat(119), "b".repeat(300)], `${"a".repeat(119)}-`],
])("names a file after %j and the day of the time zone", (parts, name) => {
  expect(workbookFileName(parts, late, "Europe/Berlin")).toBe(`${name}2026-11-22.xlsx`);
});
