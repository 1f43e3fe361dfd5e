import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Pause between two looks, in milliseconds. */
const EVERY_MS = 3_000;

/** Loads the page's data anew every few seconds while something on it runs and somebody can see it. */
export function useRefreshedPage(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate, state]);
}
