import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./finding";
import { listFiles } from "./source-files";

/** Texts that stand in server code alone, by the file that holds each. */
export const SERVER_MARKS: Readonly<Record<string, string>> = {
  "db/client.ts": "leadspeicher-server-code",
  "app/env.server.ts": "leadspeicher-environment",
};
const SERVER_PACKAGES = ["better-sqlite3"];

/** Server code and source maps among the files that a browser may load. */
export function findPublicLeaks(files: ReadonlyMap<string, string>): Finding[] {
  if (files.size === 0) return [{ path: "public/build", message: "is empty: nothing was built" }];
  const forbidden = [...Object.values(SERVER_MARKS), ...SERVER_PACKAGES];
  return [...files].flatMap(([path, text]) => {
    const texts = forbidden.filter((mark) => text.includes(mark));
    const leaks = texts.map((mark) => ({ path, message: `server code ("${mark}")` }));
    return path.endsWith(".map") ? [...leaks, { path, message: "a source map" }] : leaks;
  });
}

/** Marks that are gone from their file, without which the search for them finds nothing. */
export function findLostMarks(sources: ReadonlyMap<string, string>): Finding[] {
  return Object.entries(SERVER_MARKS).flatMap(([path, mark]) =>
    sources.get(path)?.includes(mark) ? [] : [{ path, message: `has lost its mark "${mark}"` }],
  );
}

export function readPublicBuild(root: string): Map<string, string> {
  const paths = listFiles(root, "public/build");
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "latin1")]));
}
