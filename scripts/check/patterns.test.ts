import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSync } from "recheck";
import ts from "typescript";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isTest, lineOf, readSources, walk } from "./source-files";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const sources = readSources(ROOT);
/** The demo's providers read what this product sends, and no stranger's text. */
const CODE = /^(?:app|db|scripts(?!\/demo-providers))\/.*\.tsx?$/;

interface Pattern {
  place: string;
  regex: RegExp;
}

/** Patterns as they stand in the code, and the places where one is put together. */
function writtenPatterns(): { patterns: Pattern[]; made: string[] } {
  const patterns: Pattern[] = [];
  const made: string[] = [];
  for (const path of sources.files.keys()) {
    if (!CODE.test(path) || isTest(path)) continue;
    walk(sources.syntaxOf(path), (node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        patterns.push({ place: `${path}:${lineOf(node)}`, regex });
      } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        if (node.expression.getText() === "RegExp") made.push(path);
      }
    });
  }
  return { patterns, made };
}

/** What a file puts together while it is loaded; a pattern that is made of what comes later could be anything. */
async function madePatterns(path: string): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const recording = new Proxy(RegExp, {
    construct(target, [source, flags]: [string, string?]) {
      const regex = new target(source, flags);
      const caller = new Error().stack?.split("\n").find((line) => line.includes(path));
      if (caller !== undefined) patterns.push({ place: path, regex });
      return regex;
    },
  });
  vi.stubGlobal("RegExp", recording);
  await import(join(ROOT, path));
  vi.unstubAllGlobals();
  return patterns;
}

const { patterns, made } = writtenPatterns();

beforeEach(() => {
  // Neither Java nor a program of its own: the same judgement on every machine.
  vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/**
 * A tenth of the usual search, which finds the same in our patterns; what it cannot prove is run
 * below. It ends by counted steps alone: by time, a busy machine would judge otherwise.
 */
const SEARCH = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  maxIteration: 2,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 30,
  mutationSize: 15,
  crossoverSize: 8,
};

/** Null where the time grows with the length of the text alone; else what it grows with. */
function judge({ source, flags }: RegExp): string | null {
  const verdict = checkSync(source, flags, SEARCH);
  if (verdict.status === "safe") return null;
  return verdict.status === "vulnerable"
    ? `${verdict.complexity.summary}: ${verdict.attack.pattern}`
    : `not judged: ${verdict.error.kind}`;
}

const LENGTH = 50_000;
const LIMIT_MS = 50;
/** Ends a text so that hardly any pattern matches to the end. */
const UNFIT = "\n\u0000";

const fill = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

/** What roughly matches a pattern: its own letters, and for each class and escape one of its characters. */
function likeness(source: string): string {
  return source
    .replace(/\(\?(?:[:=!]|<[=!])/g, "(")
    .replace(/\[\^[^\]]*\]/g, "x")
    .replace(/\[\\?([^\]])[^\]]*\]/g, "$1")
    .replace(/\\p\{Lu\}/g, "A")
    .replace(/\\p\{[^}]*\}|\\w/g, "a")
    .replace(/\\s/g, " ")
    .replace(/\\d/g, "1")
    .replace(/\\[bBSWD]|\{[\d,]*\}|[*+?^$]/g, "")
    .replace(/\\(.)/g, "$1");
}

/** At least five texts of 50,000 characters made to keep a pattern busy. */
function hostileTexts({ source }: RegExp): string[] {
  const whole = likeness(source);
  const words = [...new Set([whole, ...whole.split(/[|()]+/)])].filter((word) => word !== "");
  const signs = [...new Set([" ", "a", "A", "0", "\t", ".", ...whole.replace(/[|()]/g, "")])];
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 8);
  return [
    ...signs.slice(0, 24).map(fill),
    ...longest.map(fill),
    ...longest.map((word) => fill(`${word} `)),
    ...longest.slice(0, 3).map((word) => `${word.slice(0, 40)}${fill(" ")}`),
  ].map((text) => text.slice(0, LENGTH - UNFIT.length) + UNFIT);
}

/** Milliseconds, the best of some runs: the machine may be busy with other things. */
function timeOf(regex: RegExp, text: string, runs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= LIMIT_MS; run += 1) {
    const started = performance.now();
    text.replace(regex, "");
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

/** The beginning of a text that keeps the pattern busy for too long; undefined where none does. */
function slowText(regex: RegExp, runs = 3): string | undefined {
  const slow = hostileTexts(regex).find((text) => timeOf(regex, text, runs) >= LIMIT_MS);
  return slow?.slice(0, 40);
}

test("finds the patterns of the code, written and made", async () => {
  expect(patterns.length).toBeGreaterThan(200);
  for (const path of new Set(made)) {
    const found = await madePatterns(path);
    expect(found.length, path).toBe(made.filter((other) => other === path).length);
    patterns.push(...found);
  }
});

test("no pattern takes longer than in proportion to its text", () => {
  const judged = new Map<string, string | null>();
  const faults = patterns.flatMap(({ place, regex }) => {
    const known = judged.get(String(regex));
    const fault = known === undefined ? judge(regex) : known;
    judged.set(String(regex), fault);
    return fault === null ? [] : [`${place} ${regex} ${fault}`];
  });
  expect(faults).toEqual([]);
}, 120_000);

test("no hostile text of 50,000 characters keeps a pattern busy for 50 ms", () => {
  const slow = patterns.flatMap(({ place, regex }) => {
    const text = slowText(regex);
    return text === undefined ? [] : [`${place} ${regex} by ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
}, 60_000);

test("the usual pattern for email addresses is refused by both", () => {
  const usual = /[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}/;
  expect(judge(usual)).toMatch(/^2nd degree polynomial/);
  expect(slowText(usual, 1)).toBeDefined();
});
