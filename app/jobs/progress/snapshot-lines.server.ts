import type { ChainedSnapshot, ResultView } from "./job-snapshot";

/** The line of a state, by its results: those that follow the same job are told the same ones. */
const known = new WeakMap<readonly ResultView[], Uint8Array>();

function lineOf({ next, ...snapshot }: ChainedSnapshot): Uint8Array {
  const line = known.get(snapshot.results) ?? Buffer.from(`${JSON.stringify(snapshot)}\n`);
  known.set(snapshot.results, line);
  return line;
}

/**
 * Answers the states of a job, each as a line of JSON as soon as it is there. The framework's own way would write, and
 * keep as long as the answer lasts, every value anew for each page; packed, each would hold a window of megabytes.
 */
export function linesOf(chain: ChainedSnapshot): Response {
  let next: Promise<ChainedSnapshot> | ChainedSnapshot | null = chain;
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const link: ChainedSnapshot | null = await next;
      if (link === null) return controller.close();
      controller.enqueue(lineOf(link));
      next = link.next;
    },
  });
  return new Response(lines, { headers: { "content-type": "application/x-ndjson" } });
}
