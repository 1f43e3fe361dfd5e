import { expect, it } from "vitest";
import { dropForbidden, escapeCellText, startsLikeFormula } from "./cell-text";

const SIGNS = [..."=+-@\t\r\n\0＝＋－＠﹦﹢﹣﹫−"];
const TRIMMED_AWAY = [
  "",
  "  ",
  "\u00A0",
  "\u200B",
  "\uFEFF",
  "\0",
  "\u001F",
  '"',
  "'",
  "„",
  "\uD800",
];

it.each(SIGNS)("%j starts a formula, also behind what an import trims away", (sign) => {
  for (const before of TRIMMED_AWAY) {
    expect(startsLikeFormula(`${before}${sign}1+1`), JSON.stringify(before)).toBe(true);
  }
});

it.each(["", "Firma", "1+1", "a=b", "(030) 12", "#1", "%=1", ";=1", " Text - mehr"])(
  "%j starts no formula",
  (text) => expect(startsLikeFormula(text)).toBe(false),
);

it("a cell keeps exactly the characters of XML 1.0", () => {
  const kept = "\t\n\r \uD7FF\uE000\uFFFD😀";
  expect(dropForbidden(kept)).toBe(kept);
  expect(dropForbidden("a\0\u0008\u000B\u001F\uFFFE\uFFFFb\uD83Dc\uDE00d\uDE00\uD83D")).toBe(
    "abcd",
  );
});

it("a reader undoes exactly what was escaped", () => {
  expect(escapeCellText(`&<>"'\r`)).toBe("&amp;&lt;&gt;&quot;&apos;&#13;");
  expect(escapeCellText("_x003D_x003d_1")).toBe("_x005F_x003D_x005F_x003d_1");
  expect(escapeCellText("_xAB_ _x00GG_")).toBe("_xAB_ _x00GG_");
});
