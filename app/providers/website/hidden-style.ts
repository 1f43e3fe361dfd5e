/** Beyond this nothing is looked at: no page writes more into one element. */
const MAX_STYLE = 5_000;
/** So far to the side of its place, in pixels, nobody sees anything. */
const OFF_SCREEN_PX = 900;
/** Letters of this height, in pixels, are not there to be read. */
const TINY_FONT_PX = 3;
const FAINT = 0.05;
const PX_OF_UNIT: Record<string, number> = {
  "": 1,
  px: 1,
  pt: 1.33,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  "%": 0.16,
  vw: 10,
  vh: 10,
  cm: 38,
  mm: 3.8,
  in: 96,
};
/** A colour whose last part, how much it covers, is nothing. */
const TRANSPARENT =
  /^(?:transparent|#[0-9a-f]{6}00|#[0-9a-f]{3}0|(?:rgb|hsl)a?\([^)/]{1,60}\/0?(?:\.0+)?%?\)|(?:rgb|hsl)a\((?:[^),]{1,20},){3}0?(?:\.0+)?%?\))$/;
const SHRUNK = /scale(?:x|y|3d)?\((?:\d?\.?\d?,)?0(?:\.0+)?[,)]/;
const MOVED = /translate(?:x|y|3d)?\(([^)]{0,80})\)/;
const CUT_RECT = /^rect\((?:[01](?:px)?,?){4}\)/;
const CUT_INSET = /^inset\((?:50|100)%/;
const SIDES = ["left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top"];
const SIZES = ["width", "height", "max-width", "max-height"];

/** @param length e.g. `-9999px`; null for anything that is no length */
function pixelsOf(length: string | undefined): number | null {
  const [, amount, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)/.exec(length ?? "") ?? [];
  const factor = PX_OF_UNIT[unit ?? ""];
  return amount === undefined || factor === undefined ? null : Number(amount) * factor;
}

/** The declarations of an inline style as a browser takes them: the last one counts, unless an earlier one is important. */
function declarationsOf(style: string): Map<string, string> {
  const plain = style.slice(0, MAX_STYLE).replace(/\/\*[^*]*\*\//g, "");
  const taken = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of plain.toLowerCase().split(";")) {
    const [name = "", value = ""] = declaration.replace(/\s/g, "").split(":", 2);
    const isImportant = value.endsWith("!important");
    if (important.has(name) && !isImportant) continue;
    if (isImportant) important.add(name);
    taken.set(name, value.replace(/!important$/, ""));
  }
  return taken;
}

type Style = Map<string, string>;

function isSwitchedOff(style: Style): boolean {
  const visibility = style.get("visibility");
  return (
    style.get("display") === "none" ||
    visibility === "hidden" ||
    visibility === "collapse" ||
    style.get("content-visibility") === "hidden"
  );
}

function isTransparent(style: Style): boolean {
  const opacity = style.get("opacity") ?? "1";
  const share = Number.parseFloat(opacity) * (opacity.endsWith("%") ? 0.01 : 1);
  return share < FAINT || TRANSPARENT.test(style.get("color") ?? "");
}

function hasNoSize(style: Style): boolean {
  const font = pixelsOf(style.get("font-size")) ?? pixelsOf(style.get("font"));
  if (font !== null && font < TINY_FONT_PX) return true;
  const clips = /hidden|clip/.test(style.get("overflow") ?? "");
  return clips && SIZES.some((name) => (pixelsOf(style.get(name)) ?? 2) <= 1);
}

function isFarOff(pixels: number): boolean {
  return pixels < -OFF_SCREEN_PX || pixels > 5 * OFF_SCREEN_PX;
}

/** Off the screen, cut away, or moved and shrunk out of sight. */
function isOutOfSight(style: Style): boolean {
  const transform = style.get("transform") ?? "";
  const moves = MOVED.exec(transform)?.[1]?.split(",") ?? [];
  const lengths = [...SIDES.map((name) => style.get(name)), ...moves];
  return (
    lengths.some((length) => isFarOff(pixelsOf(length) ?? 0)) ||
    SHRUNK.test(transform) ||
    CUT_RECT.test(style.get("clip") ?? "") ||
    CUT_INSET.test(style.get("clip-path") ?? "")
  );
}

/** Whether an inline style keeps an element from everybody's eyes. The colour of its ground is not chased. */
export function hidesByStyle(style: string): boolean {
  const declarations = declarationsOf(style);
  return [isSwitchedOff, isTransparent, hasNoSize, isOutOfSight].some((hides) =>
    hides(declarations),
  );
}
