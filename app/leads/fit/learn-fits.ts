import { foldText } from "~db/fold";
import type { ComparedLead, Fit } from "~db/queries/lead-fits";
import { parseList } from "~db/queries/leads";

/** A lead's traits as they are shown, by kind and folded text. */
type Traits = ReadonlyMap<string, string>;

/** German nouns say what a company does; other words belong to the sentence. */
const NOUN = /(?<![\p{L}-])\p{Lu}\p{Ll}{3,}(?:-?\p{L}+)*/gu;
const WORD = "word";

function traitsOf({ topics, salesReason, ...single }: ComparedLead): Traits {
  const traits = [
    ...Object.entries(single),
    ...parseList(topics).map((topic) => ["topic", topic] as const),
    ...(salesReason?.match(NOUN) ?? []).map((noun) => [WORD, noun] as const),
  ];
  return new Map(
    traits.flatMap(([kind, text]) => (text ? [[`${kind}:${foldText(text)}`, text]] : [])),
  );
}

function countTraits(leads: readonly Traits[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of leads.flatMap((lead) => [...lead.keys()]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** So many leads of the store stand beside the refused ones, of which there may be few. */
const UNSEEN = 10;
/** Keeps what few approved leads share from weighing much. */
const DOUBT = 2;
/** The words of a sentence repeat one another. */
const WORD_WEIGHT = 0.75;
/** A lead fits that is two or three times as likely among approved leads as among others. */
const ENOUGH = 1;
/** What approved leads have hardly more often than others explains nothing. */
const TELLING = 0.15;
const [MOST_TRAITS, FEWEST_LEADS] = [3, 3];

type Judged = Record<"approved" | "refused" | "others", readonly ComparedLead[]>;

/** A trait weighs by how much more often approved leads have it than refused ones. */
export function learnFits(judged: Judged): (lead: ComparedLead) => Omit<Fit, "seq"> {
  const approved = judged.approved.map(traitsOf);
  const { refused, others } = judged;
  const inApproved = countTraits(approved);
  const inRefused = countTraits(refused.map(traitsOf));
  const inOthers = countTraits(others.map(traitsOf));
  const weigh = (key: string): [string, number] => {
    const share = (inOthers.get(key) ?? 0) / Math.max(1, others.length);
    const expected = ((inRefused.get(key) ?? 0) + UNSEEN * share) / (refused.length + UNSEEN);
    const ratio = ((inApproved.get(key) ?? 0) + DOUBT) / (approved.length * expected + DOUBT);
    return [key, Math.log(ratio) * (key.startsWith(WORD) ? WORD_WEIGHT : 1)];
  };
  const weights = new Map([...inApproved.keys(), ...inRefused.keys()].map(weigh));
  /** Approved leads by the traits that they share. */
  const sharing = new Map<string, readonly Traits[]>([["", approved]]);
  return (lead) => {
    const traits = Array.from(traitsOf(lead), ([key, text]) => {
      return { key, text, weight: weights.get(key) ?? 0 };
    });
    const fit = Math.round(100 * traits.reduce((sum, { weight }) => sum + weight, -ENOUGH));
    const telling = traits.filter(({ weight }) => weight > TELLING);
    const shown = new Map<string, string>();
    let [path, alike] = ["", approved];
    for (const { key, text } of telling.sort((a, b) => b.weight - a.weight)) {
      if (shown.size === MOST_TRAITS || shown.has(foldText(text))) continue;
      const next = `${path}\n${key}`;
      const found = sharing.get(next) ?? alike.filter((other) => other.has(key));
      sharing.set(next, found);
      if (found.length < FEWEST_LEADS) continue;
      shown.set(foldText(text), text);
      [path, alike] = [next, [...found]];
    }
    if (fit <= 0 || shown.size === 0) return { fit: Math.min(0, fit), alike: null };
    return { fit, alike: `wie ${alike.length} freigegebene: ${[...shown.values()].join(", ")}` };
  };
}
