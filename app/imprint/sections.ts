import { upToLegalForm } from "../pipelines/company-search/title-words";
import type { Line } from "./page-lines";
import words from "./section-words.json";

/** Who a line describes: the provider, its editor, one contact among others, the general partner, or a third party. */
export type Owner = "own" | "editor" | "contact" | "partner" | "foreign";

export interface OwnedLine extends Line {
  owner: Owner;
  /** It stands behind the head of the Impressum, where there is one. */
  isBelowHead: boolean;
}

const LONGEST_LABEL = 160;
/** The end of a label: nothing, a sign, or a joint to the name. */
const LABEL_END =
  "(?=$|\\s*[:–—|&/,(]|\\s+[-–]\\s|\\s+(?:by|von|durch|und|u\\.|and|der|dieser|des|ist|sind|bei|the)(?!\\p{L}))";
/** The end of a heading. */
const HEADING_END = "(?=$|\\s*[:–—|&/-]|\\s(?:und|nach|gemäß|der|von|auf|im|für)(?!\\p{L}))";

const SIZE = 12;
/**
 * Labels at the beginning of a line. In the lists „*“ stands for more letters, a blank also for a hyphen, „$“ for the
 * end of a label and „.“ at the end for that of a heading.
 */
function labels(rows: readonly string[]): RegExp[] {
  const ends: Record<string, string> = { $: LABEL_END, ".": HEADING_END };
  const patterns = rows
    .flatMap((row) => row.split(", "))
    .map((label) => {
      const bare = label.replace(/[.$]$/, "").replace(/[.()]/g, "\\$&");
      const spaced = bare.replace(/ $/, "\\s(?=\\p{Lu})").replaceAll(" ", "[\\s-]{0,2}");
      return spaced.replaceAll("*", "\\p{L}{0,24}") + (ends[label.at(-1) ?? ""] ?? "");
    });
  return Array.from({ length: Math.ceil(patterns.length / SIZE) }, (_, n) => {
    const some = patterns.slice(n * SIZE, (n + 1) * SIZE).join("|");
    return new RegExp(`^(?:\\p{P}\\s*)?(?:(?:die|der|das|unsere?|meine?)\\s)?(?:${some})`, "iu");
  });
}

const { leadIns: _, ...lists } = words;
type Kind = keyof typeof lists;
const LABELS = new Map(Object.entries(lists).map(([kind, list]) => [kind, labels(list)]));
/** „4. “, „§ 2 “, „3.1 “ or a sign, as headings begin. */
const DECORATION = /^[^\p{L}\p{N}\p{P}]*(?:§{0,2}\s?\d{1,2}(?:\.\d{1,2})?[.)]?\s)?/u;

/** The line begins with a label of the list, which may be numbered or decorated. */
export function begins(kind: Kind, text: string): boolean {
  const line = text.slice(0, LONGEST_LABEL);
  const bare = line.replace(DECORATION, "");
  const texts = bare === line ? [line] : [line, bare];
  return LABELS.get(kind)?.some((label) => texts.some((one) => label.test(one))) === true;
}
/** „Website: Wattwerk Design“, but not „Website: www.firma.de“. */
const SITE_BY =
  /^(?:website|webseite|homepage|internetauftritt):\s*(?!www\.|https?:|\S{2,60}\.\p{L}{2,6}(?:$|\s))(?=\p{Lu})/iu;
/** A third party may follow in the same line: „… verliehen. Zuständige Kammer ist …“, „… | Webdesign: …“. */
const INSIDE = /(?:(?<=\p{L}{3})\.|[|·•;])\s+(?=\p{L})|\s[–—]\s(?=\p{L})/gu;

function kindOf(text: string): "sticky" | "loose" | "privacy" | null {
  if (text.length < 80 && begins("privacy", text)) return "privacy";
  if (begins("sticky", text) || SITE_BY.test(text)) return "sticky";
  return begins("loose", text) ? "loose" : null;
}

