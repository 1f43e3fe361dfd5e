import { foldText } from "~db/fold";
import { shortLine } from "../../text/clean-text";
import words from "./ad-objection-words.json";

/** Characters and mentions; the stock sentence has about 230, and a longer line is no sentence. */
const [MAX_SENTENCE, MAX_LINE] = [500, 1_500] as const;
const [MAX_HEADING, MAX_RULE, MAX_ANSWER, MAX_MENTIONS] = [90, 80, 40, 200] as const;

const LISTS: Record<string, readonly string[]> = words;
/** „*“ is the rest of a word, „~“ up to twelve words, „…“ up to five, „{not}“ that list. */
function sourceOf(list: string, edge = "[^ ]*"): string {
  const phrases = (LISTS[list] ?? []).flatMap((row) => row.split(", "));
  const sources = phrases.map((phrase) => {
    const [, isPart, inner = "", isOpen] = /^(\*?)(.*?)(\*?)$/.exec(phrase) ?? [];
    const source = foldText(inner)
      .replaceAll("*", "[^ ]*")
      .replaceAll(" ~", "(?: [^ ]+){0,12}")
      .replaceAll(" …", "(?: [^ ]+){0,5}")
      .replace(/\{(\w+)\}/g, (_, name: string) => sourceOf(name));
    return `${isPart ? edge : "\\b"}(?:${source})${isOpen ? edge : "\\b"}`;
  });
  return `(?:${sources.join("|")})`;
}
const PATTERNS = new Map(Object.keys(words).map((list) => [list, new RegExp(sourceOf(list, ""))]));
const has = (text: string, list: keyof typeof words) => PATTERNS.get(list)?.test(text) ?? false;

/** A small „ihrer“ is the operator's: „Die Firma widerspricht der Nutzung ihrer Daten.“ */
const plain = (text: string) =>
  foldText(text.replace(/\bihr(?=e)/g, "d"))
    .replace(/(?<=[a-z])[-‐‑–/](?=[a-z])/g, "")
    .replace(/[^a-z0-9§]+/g, " ")
    .replaceAll("wiedersp", "widersp")
    .trim();

