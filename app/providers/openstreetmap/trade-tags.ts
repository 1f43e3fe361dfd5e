import { foldToBaseLetters } from "~db/fold";
import names from "./trade-names.json";
import trades from "./trades.json";

interface TradeTags {
  /** Alternatives; `&` joins conditions: „craft=electrician“, „office&name~stadtwerk“. */
  filters: string[];
  /** Without a tag for the trade, the name must contain the words. */
  isByName: boolean;
}

const SOURCES = [
  Object.entries(trades).map(([words, filters]) => [filters.split("; "), words] as const),
  ...[1, 2].map((column) =>
    Object.values(names.trades)
      .flatMap((text) => text.split("; "))
      .map((line) => line.split(" → "))
      .map((columns) => [columns[0]?.split(" ") ?? [], columns[column] ?? ""] as const),
  ),
];

const keyOf = (text: string) =>
  foldToBaseLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const ENDING = /(?<=\p{L}{4})(?:inn?(?:en)?|e[mnrs]?|um|n|s)\b/gu;
/** Removes female and plural endings: „Architektinnen“, „Krankenhäuser“. */
const stemOf = (key: string) => key.replace(ENDING, "").replace(ENDING, "");

type Index = Map<string, string[]>;

function indexBy(write: (key: string) => string): Index[] {
  return SOURCES.map((entries) => {
    const index: Index = new Map();
    for (const [filters, words] of entries) {
      for (const key of new Set(words.split(",").map((word) => write(keyOf(word))))) {
        const known = index.get(key) ?? [];
        index.set(key, [...known, ...filters.filter((filter) => !known.includes(filter))]);
      }
    }
    return index;
  });
}

/** Built at first use, since it takes a tenth of a second. */
let indexes: { exact: Index[]; stems: Index[] } | undefined;
const MAX_FILTERS = 6;

function lookUp(key: string): string[] | undefined {
  indexes ??= { exact: indexBy((word) => word), stems: indexBy(stemOf) };
  const { exact, stems } = indexes;
  const found = exact.map((words, source) => words.get(key) ?? stems[source]?.get(stemOf(key)));
  return found.find((filters) => filters !== undefined && filters.length <= MAX_FILTERS);
}

/** Endings of any trade: „Elektrobetrieb“, „Architektenbüros“. */
const GENERIC =
  /(?:fach)?(?:betriebe?|firm(?:a|en)|unternehmen|geschafte?|laden|buros?|kanzlei(?:en)?|praxe?n?(?:is)?|studios?|meister|service|dienst(?:e|leister|leistung)?|technik(?:er)?|handwerk(?:er)?|gesellschaft(?:en)?|handler|handel|anbieter|werkstatt(?:en)?|bau(?:er)?|innungen?|anlagen?|spezialist(?:en)?|branche|gruppe|installateure?|montage|monteure?|betreiber)$/;
const MAKER =
  /(?:hersteller|fabrik|werk|produzent|produktion|industrie|fertigung|verarbeiter|verarbeitung)(?:e|en|s)?$/;

/** Escapes a name for Overpass; the last word also matches its plural. */
function literal(text: string): string {
  const base = text.trim().replace(/(?<=\p{L}{5})(?:e[nrs]?|n|s)$/u, "");
  return base.replace(/[^\p{L}\p{N}\s-]/gu, ".").replace(/[äöü]/g, ".");
}

function maker(thing: string): string[] {
  return ["man_made=works", "industrial", "office"].map((kind) => `${kind}&name~${thing}`);
}

/** Also matches the end of a compound: „Metallgießerei“. */
function tradeOfWord(key: string): string[] | undefined {
  const whole = lookUp(key);
  if (whole !== undefined) return whole;
  const rest = key.replace(GENERIC, "").trim();
  const root = rest === key ? undefined : lookUp(rest);
  if (root !== undefined) return root;
  const thing = key.replace(MAKER, "");
  const isMade = thing !== key && thing.length > 3;
  for (let start = 3; key.length - start >= 6 && !(isMade && start >= thing.length); start += 1) {
    const found = lookUp(key.slice(start));
    if (found !== undefined) return found;
  }
  return isMade ? maker(literal(thing).replace(/[aou]/g, ".")) : undefined;
}

const WHERE = /\s(?:rund um|in|im|aus|bei|nahe|um)\s/i;
const MAKER_OF = /^(?:hersteller|produzent|produzenten|fabrik|fabriken)\s(?:von|für)\s(.+)$/i;

export function tradeTags(query: string): TradeTags {
  const text = query.split(WHERE, 1).join("").trim();
  const parts = text.split(/[,/&+;]|\b(?:und|oder|u\.)(?=\s)/i).map((part) => part.trim());
  const made = MAKER_OF.exec(text)?.[1]?.trim();
  const found =
    (made === undefined ? undefined : maker(literal(made))) ??
    lookUp(keyOf(text)) ??
    union(parts.filter((part) => /[^-]$/.test(part)).map(tradeOfPart));
  if (found !== undefined) return { filters: found, isByName: false };
  const kinds = ["office", "craft", "shop", "man_made=works", "industrial"];
  return { filters: kinds.map((kind) => `${kind}&name~${literal(text)}`), isByName: true };
}

/** The last word names the trade: „mittelständische Maschinenbauer“. */
function tradeOfPart(part: string): string[] | undefined {
  const trades = [...keyOf(part).split(" "), keyOf(part)].map(tradeOfWord);
  return trades.findLast((filters) => filters !== undefined);
}

function union(lists: (string[] | undefined)[]): string[] | undefined {
  const filters = [...new Set(lists.flatMap((list) => list ?? []))];
  return filters.length === 0 ? undefined : filters;
}