/** Splits a line before each third party's label. */
function splitLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const cuts = [...line.text.matchAll(INSIDE)]
      .map(({ index, 0: sign }) => index + sign.length)
      .filter(
        (cut) =>
          kindOf(line.text.slice(cut, cut + LONGEST_LABEL)) !== null ||
          begins("company", line.text.slice(cut)),
      );
    if (cuts.length === 0 || kindOf(line.text) === "privacy") return [line];
    return [0, ...cuts].map((cut, index) => ({
      ...line,
      text: line.text.slice(cut, cuts[index]).trim(),
      ...(index === 0 ? {} : { hidden: "", phones: [], isApart: false, level: 8 }),
    }));
  });
}

/** The index of the Impressum's first line; 0 without a heading. */
function headOf(lines: readonly Line[]): number {
  const heads = [...lines.keys()].filter((at) => {
    const { text = "", isLink, level = 8 } = lines[at] ?? {};
    return text.length < 120 && begins("head", text) && (!isLink || level < 7);
  });
  const own = heads.filter((at) => lines[at]?.isShared === false);
  const isHeading = (at: number) => (lines[at]?.level ?? 8) < 8;
  return own.find(isHeading) ?? own[0] ?? heads.find(isHeading) ?? 0;
}

/**
 * Tells of each line who it describes.
 *
 * @param isOurs recognizes a line that names the site's own company
 */
export function ownLines(page: readonly Line[], isOurs: (text: string) => boolean): OwnedLine[] {
  const lines = splitLines(page);
  const head = headOf(lines);
  const apart = lines.filter(({ isApart }) => isApart).length;
  const isAllApart = apart > lines.length * 0.8;
  let owner: Owner = "own";
  let kind: ReturnType<typeof kindOf> = null;
  let level = 8;
  let hasOwn = false;
  return lines.map((line, index): OwnedLine => {
    const { text } = line;
    const isApart = line.isApart && !isAllApart;
    const become = (next: Owner, nextKind: typeof kind = null) => {
      owner = next;
      kind = nextKind;
      level = line.level;
    };
    if (index > 0 && line.isShared !== lines[index - 1]?.isShared) become("own");
    // „Design & Druck GmbH“ is no credit where it stands as the company's name.
    const isName = !hasOwn && !text.includes(":") && Boolean(upToLegalForm(text));
    const isMenu = line.isLink && line.level > 6 && !text.includes(":");
    const found = index === head || isName || isMenu ? null : kindOf(text);
    const isHeading =
      line.level < 8 && line.level <= level && !(line.level === 7 && begins("reach", text));
    const isEndOfPrivacy = begins("head", text) && line.level < 7;
    if (kind === "privacy" && !isEndOfPrivacy) {
      // The rest of the page is about data, and names those who receive them.
    } else if (begins("bearer", text)) become(hasOwn ? "foreign" : "own", "sticky");
    else if (found !== null) become("foreign", found);
    // An agency's own Impressum begins as the credits of others do.
    else if (
      owner === "foreign" &&
      !hasOwn &&
      (isOurs(text) || (isName && isApart && index > head))
    )
      become("own");
    else if (begins("head", text)) become("own");
    else if (begins("partner", text)) become("partner", "loose");
    else if (begins("editor", text)) become(hasOwn ? "editor" : "own", "loose");
    else if (begins("contact", text)) {
      // With the value behind it, a label is about its own line alone.
      if (/:\s*\S/.test(text)) return { ...line, owner: "contact", isBelowHead: index >= head };
      // Who is alone to be reached, and has an address, is the provider.
      become(hasOwn || text.includes(" ") ? "contact" : "own", "loose");
    } else if (isHeading) become("own");
    else if (owner !== "own" && begins("company", text)) {
      const isSame = owner === "partner" && !isApart;
      if (!isSame && (level === 8 || owner === "contact") && (isApart || kind === "loose"))
        become("own");
    } else if (owner === "contact" && isApart && level === 8) become("own");
    hasOwn ||= owner === "own" && /\d{5}\s\p{Lu}/u.test(text);
    return { ...line, owner, isBelowHead: index >= head };
  });
}
