import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkSync } from "recheck";
import ts from "typescript";
import type { Finding } from "./texts";

/** Excludes the checks and the demo's providers, which read only the product's own texts. */
const CHECKED_FILES = /^(?!scripts\/(?:check|demo-providers)\/|tests\/).*(?<!\.test)\.tsx?$/;
/** Its patterns are joined from escaped names, so nothing in them repeats. */
const NAMES_ONLY = "app/outreach/known-texts.ts";
const CACHE = ".cache/safe-patterns.txt";

type Pattern = Finding & { regex: RegExp };

/** Judging a pattern takes up to seconds, so safe ones are cached by their text. */
export async function findSlowPatterns(
  root: string,
  files: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const { written, makers } = findPatterns(files);
  const made = await recordMadePatterns(root, makers);
  const cache = join(root, CACHE);
  const judge = judgeId(root);
  const [knownJudge, ...known] = existsSync(cache) ? readFileSync(cache, "utf8").split("\n") : [];
  const wasSafe = new Set(knownJudge === judge ? known : []);
  const safe = new Set<string>();
  const slow = [...written, ...made].flatMap(({ regex, ...place }) => {
    const text = String(regex);
    const fault = safe.has(text) || wasSafe.has(text) ? null : judgePattern(regex);
    if (fault !== null) return [{ ...place, message: `${text} ${fault}` }];
    safe.add(text);
    return [];
  });
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, [judge, ...safe].join("\n"));
  const unknown = makers.filter(
    ({ path, line }) => !made.some((pattern) => pattern.path === path && pattern.line === line),
  );
  return [...slow, ...unknown];
}

function findPatterns(files: ReadonlyMap<string, string>) {
  const written: Pattern[] = [];
  const makers: Finding[] = [];
  for (const [path, text] of files) {
    if (!CHECKED_FILES.test(path)) continue;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node) => {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        written.push({ path, line, message: "", regex });
      } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        const message = "a pattern is made while its file loads, so that it can be judged";
        if (node.expression.getText() === "RegExp" && path !== NAMES_ONLY) {
          makers.push({ path, line, message });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { written, makers };
}

/** Imports the files and records the patterns that the given lines construct. */
async function recordMadePatterns(root: string, makers: readonly Finding[]): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]: [string, string?]) {
      const regex = new target(source, flags);
      const caller = new Error().stack?.split("\n")[2] ?? "";
      const place = makers.find(({ path, line }) => caller.includes(`${path}:${line}:`));
      if (place !== undefined) patterns.push({ ...place, regex });
      return regex;
    },
  });
  for (const { path } of makers) await import(pathToFileURL(join(root, path)).href);
  globalThis.RegExp = original;
  return patterns;
}

function judgeId(root: string): string {
  const paths = ["scripts/check/patterns.ts", "node_modules/recheck/package.json"];
  const texts = paths.map((path) => readFileSync(join(root, path), "utf8"));
  return createHash("sha256").update(texts.join()).digest("hex");
}

/** Most proofs take milliseconds; a few would take minutes and much memory, and those patterns are tried instead. */
const PROOF = { checker: "automaton", timeout: 150 } as const;

/**
 * Null if the time grows linearly with the text; else its growth, or a text that keeps the pattern busy.
 * Patterns that can't be proved, such as those with lookaround, are tried with similar texts.
 */
export function judgePattern({ source, flags }: RegExp): string | null {
  // Without Java or a native program, every machine judges the same.
  process.env.RECHECK_SYNC_BACKEND = "pure";
  const proof = checkSync(source, flags, PROOF);
  if (proof.status === "safe") return null;
  if (proof.status === "vulnerable") {
    return `${proof.complexity.summary}: ${proof.attack.pattern}`;
  }
  const text = slowText(new RegExp(source, flags));
  return text === undefined ? null : `kept busy by ${JSON.stringify(text.slice(0, 40))}`;
}

const LENGTH = 30_000;
const LIMIT_MS = 50;
/** An ending that hardly any pattern matches. */
const UNMATCHED_END = "\n\u0000";

const fill = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

/** A rough match of a pattern: its own letters, and one character for each class and escape. */
function similarText(source: string): string {
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

/** A text of 30,000 characters that keeps the pattern busy for 50 ms, or undefined. */
export function slowText(regex: RegExp): string | undefined {
  const whole = similarText(regex.source);
  const words = [...new Set([whole, ...whole.split(/[|()]+/)])].filter((word) => word !== "");
  const signs = [...new Set([" ", "a", "A", "0", "\t", ".", ...whole.replace(/[|()]/g, "")])];
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 8);
  const texts = [
    ...signs.slice(0, 24).map(fill),
    ...longest.map(fill),
    ...longest.map((word) => fill(`${word} `)),
    ...longest.slice(0, 3).map((word) => `${word.slice(0, 40)}${fill(" ")}`),
  ].map((text) => text.slice(0, LENGTH - UNMATCHED_END.length) + UNMATCHED_END);
  return texts.find((text) => {
    const before = process.cpuUsage();
    text.replace(regex, "");
    return process.cpuUsage(before).user >= LIMIT_MS * 1_000;
  });
}