const QUOTED = /[„“"»«](?<=\w[\s:]{1,2}.)[^„“”"»«]{0,300}[“”"«»]/g;
/** „* keine Werbung“ in the Swiss telephone book, „(keine Werbung)“ behind a number. */
const STAR =
  /(?:(?:\*|stern)[^.]{0,16}|(?:^|\d\d|@\S{1,60}|kontakt) ?[(,–-] ?(?:bitte )?)(?:kein\w*|nicht für) (?:\S{1,30} )?(?:werb|reklame)/i;
const CRY = /(?<!spam)!$|(?:bitte|please)\W*$/i;

function isAboutAdvertising(text: string): boolean {
  if (has(text, "advertising") || has(text, "unaskedmail")) return true;
  return has(text, "trade") && has(text, "addresses");
}

function refuses(text: string, isOwn: boolean): boolean {
  const isUnasked = has(text, "unaskedmail");
  const isSent = isOwn || isUnasked || has(text, "contact");
  const isPromise = has(text, "promises");
  const isAimed = isOwn || has(text, "unasked") || (isSent && !has(text, "purposes"));
  if (has(text, "threatens") && isAimed && !isPromise) return true;
  if (has(text, "supposes")) return false;
  if (has(text, "objects")) return true;
  if (isPromise) return isOwn && (has(text, "declines") || has(text, "forbids"));
  if (has(text, "declines") && (isSent || !has(text, "elsewhere"))) return true;
  const isPlain = !has(text, "placed");
  if (has(text, "forbids") && (isSent || (isPlain && text.length <= MAX_RULE))) return true;
  if (has(text, "discards") && (isUnasked || (isPlain && has(text, "adsfirst")))) return true;
  return (isOwn && has(text, "notforadvertising")) || (isSent && has(text, "notices"));
}

function objects(sentence: string, around: readonly string[]): boolean {
  const text = plain(sentence.replace(QUOTED, " "));
  if (!isAboutAdvertising(text) || /[☐□❏]|\[ ?\]|\?$/.test(sentence)) return false;
  const isClear = has(text, "advertising");
  if (isClear && has(text, "asserts")) return true;
  const isOwn = has(text, "own");
  const isShort = text.length <= MAX_RULE && has(text, "notices");
  const isCry = isShort && CRY.test(sentence) && !has(text, "elsewhere");
  if (!isCry && !STAR.test(sentence) && !refuses(text, isOwn)) return false;
  if (has(text, "permits") || (!(isOwn && isClear) && has(text, "others"))) return false;
  if (has(text, "readers") && !(isOwn && isClear && has(text, "performs"))) return false;
  const context = plain([...around, sentence].join(" "));
  if (!isOwn && (has(context, "scenes") || (isShort && has(context, "offers")))) return false;
  return !has(context, "samples");
}

/** A wrapped line goes on in the next one; a heading is short. */
const WRAPPED = /\n(?:(?<=[^\n]{60}[^.!?:\n]\n|\s\p{Ll}{2,3}\n)|(?<![.!?:\n]\n)(?=\p{Ll}))/gu;
const GLUED = /[.!?](?=\p{Lu}\p{Ll}{2})(?<=\p{Ll}{3}.)/gu;
const SENTENCE_END =
  /\n|\s(?:(?<=(?:\p{L}{2}|\d{4}|[)%“”"»])[.!?]["“”)]?\s)(?<!\b(?:gem|bzw|ggf|inkl|evtl|Art|Abs|Nr|Dr|St|Co|Ing|Mag|med|Inh|Str|ca|Hr|Fr|Tel|lt|sog|insb|vgl|Prof|Dipl)\.\s)(?=[\p{Lu}„"§*])(?!(?<=\?\s)Nein,? ?danke)|[|•·]\s)/u;

/** A heading or a sentence that the next one refuses: „Dies ist untersagt.“ */
function goesOn(first: string, second: string): boolean {
  const [lead, text] = [plain(first), plain(second)];
  if (lead === "" || text === "" || has(lead, "weakheadings")) return false;
  if (/:$/.test(first) || (text.length <= MAX_ANSWER && has(text, "answers"))) return true;
  if (!/[.!?]$/.test(first)) return first.length <= MAX_HEADING;
  return !/\?$/.test(first) && (has(text.slice(0, 50), "refers") || /\bsie\b/.test(second));
}

function findIn(text: string): string | null {
  const sentences = text.split(SENTENCE_END).map((one) => one.trim().slice(0, MAX_LINE));
  const mentions: number[] = [];
  for (const [at, one] of sentences.entries())
    if (mentions.length < MAX_MENTIONS && isAboutAdvertising(plain(one))) mentions.push(at);
  const pairs = mentions.flatMap((at) => [at - 1, at]).map((at) => [at, at + 1]);
  for (const [at = 0, next] of [...mentions.map((at) => [at]), ...pairs]) {
    const [first = "", second = ""] = [sentences[at], sentences[next ?? -1]];
    if (next !== undefined && !goesOn(first, second)) continue;
    const sentence = `${first} ${second}`.trim();
    if (objects(sentence, sentences.slice(Math.max(0, at - 2), at + 3)))
      return shortLine(sentence, MAX_SENTENCE);
  }
  return null;
}

/**
 * @param lines a page's text as shown
 * @returns the sentence with which the page's operator objects to advertising; null without one
 */
export function findAdObjection(lines: readonly string[]): string | null {
  const text = lines
    .join("\n")
    .replace(/-\n(?=\p{Ll})/gu, "-")
    .replace(GLUED, "$&\n");
  const joined = text.replace(WRAPPED, " ");
  return findIn(joined) ?? (joined === text ? null : findIn(text));
}
