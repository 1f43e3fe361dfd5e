import { describe, expect, it } from "vitest";
import { dropForbidden, escapeCellText, startsLikeFormula } from "./cell-text";

const signs = [..."=+-@\t\r\n\0＝＋－＠﹦﹢﹣﹫−"];
const trimmedAway = [
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

describe("startsLikeFormula", () => {
  it.each(signs)("marks %j, also behind what an import trims away", (sign) => {
    for (const before of trimmedAway) {
      expect(startsLikeFormula(`${before}${sign}1+1`), JSON.stringify(before)).toBe(true);
    }
  });

  it.each([
    "",
    "Firma",
    "1+1",
    "a=b",
    "(030) 12",
    "Österreich",
    "#1",
    "%=1",
    ";=1",
    " Text - mehr",
  ])("leaves %j alone", (text) => {
    expect(startsLikeFormula(text)).toBe(false);
  });
});

describe("dropForbidden", () => {
  it("keeps exactly the characters of XML 1.0", () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const allowed =
        code === 0x9 ||
        code === 0xa ||
        code === 0xd ||
        (code >= 0x20 && code <= 0xd7ff) ||
        (code >= 0xe000 && code <= 0xfffd);
      const text = String.fromCharCode(code);
      if (dropForbidden(text) !== (allowed ? text : "")) expect.fail(`U+${code.toString(16)}`);
    }
  });

  it("keeps pairs of surrogates and drops halves", () => {
    expect(dropForbidden("a😀b\uD83Dc\uDE00d\uDE00\uD83D")).toBe("a😀bcd");
  });
});

describe("escapeCellText", () => {
  it("escapes markup, quotes and carriage returns", () => {
    expect(escapeCellText(`&<>"'\r`)).toBe("&amp;&lt;&gt;&quot;&apos;&#13;");
  });

  it("keeps a reader from decoding what only looks like an escaped character", () => {
    expect(escapeCellText("_x003D_x003d_1")).toBe("_x005F_x003D_x005F_x003d_1");
    expect(escapeCellText("_xAB_ _x00GG_")).toBe("_xAB_ _x00GG_");
  });
});
