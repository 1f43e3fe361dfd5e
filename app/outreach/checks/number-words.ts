const UNITS: Record<string, number> = {
  ein: 1,
  eins: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
};
const TEENS: Record<string, number> = {
  zehn: 10,
  elf: 11,
  zwölf: 12,
  dreizehn: 13,
  vierzehn: 14,
  fünfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
};
const TENS: Record<string, number> = {
  zwanzig: 20,
  dreißig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
};

function belowHundred(word: string): number | null {
  const simple = UNITS[word] ?? TEENS[word] ?? TENS[word];
  if (simple !== undefined) return simple;
  const joint = word.indexOf("und", 1);
  if (joint === -1) return null;
  const [units, tens] = [UNITS[word.slice(0, joint)], TENS[word.slice(joint + "und".length)]];
  return units === undefined || tens === undefined ? null : tens + units;
}

function split(word: string, at: string, factor: number): number | null {
  const index = word.indexOf(at);
  const before = word.slice(0, index);
  const after = word.slice(index + at.length).replace(/^und(?=.)/, "");
  const times = before === "" ? 1 : parseNumberWord(before);
  const rest = after === "" ? 0 : parseNumberWord(after);
  return times === null || rest === null ? null : times * factor + rest;
}

/** The number that a German word writes out („fünfundzwanzig“, „zweihundert“); null for any other word. */
export function parseNumberWord(text: string): number | null {
  const word = text.toLowerCase().replace("dreissig", "dreißig");
  if (word.includes("tausend")) return split(word, "tausend", 1_000);
  if (word.includes("hundert")) return split(word, "hundert", 100);
  return belowHundred(word);
}
