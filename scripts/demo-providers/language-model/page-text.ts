import { z } from "zod";
import { foldText } from "../world/folded-text";

export const PageSchema = z.object({
  url: z.string(),
  title: z.string().nullish(),
  text: z.string(),
});
export type Page = z.infer<typeof PageSchema>;

/** What companies do, as a topic, with beginnings of the folded words that say it. */
const TOPICS: readonly (readonly [topic: string, signs: readonly string[]])[] = [
  ["Strom", ["strom"]],
  ["Gas", ["gas", "erdgas"]],
  ["Fernwärme", ["fernwaerme", "nahwaerme"]],
  ["Trinkwasser", ["trinkwasser", "wasser"]],
  ["Photovoltaik", ["photovoltaik", "solar", "pv"]],
  ["Elektromobilität", ["elektromobil", "ladesaeule", "ladestation", "wallbox"]],
  ["Glasfaser", ["glasfaser", "breitband"]],
  ["Wärmepumpen", ["waermepumpe"]],
  ["Heizung", ["heizung"]],
  ["Sanitär", ["sanitaer", "badsanierung", "baeder"]],
  ["Elektroinstallation", ["elektroinstall", "elektrotechnik"]],
  ["Dacharbeiten", ["dachdeck", "dacharbeit", "bedachung"]],
  ["Möbel und Innenausbau", ["moebel", "innenausbau"]],
  ["Maschinenbau", ["maschinenbau", "anlagenbau", "sondermaschin"]],
  ["Spedition", ["spedition", "fracht"]],
  ["Lagerung", ["lager"]],
  ["Zahnheilkunde", ["zahnarzt", "zahnaerzt", "zahnmedizin", "prophylaxe", "implantat"]],
  ["Steuerberatung", ["steuer", "buchfuehrung", "lohnabrechnung"]],
  ["IT-Betreuung", ["systemhaus", "server", "netzwerk", "cloud"]],
  ["Software", ["software"]],
  ["Backwaren", ["backwaren", "brot", "broetchen"]],
  ["Übernachtung", ["hotel", "zimmer", "uebernacht"]],
  ["Fahrzeuge", ["fahrzeug", "neuwagen", "gebrauchtwagen", "werkstatt"]],
  ["Industriestandort", ["industriepark", "gewerbepark", "chemiepark"]],
  ["Kundenservice", ["kundenservice", "kundencenter", "kundenportal"]],
  ["Wartung", ["wartung", "instandhaltung"]],
  ["Notdienst", ["notdienst", "bereitschaft"]],
  ["Ausbildung", ["ausbildung", "azubi"]],
];

/** What is no sentence about a company: orders to whoever reads, addresses, links. */
const NO_FACT =
  /ignor|anweisung|instruction|system|prompt|score|bewert|sprachmodell|\bki\b|\bai\b|https?:|www\.|@|javascript|cookie|impressum|datenschutz|startseite/i;
const SHORTEST_QUOTE = 25;
/** What a sentence says besides the company's name. */
const SHORTEST_REST = 15;
const LONGEST_QUOTE = 180;

/** From this length on a sign also counts as the beginning of a longer word: „Gastronomie“ says nothing about gas. */
const SHORTEST_BEGINNING = 5;

/** How many words of a text are one of the signs, or begin like a longer one. */
export function countSigns(text: string, signs: readonly string[]): number {
  const says = (word: string, sign: string) =>
    sign.length < SHORTEST_BEGINNING ? word === sign : word.startsWith(sign);
  const words = foldText(text).split(" ");
  return words.filter((word) => signs.some((sign) => says(word, sign))).length;
}

/** What a text is about, the most frequent first. */
export function findTopics(text: string, most: number): string[] {
  return TOPICS.map(([topic, signs]) => ({ topic, count: countSigns(text, signs) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ topic }) => topic);
}

/** The beginning of a sentence that ends with a whole word, so that it stands in the text as it is. */
function cutQuote(sentence: string): string {
  if (sentence.length <= LONGEST_QUOTE) return sentence;
  const cut = sentence.slice(0, LONGEST_QUOTE);
  return cut.slice(0, Math.max(0, cut.lastIndexOf(" "))).trimEnd();
}

/** Where a sentence ends: not behind „e. K.“, „Dr.“ or „ca.“, after which it goes on. */
const SENTENCE_END =
  /(?<=[.!?])(?<!(?<!\p{L})(?:\p{L}|Co|Nr|Str|St|Dr|Prof|Inh|Tel|ca|bzw|inkl|Ing|Dipl)\.)\s+|\n+/u;

/** 2 a whole sentence · 1 a line without an end · 0 what had to be cut. */
function wholeness(quote: string, isCut: boolean): number {
  if (isCut) return 0;
  return /[.!?]$/.test(quote) ? 2 : 1;
}

/**
 * Sentences of the pages that say what the company does, word for word, with the page each stands on: whole ones first,
 * and none that says no more than the company's name.
 */
export function findQuotes(
  pages: readonly Page[],
  most: number,
  companyName = "",
): { quote: string; url: string }[] {
  const name = foldText(companyName);
  const sentences = pages.flatMap(({ url, text }) =>
    text.split(SENTENCE_END).map((sentence) => {
      const whole = sentence.trim();
      const quote = cutQuote(whole);
      return { quote, url, isCut: quote !== whole };
    }),
  );
  const facts = sentences.filter(({ quote }) => {
    const rest = name === "" ? quote : foldText(quote).replaceAll(name, "").trim();
    const isLong = quote.length >= SHORTEST_QUOTE && rest.length >= SHORTEST_REST;
    return isLong && quote.includes(" ") && !NO_FACT.test(quote);
  });
  const telling = facts
    .map(({ quote, url, isCut }) => ({
      fact: { quote, url },
      rank: 10 * wholeness(quote, isCut) + findTopics(quote, 5).length,
    }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ fact }) => fact);
  const once = new Map(telling.map((fact) => [fact.quote, fact]));
  return [...once.values()].slice(0, most);
}
