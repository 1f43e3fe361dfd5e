import { foldText } from "~db/fold";
import type { Passage } from "../../leads/assessment/assessment";
import type { SitePage } from "../../providers/website/company-site";
import { cleanLine, cutText } from "../../text/clean-text";

const MIN_QUOTE = 12;
const MAX_QUOTE = 500;
export const MAX_PASSAGES = 5;

const QUOTE_SIGNS = new Set("„“”«»‚‘’‹›\"'`´… ");
const OMISSION = /…|\.{3,9}/u;

export function trimSigns(text: string, signs: ReadonlySet<string>): string {
  const all = [...text];
  const isInside = (sign: string) => !signs.has(sign);
  const [from, to] = [all.findIndex(isInside), all.findLastIndex(isInside)];
  return from === -1 ? "" : all.slice(from, to + 1).join("");
}

/** Pages and models differ in quotation marks, hyphens, blanks and umlauts. */
function comparable(text: string): string {
  return foldText(cleanLine(text.normalize("NFKC")).replaceAll("&", " und ")).replace(
    /[^\p{L}\p{N}]/gu,
    "",
  );
}

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}

/** „…“ in a passage marks omitted words. */
export function keepVerbatimPassages(
  passages: readonly Passage[],
  pages: readonly SitePage[],
): Passage[] {
  const texts = pages.map((page) => ({
    page,
    texts: [comparable(page.title), comparable(page.text)],
  }));
  const kept = new Map<string, Passage>();
  for (const passage of passages) {
    const bare = trimSigns(cleanLine(passage.quote), QUOTE_SIGNS).replace(/^\.{2,9}|\.{2,9}$/g, "");
    const quote = cutText(trimSigns(bare, QUOTE_SIGNS), MAX_QUOTE);
    const parts = quote.split(OMISSION).map((part) => part.trim());
    if (parts.some((part) => part.length < MIN_QUOTE)) continue;
    const wanted = parts.map(comparable);
    if (wanted.some((part) => part === "")) continue;
    const found = texts.filter((entry) =>
      entry.texts.some((text) => containsInOrder(text, wanted)),
    );
    const { page } = found.find((entry) => entry.page.url === passage.url) ?? found[0] ?? {};
    const key = wanted.join();
    if (page !== undefined && !kept.has(key)) kept.set(key, { quote, url: page.url });
  }
  return [...kept.values()].slice(0, MAX_PASSAGES);
}
