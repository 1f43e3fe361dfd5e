import { expect, it } from "vitest";
import { scanCsv } from "./scan-csv.server";

const SHORT = "1;2\n";
const row = (columns: number) => Array.from({ length: columns }, () => "x").join(";");

it.each<[string, string, RegExp | null]>([
  ["as many rows as may be", SHORT.repeat(50_001), null],
  ["one more", SHORT.repeat(50_002), /50\.000 Zeilen/],
  ["empty ones besides", `${SHORT.repeat(50_001)}${"\r\n;;\n".repeat(9)}`, null],
  ["line breaks in quotes", `"${"1\n".repeat(60_000)}";2`, null],
  ["a quote within a cell", `5" Rohr\n${SHORT.repeat(50_002)}`, /50\.000 Zeilen/],
  ["doubled quotes", `"a"";\n""b"\n${SHORT.repeat(50_002)}`, /50\.000 Zeilen/],
  ["as many columns as may be", row(300), null],
  ["one more", row(301), /300 Spalten/],
  ["one more in quotes", `${row(300)};"x"`, /300 Spalten/],
  ["as many cells as may be", `${row(200)}\n`.repeat(5_000), null],
  ["one more row of them", `${row(200)}\n`.repeat(5_001), /1\.000\.000 Zellen/],
  ["as many behind an open quote", `a;"b\n${`${row(200)}\n`.repeat(5_001)}`, /1\.000\.000 Zellen/],
  ["empty lines of a whole sheet", "\n".repeat(1_100_000), null],
  ["more than that", "\n".repeat(2_000_001), /50\.000 Zeilen/],
  ["empty columns", `a${";".repeat(9_000)} \n`, null],
  ["an open quote before too many rows", `a;"b\n${SHORT.repeat(50_002)}`, /50\.000 Zeilen/],
  ["a long cell", `"${"x".repeat(9_000_000)}"`, null],
  ["a giant one", `a;${"x".repeat(10_000_001)}`, /10\.000\.000 Zeichen/],
  ["a giant one in quotes", `"${"x;\n".repeat(4_000_000)}"\n`, /10\.000\.000 Zeichen/],
])("a file's bytes alone tell %s, in every encoding", (_name, text, fault) => {
  const little = Buffer.from(text, "utf16le");
  const ways = [
    () => scanCsv(Buffer.from(text), { width: 1 }, ";"),
    () => scanCsv(little, { width: 2, low: 0 }, ";"),
    () => scanCsv(Buffer.from(little).swap16(), { width: 2, low: 1 }, ";"),
  ];
  for (const scan of ways) {
    if (fault === null) scan();
    else expect(scan).toThrow(fault);
  }
});
