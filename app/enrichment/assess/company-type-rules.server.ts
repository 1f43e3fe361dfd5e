import { foldText } from "~db/fold";
import type { RuledAssessment } from "../../leads/assessment/assessment";
import type { SitePage } from "../../providers/website/company-site";
import { MAX_TOPICS } from "./assessment-question";
import words from "./company-words.json";

const stemsOf = (list: string) => list.split(" ");
/** Folded beginnings of words, or whole words if they end in „$“. The earlier type wins a tie. */
const TYPE_RULES = Object.entries(words.types).map(([type, { sure, likely }]) => ({
  type,
  sure: stemsOf(sure),
  likely: stemsOf(likely),
}));
const TOPIC_RULES = Object.entries(words.topics).map(([topic, stems]) => ({
  topic,
  stems: stemsOf(stems),
}));

const SURE = 4;
const MAX_COUNT = 5;
const TITLE_WEIGHT = 3;
/** A sure word in name or title, or three in the texts. */
const OWN_WORDING = SURE * TITLE_WEIGHT;
/** Long texts need one point per this many words. */
const WORDS_PER_POINT = 100;

type WordCounts = ReadonlyMap<string, number>;

function countWords(pages: readonly SitePage[], name: string | null): WordCounts {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of foldText(text).match(/[a-z0-9]+/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  };
  add((name ?? "").replace(/(?<!\p{L})e\. ?V\./iu, "eingetragenerVerein"), TITLE_WEIGHT);
  for (const [at, page] of pages.entries()) {
    add(page.title, at === 0 ? TITLE_WEIGHT : 1);
    if (at === 0 || page.kind !== "impressum") add(page.text, 1);
  }
  return counts;
}

function countStem(counts: WordCounts, stem: string): number {
  let count = 0;
  for (const [word, times] of counts) if (`${word}$`.startsWith(stem)) count += times;
  return Math.min(count, MAX_COUNT);
}

function pointsOf(counts: WordCounts, stems: readonly string[]): number {
  return stems.reduce((sum, stem) => sum + countStem(counts, stem), 0);
}

/** A few incidental words don't make a type. */
function bestType(counts: WordCounts): { type: string | null; surePoints: number } {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0);
  let best: { type: string | null; surePoints: number } = { type: null, surePoints: 0 };
  let most = 0;
  for (const { type, sure, likely } of TYPE_RULES) {
    const surePoints = SURE * pointsOf(counts, sure);
    const points = surePoints + pointsOf(counts, likely);
    const matched = [...sure, ...likely].filter((stem) => countStem(counts, stem) > 0).length;
    const isSupported = matched >= (surePoints > 0 ? 2 : 3) && points >= total / WORDS_PER_POINT;
    if (points <= most) continue;
    best = { type: isSupported || surePoints >= OWN_WORDING ? type : null, surePoints };
    most = points;
  }
  return best;
}

export function assessByRules(pages: readonly SitePage[], name: string | null): RuledAssessment {
  const counts = countWords(pages, name);
  const topics = TOPIC_RULES.map(({ topic, stems }) => ({ topic, points: pointsOf(counts, stems) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => topic);
  return { companyType: bestType(counts).type, topics };
}

export interface TypeHint {
  from: string;
  text: string;
}

/** Clear wording overrules the model if no word supports the model's type, or if a hint agrees with the wording. */
export function settleType(
  given: string | null,
  pages: readonly SitePage[],
  name: string | null,
  hints: readonly TypeHint[],
): { companyType: string | null; note: string | null } {
  const counts = countWords(pages, name);
  const { type: ruled, surePoints } = bestType(counts);
  const opinions = hints.flatMap(({ from, text }) => {
    const { type } = bestType(countWords([], text));
    return type === null ? [] : [{ from, text, type }];
  });
  const rule = TYPE_RULES.find(({ type }) => type === given);
  const hasWords = rule !== undefined && pointsOf(counts, [...rule.sure, ...rule.likely]) > 0;
  const isOwnWording = ruled !== null && surePoints >= OWN_WORDING;
  const isBacked = opinions.some(({ type }) => type === ruled);
  const isOverruled = given !== null && ruled !== given && isOwnWording && (!hasWords || isBacked);
  const companyType = given === null || isOverruled ? ruled : given;
  const others = [
    ...(isOverruled ? [`Das Sprachmodell sagt: ${given}.`] : []),
    ...opinions
      .filter(({ type }) => type !== companyType)
      .map(({ from, text, type }) => `${from} „${text}“ sagt: ${type}.`),
  ];
  const note =
    companyType === null || others.length === 0
      ? null
      : `Firmentyp laut Website. ${others.join(" ")}`;
  return { companyType, note };
}
