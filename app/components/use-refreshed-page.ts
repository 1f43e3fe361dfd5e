import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Loads the page's data anew every few seconds while something on it runs and somebody can see it. */
export function useRefreshedPage(isRunning: boolean, everyMs = 3_000): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs, revalidate, state]);
}
