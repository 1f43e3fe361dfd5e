/**
 * Makes what runs one task in each turn of the event loop: of hundreds of requests that come in one moment, as when a job
 * ends that many pages follow, all would be answered before the next one is even read.
 */
export function oneEachTurn(): (task: () => void) => void {
  const waiting: (() => void)[] = [];
  const run = () => {
    const task = waiting.shift();
    if (waiting.length > 0) setImmediate(run);
    task?.();
  };
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(run);
  };
}
