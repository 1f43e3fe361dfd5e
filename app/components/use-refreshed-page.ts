import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Loads the page's data anew every few seconds while something on it runs and the page is visible.
 *
 * @param hasTitle the browser's tab says how far it is, which is seen while the page is not
 */
export function useRefreshedPage(isRunning: boolean, everyMs = 3_000, hasTitle = false): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setInterval(() => {
      if (hasTitle || document.visibilityState === "visible") revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs, hasTitle, revalidate, state]);
}
