import type { Finding } from "./finding";
import { importsOf } from "./imports";
import { isTest, type Sources } from "./source-files";

/** Circles of value imports in `app` and `db`, each named once, as the shortest way round. */
export function findImportCycles(sources: Sources): Finding[] {
  const graph = valueImports(sources);
  const reported = new Set<string>();
  const findings: Finding[] = [];
  for (const path of graph.keys()) {
    if (reported.has(path)) continue;
    const cycle = shortestCycle(graph, path);
    if (cycle === null) continue;
    for (const member of cycle) reported.add(member);
    findings.push({ path, message: `imports itself: ${[...cycle, path].join(" → ")}` });
  }
  return findings;
}

function valueImports(sources: Sources): Map<string, string[]> {
  const paths = [...sources.files.keys()].filter(
    (path) => /^(?:app|db)\//.test(path) && !isTest(path),
  );
  return new Map(
    paths.map((path) => {
      const values = importsOf(sources, path).filter(({ isType }) => !isType);
      return [path, values.map(({ to }) => to)];
    }),
  );
}

/** The files on the shortest way from `start` back to itself, without the second `start`; null if none. */
function shortestCycle(graph: Map<string, string[]>, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return wayTo(path, start, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(end: string, start: string, cameFrom: Map<string, string>): string[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    const previous = cameFrom.get(at);
    if (previous === undefined) break;
    at = previous;
    way.unshift(at);
  }
  return way;
}
