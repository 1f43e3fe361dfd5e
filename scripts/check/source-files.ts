import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Texts by path; paths are relative to the root of the repository, with `/`. */
export type SourceFiles = ReadonlyMap<string, string>;

/** The files of a repository and their syntax trees, each parsed once. */
export interface Sources {
  files: SourceFiles;
  syntaxOf(path: string): ts.SourceFile;
}

const FOLDERS = ["app", "db", "scripts", "tests"];
const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
const CONFIG = /^[\w.]+\.config\.[cm]?[jt]s$/;
const TEST = /(?:^tests\/|\.(?:test|spec)\.[cm]?[jt]sx?$)/;

/** Tests and what only they use, wherever it lies. */
export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** A configuration file of a tool, which lies at the top. */
export function isConfig(path: string): boolean {
  return CONFIG.test(path);
}

export function readSources(root: string): Sources {
  const paths = FOLDERS.flatMap((folder) => listFiles(root, folder));
  const configs = readdirSync(root).filter(isConfig);
  const code = [...paths, ...configs].filter((path) => CODE.test(path));
  return sourcesOf(new Map(code.map((path) => [path, readFileSync(join(root, path), "utf8")])));
}

export function sourcesOf(files: SourceFiles): Sources {
  const parsed = new Map<string, ts.SourceFile>();
  const parse = (path: string) => {
    const text = files.get(path) ?? "";
    return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  };
  return {
    files,
    syntaxOf(path) {
      const syntax = parsed.get(path) ?? parse(path);
      parsed.set(path, syntax);
      return syntax;
    },
  };
}

/** Every file below `folder`, as paths relative to `root`; none when there is no such folder. */
export function listFiles(root: string, folder: string): string[] {
  if (!statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
}

export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Calls `visit` with `node` and everything inside it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
