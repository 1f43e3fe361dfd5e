import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Reloads the data of a visible page; with `hasTitle` also of a hidden one, whose tab shows the progress. */
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
