import { useEffect, useState } from "react";

/** The time, every second while `isRunning`; null before the page is alive, so that server and browser agree. */
export function useNow(isRunning: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
