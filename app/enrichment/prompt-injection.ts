import { cleanLine } from "../text/clean-text";

/** Known instructions to language models, in unmasked text. They may span lines. */
const INJECTIONS: readonly RegExp[] = [
  /(?:ignor|disregard|forget|vergiss|missachte\b|überschreib|override)\p{L}{0,8}[^.!?]{0,60}(?:instruct|instruktion|anweisung|vorgaben|prompt|schema|other pages)/gu,
  /\b(?:ignor(?:e|iere)|disregard|forget|vergiss|missachte) (?:alle? )?(?:(?:your|deine|previous|prior|bisherigen)(?: previous| prior| bisherigen)? (?:rules|orders|regeln|befehle)|(?:the )?rules (?:above|you))\b/gu,
  /(?:anweisung|instruktion|vorgabe)\p{L}{0,3} (?:sind|werden) (?:zu )?ignor/gu,
  /<\|[a-z_ ]{1,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|instructions?|prompt|daten|data|user)\b/gu,
  /#{2,4} ?(?:system|instruction|anweisung|assistant|prompt)|system override|system ?prompt/gu,
  /\b(?:system|assistant|user) ?: ?(?:you|du|die bewertung|rate|the|score|ignore)\b/gu,
  /(?<!\b(?:unser|das|our|the) )\bsystem ?: ?(?:neue anweisung(?:en)?|new instructions?)\b(?! (?:für (?!dich\b)|for (?!you\b)|zu|des |der ))/gu,
  /sales[\s_]?score|company_?type|offer_?package|\bscore\W{0,3}(?:to\s|of\s|auf\s|von\s)?[1-5]\b/gu,
  /(?:note|hinweis|nachricht|message|instructions?|anweisung(?:en)?) (?:an|to|for|für) (?:die |the |alle |all )?(?:ki|ai|llms?|sprachmodelle?|language models?)\b/gu,
  /(?:you are|you're|wenn du|du bist|falls du|as) (?:an? |eine? )?(?:ai|ki|llm|sprachmodell|language model)\b/gu,
  /(?:you are|du bist) (?:now )?(?:an? |eine? )?(?:helpful|hilfreich)/gu,
  /from now on,? you|ab (?:jetzt|sofort) (?:bewert|antwort|vergib)\p{L}{0,3} du|end of data|ende der daten|(?:dein|your) (?:auftrag|task)\b|deinen auftrag/gu,
  /(?:neue|folgende|new|following) (?:anweisung(?:en)?|instructions?) ?:/gu,
  /(?:reveal|repeat|wiederhole|verrate) (?:your|deine)/gu,
  /\b(?:antworte|answer|respond)\b.{0,15}\b(?:nur|only)\b/gu,
  /\b(?:delete|lösche|markiere|approve|send)\b.{0,20}\bleads?\b/gu,
  /\b(?:bewerte|rate|classify|klassifiziere|treat|give|gib) (?:dies\p{L}{1,2}|this) (?:firma|unternehmen|betrieb|lead|company|business)/gu,
  /bewertung dieser firma|höchste punktzahl|\b(?:gib|vergib|setze|give|set)\s[^.!?]{0,30}(?:bewertung|rating|score)\s(?:auf\s|to\s)?\d/gu,
];

const pairs = (text: string) => new Map(text.split(" ").map(([from = "", to = ""]) => [from, to]));
/** Letters of other alphabets, and digits, that look like Latin letters. */
const LOOKALIKES = pairs("аa еe оo рp сc уy хx іi ѕs ԁd ɡg пn тt οo αa εe ιi νv ρp ıi");
const DIGITS = pairs("0o 1i 3e 4a 5s 7t");
const SPACED = /(?<!\p{L})\p{L}(?:[ .·_-]\p{L}(?!\p{L})){5,}/gu;

/** „1gn0re“ and „i-g-n-o-r-e“ become „ignore“; Base64 is decoded. */
function unmask(line: string): string {
  const plain = [...cleanLine(line.normalize("NFKC")).toLowerCase()];
  const packed = (line.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []).map((block) =>
    Buffer.from(block, "base64").toString("utf8").toLowerCase(),
  );
  const latin = plain.map((sign) => LOOKALIKES.get(sign) ?? sign).join("");
  const letters = latin
    .replace(
      /(?<=\p{L})[013457](?=\p{L})|(?<!\d)[013457](?=\p{L}{2})/gu,
      (digit) => DIGITS.get(digit) ?? digit,
    )
    .replace(SPACED, (run) => run.replace(/[^\p{L}]/gu, ""));
  return [letters, ...packed].join(" ").replace(/\s+/g, " ").trim();
}

export function removeInjections(text: string): string {
  const lines = text.split("\n");
  const unmasked = lines.map(unmask);
  const joined = unmasked.join("\n");
  if (!INJECTIONS.some((pattern) => joined.search(pattern) !== -1)) return text;
  let end = -1;
  const ends = unmasked.map((line) => (end += line.length + 1));
  const marked = new Set<number>();
  for (const match of INJECTIONS.flatMap((pattern) => [...joined.matchAll(pattern)])) {
    const first = ends.findIndex((at) => at > match.index);
    const last = ends.findIndex((at) => at >= match.index + match[0].length);
    for (let line = first; line <= last; line += 1) marked.add(line);
  }
  return lines
    .filter((_, line) => !marked.has(line))
    .join("\n")
    .trim();
}

export function looksLikeInjection(text: string): boolean {
  return removeInjections(text) !== text;
}
