/**
 * Waits for something no longer than a signal allows. The work itself goes on; nobody hears of its end.
 *
 * @throws the signal's reason
 */
export async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
