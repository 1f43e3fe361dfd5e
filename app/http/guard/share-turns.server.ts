interface Share {
  /** Milliseconds of one turn in which further tasks begin; the first always does. */
  budgetMs: number;
  /** Milliseconds until the next turn that has a share; 0 for each turn. */
  pauseMs: number;
}

/**
 * Makes what begins tasks one after the other, with a share of the event loop's turns: of hundreds of requests that come
 * in one moment, as when a job ends that many pages follow, all would be answered before the next one is even read.
 */
export function shareTurns({ budgetMs, pauseMs }: Share): (task: () => void) => void {
  const waiting: (() => void)[] = [];
  const begin = (until: number) => {
    waiting.shift()?.();
    if (waiting.length === 0) return;
    // A tick asked for by a promise comes when all promises have had their turn: what was begun has taken its time.
    queueMicrotask(() => process.nextTick(goOn, until));
  };
  const goOn = (until: number) => {
    if (performance.now() < until) begin(until);
    else if (pauseMs > 0) setTimeout(takeTurn, pauseMs);
    else setImmediate(takeTurn);
  };
  const takeTurn = () => begin(performance.now() + budgetMs);
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(takeTurn);
  };
}
