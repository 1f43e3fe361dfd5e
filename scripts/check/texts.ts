import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface Finding {
  path: string;
  /** From 1; absent when the finding is about the whole file. */
  line?: number;
  message: string;
}

export type Texts = ReadonlyMap<string, string>;

export function readTexts(root: string, ...folders: string[]): Texts {
  const entries = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path, "utf8")]));
}

const CODE = /^(?!scripts\/check\/).*\.[cm]?[jt]sx?$/;
const TEST = /^tests\/|^scripts\/bench\/|\.test\.[cm]?[jt]sx?$/;
const BANNED: readonly (readonly [text: RegExp, message: string])[] = [
  // Node 20 gives wrong results for umlauts after some thousand calls.
  [/\bURL\.canParse\(/, "addresses are parsed by app/text/parse-url.ts"],
  [/\bmethod="(?:put|patch|delete)"/i, "without JavaScript a form is sent with get or post"],
  [/\bfrom "(?:~tests|(?:\.\.\/)+tests)\//, "what belongs to the tests is used by tests alone"],
];
const EMPTY_NAME = /(?:^|\/)(?:utils|helpers|common|services|managers|misc)\//;

/** Finds banned lines of code, and folders with a name that fits any content. */
export function findTextBreaches(files: Texts): Finding[] {
  return [...files].flatMap(([path, text]) => {
    if (!CODE.test(path) || TEST.test(path)) return [];
    const findings = text.split("\n").flatMap((code, index) => {
      const breaches = BANNED.filter(([banned]) => banned.test(code));
      return breaches.map(([, message]) => ({ path, line: index + 1, message }));
    });
    const message = "this folder's name says nothing: name the subject";
    return EMPTY_NAME.test(path) ? [...findings, { path, message }] : findings;
  });
}

/** Texts that occur in server code only, by file. */
export const SERVER_MARKS: Readonly<Record<string, string>> = {
  "db/client.ts": "leadspeicher-server-code",
  "app/env.server.ts": "leadspeicher-environment",
};

/** Finds server code, schemas („_zod“) and source maps in public files, and marks missing from their file. */
export function findPublicLeaks(sources: Texts, files: Texts): Finding[] {
  const marks = Object.entries(SERVER_MARKS);
  const lost = marks
    .filter(([path, mark]) => !sources.get(path)?.includes(mark))
    .map(([path, mark]) => ({ path, message: `has lost its mark "${mark}"` }));
  if (files.size === 0) return [...lost, { path: "public/build", message: "nothing was built" }];
  const forbidden = [...Object.values(SERVER_MARKS), "better-sqlite3", "._zod"];
  const leaks = [...files].flatMap(([path, text]) => {
    const messages = forbidden
      .filter((mark) => text.includes(mark))
      .map((mark) => `server code ("${mark}")`);
    if (path.endsWith(".map")) messages.push("a source map");
    return messages.map((message) => ({ path, message }));
  });
  return [...lost, ...leaks];
}
