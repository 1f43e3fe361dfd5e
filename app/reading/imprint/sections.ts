import { upToLegalForm } from "../companies/legal-forms";
import type { Line } from "./page-lines";
import words from "./section-words.json";

/** The party that a line describes; `partner` is the general partner, `foreign` a third party. */
export type Owner = "own" | "editor" | "contact" | "partner" | "foreign";

export interface OwnedLine extends Line {
  owner: Owner;
  isBelowHead: boolean;
}

const MAX_LABEL_LENGTH = 160;
const LABEL_END =
  "(?=$|\\s*[:–—|&/,(]|\\s+[-–]\\s|\\s+(?:by|von|durch|und|u\\.|and|der|dieser|des|ist|sind|bei|the)(?!\\p{L}))";
const HEADING_END = "(?=$|\\s*[:–—|&/-]|\\s(?:und|nach|gemäß|der|von|auf|im|für)(?!\\p{L}))";

const LABELS_PER_PATTERN = 12;
/** „*“ stands for letters, a space also for a hyphen, „$“ ends a label, a final „.“ ends a heading. */
function labels(rows: readonly string[]): RegExp[] {
  const ends: Record<string, string> = { $: LABEL_END, ".": HEADING_END };
  const patterns = rows
    .flatMap((row) => row.split(", "))
    .map((label) => {
      const bare = label.replace(/[.$]$/, "").replace(/[.()]/g, "\\$&");
      const spaced = bare.replace(/ $/, "\\s(?=\\p{Lu})").replaceAll(" ", "[\\s-]{0,2}");
      return spaced.replaceAll("*", "\\p{L}{0,24}") + (ends[label.at(-1) ?? ""] ?? "");
    });
  return Array.from({ length: Math.ceil(patterns.length / LABELS_PER_PATTERN) }, (_, n) => {
    const some = patterns.slice(n * LABELS_PER_PATTERN, (n + 1) * LABELS_PER_PATTERN).join("|");
    return new RegExp(`^(?:\\p{P}\\s*)?(?:(?:die|der|das|unsere?|meine?)\\s)?(?:${some})`, "iu");
  });
}

const { leadIns: _, ...lists } = words;
type Kind = keyof typeof lists;
const LABELS = new Map(Object.entries(lists).map(([kind, list]) => [kind, labels(list)]));
/** „4. “, „§ 2 “, „3.1 “ or a symbol before a heading. */
const DECORATION = /^[^\p{L}\p{N}\p{P}]*(?:§{0,2}\s?\d{1,2}(?:\.\d{1,2})?[.)]?\s)?/u;

export function begins(kind: Kind, text: string): boolean {
  const line = text.slice(0, MAX_LABEL_LENGTH);
  const bare = line.replace(DECORATION, "");
  const texts = bare === line ? [line] : [line, bare];
  return LABELS.get(kind)?.some((label) => texts.some((one) => label.test(one))) === true;
}
/** „Website: Wattwerk Design“, but not „Website: www.firma.de“. */
const SITE_BY =
  /^(?:website|webseite|homepage|internetauftritt):\s*(?!www\.|https?:|\S{2,60}\.\p{L}{2,6}(?:$|\s))(?=\p{Lu})/iu;
/** A third party may follow in the same line: „… | Webdesign: …“. */
const INSIDE = /(?:(?<=\p{L}{3})\.|[|·•;])\s+(?=\p{L})|\s[–—]\s(?=\p{L})/gu;

function kindOf(text: string): "sticky" | "loose" | "privacy" | null {
  if (text.length < 80 && begins("privacy", text)) return "privacy";
  if (begins("sticky", text) || SITE_BY.test(text)) return "sticky";
  return begins("loose", text) ? "loose" : null;
}

function splitLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const cuts = [...line.text.matchAll(INSIDE)]
      .map(({ index, 0: sign }) => index + sign.length)
      .filter(
        (cut) =>
          kindOf(line.text.slice(cut, cut + MAX_LABEL_LENGTH)) !== null ||
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

/** 0 without a heading. */
function headOf(lines: readonly Line[]): number {
  const heads = [...lines.keys()].filter((at) => {
    const { text = "", isLink, level = 8 } = lines[at] ?? {};
    return text.length < 120 && begins("head", text) && (!isLink || level < 7);
  });
  const own = heads.filter((at) => lines[at]?.isShared === false);
  const isHeading = (at: number) => (lines[at]?.level ?? 8) < 8;
  return own.find(isHeading) ?? own[0] ?? heads.find(isHeading) ?? 0;
}

/** @param isOurs recognizes the site's own company */
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
    // „Design & Druck GmbH“ may be the company's own name.
    const isName = !hasOwn && !text.includes(":") && Boolean(upToLegalForm(text));
    const isMenu = line.isLink && line.level > 6 && !text.includes(":");
    const found = index === head || isName || isMenu ? null : kindOf(text);
    const isHeading =
      line.level < 8 && line.level <= level && !(line.level === 7 && begins("reach", text));
    const isEndOfPrivacy = begins("head", text) && line.level < 7;
    if (kind === "privacy" && !isEndOfPrivacy) {
      // Privacy texts name data recipients.
    } else if (begins("bearer", text)) become(hasOwn ? "foreign" : "own", "sticky");
    else if (found !== null) become("foreign", found);
    // An agency's own Impressum starts like a credit.
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
      // A label with a value describes only its line.
      if (/:\s*\S/.test(text)) return { ...line, owner: "contact", isBelowHead: index >= head };
      // A sole contact with an address is the company.
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
