import { jsonrepair } from "jsonrepair";

/** Longer than any answer of use; bounds the work on what a broken model repeats without end. */
const MAX_TEXT = 100_000;
const MAX_VALUES = 20;
const BRACKET = /[{[]/;
/** Some servers cut the opening mark off. */
const THOUGHTS =
  /^[\s\S]*<\/(?:think|thinking|reasoning)>|<(?:think|thinking|reasoning)>[\s\S]*$/gi;
/** A German quotation that ends with a straight mark within a text: „so" */
const HALF_GERMAN = /„([^„“”"\n]{1,200})"(?!\s*(?:[}\]]|,\s*"[^"\n]{1,40}"\s*:))/g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text.replace(HALF_GERMAN, "„$1“")));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

const isWord = (value: unknown) => typeof value === "string" && /\p{L}{3}/u.test(value);

/** An object, or a list of some or of words: a bare number in brackets is a footnote. */
const isAnswer = (value: unknown) =>
  isObject(value) &&
  (!Array.isArray(value) || value.some((entry) => isObject(entry) || isWord(entry)));

/** Where the value that begins at an opening bracket ends, by counting brackets outside texts. */
function spanFrom(text: string, start: number): { end: number; isWhole: boolean } {
  let depth = 0;
  let isText = false;
  let lastComma = start;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += sign === "\\" ? 1 : 0;
    else if (sign === ",") lastComma = at;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth === 0) return { end: at + 1, isWhole: true };
  }
  return { end: isText ? lastComma : text.length, isWhole: false };
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** Mends what begins at a bracket: to the last bracket of the text, or, where it was cut off, to its last whole value. */
function readFrom(text: string, start: number): { value: unknown; end: number } {
  const { end, isWhole } = spanFrom(text, start);
  const part = text.slice(start, end);
  const strict = isWhole ? parse(part) : undefined;
  if (strict !== undefined) return { value: strict, end };
  const lastBracket = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  const mended = [part, text.slice(start, lastBracket + 1)].map(repair).filter(isAnswer);
  const [value] = mended.sort((one, other) => sizeOf(other) - sizeOf(one));
  if (value === undefined) return { value, end: isWhole ? end : start + 1 };
  return { value, end: isWhole ? end : text.length };
}

function valuesIn(text: string): unknown[] {
  const found: unknown[] = [];
  let start = text.search(BRACKET);
  for (let tries = 0; start !== -1 && tries < MAX_VALUES; tries += 1) {
    const { value, end } = readFrom(text, start);
    if (isAnswer(value)) found.push(value);
    const next = text.slice(end).search(BRACKET);
    start = next === -1 ? -1 : end + next;
  }
  return found;
}

/**
 * Reads the JSON out of what a model wrote: behind thoughts, in a code fence, among words, with commas too many, and up
 * to its last whole value where it was cut off. Of several values the last large one counts.
 *
 * @returns an object, or a list that holds some or words; undefined where there is none
 */
export function readJson(answer: string): unknown {
  const text = answer.slice(0, MAX_TEXT).replace(THOUGHTS, " ").trim();
  const whole = parse(text);
  if (typeof whole === "string") return readJson(whole);
  const values = isAnswer(whole) ? [whole] : valuesIn(text);
  const largest = Math.max(0, ...values.map(sizeOf));
  return values.findLast((value) => sizeOf(value) * 2 > largest);
}

const foldKey = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const MAX_DEPTH = 4;

/**
 * The object that holds most of some keys, whatever stands around it: a list, `{"result": …}`, a call of a function.
 * Its keys are as asked for: `company_type` is `companyType`.
 *
 * @param names further names of a key, such as German ones
 * @returns undefined where none of the keys stands anywhere
 */
export function findFields(
  value: unknown,
  names: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> | undefined {
  const keyOf = new Map(
    Object.entries(names).flatMap(([key, others]) =>
      [key, ...others].map((name) => [foldKey(name), key]),
    ),
  );
  // Keys by their right names, where an answer parts its fields: {"sales": {"score": …}}
  const parts: Record<string, unknown> = {};
  let [best, most]: [Record<string, unknown> | undefined, number] = [undefined, 0];
  const visit = (candidate: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof candidate === "string" && candidate.trimStart().startsWith("{")) {
      visit(readJson(candidate), depth + 1);
    }
    if (typeof candidate !== "object" || candidate === null) return;
    const fields: Record<string, unknown> = {};
    for (const [name, field] of Array.isArray(candidate) ? [] : Object.entries(candidate)) {
      const key = keyOf.get(foldKey(name));
      if (key !== undefined) fields[key] ??= field;
    }
    const count = Object.keys(fields).length;
    if (count > most) [best, most] = [fields, count];
    for (const [name, inner] of Object.entries(candidate)) {
      if (name in names) parts[name] ??= inner;
      visit(inner, depth + 1);
    }
  };
  visit(value, 0);
  return best === undefined ? undefined : Object.assign(parts, best);
}
