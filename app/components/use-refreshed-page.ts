import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Reloads a visible page's data; with `hasTitle` also a hidden page's, since its tab shows the progress. */
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
