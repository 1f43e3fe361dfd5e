import { foldText } from "~db/fold";
import type { RuledAssessment } from "../../leads/assessment/assessment";
import type { SitePage } from "../../providers/website/company-site";
import words from "./company-words.json";

const stemsOf = (list: string) => list.split(" ");
/** Beginnings of words, folded; where two types have as many points, the earlier one is taken. */
const TYPE_RULES = Object.entries(words.types).map(([type, { sure, likely }]) => ({
  type,
  sure: stemsOf(sure),
  likely: stemsOf(likely),
}));
const TOPIC_RULES = Object.entries(words.topics).map(([topic, stems]) => ({
  topic,
  stems: stemsOf(stems),
}));

const MAX_TOPICS = 8;
const SURE = 4;
/** Keeps a word that stands on every page from deciding. */
const MAX_COUNT = 5;
const MIN_POINTS = 3;
const TITLE_WEIGHT = 3;

type WordCounts = ReadonlyMap<string, number>;

function countWords(pages: readonly SitePage[], name: string | null): WordCounts {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of foldText(text).match(/[a-z0-9]+/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  };
  add(name ?? "", TITLE_WEIGHT);
  for (const page of pages) {
    add(page.title, page.kind === "home" ? TITLE_WEIGHT : 1);
    add(page.text, 1);
  }
  return counts;
}

function countStem(counts: WordCounts, stem: string): number {
  let count = 0;
  for (const [word, times] of counts) if (word.startsWith(stem)) count += times;
  return Math.min(count, MAX_COUNT);
}

function pointsOf(counts: WordCounts, stems: readonly string[]): number {
  return stems.reduce((sum, stem) => sum + countStem(counts, stem), 0);
}

export function assessByRules(pages: readonly SitePage[], name: string | null): RuledAssessment {
  const counts = countWords(pages, name);
  let [best, most]: [string | null, number] = [null, MIN_POINTS - 1];
  for (const { type, sure, likely } of TYPE_RULES) {
    const points = SURE * pointsOf(counts, sure) + pointsOf(counts, likely);
    if (points > most) [best, most] = [type, points];
  }
  const topics = TOPIC_RULES.map(({ topic, stems }) => ({ topic, points: pointsOf(counts, stems) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => topic);
  return { companyType: best, topics };
}
