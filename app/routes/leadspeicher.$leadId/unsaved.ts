import { useBlocker } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";

const QUESTION = "Was Sie eingegeben haben, ist noch nicht gespeichert. Trotzdem verlassen?";

function isWatched(target: EventTarget): boolean {
  return target instanceof Element && target.closest("form[data-unsaved]") !== null;
}

/**
 * Asks before a page is left whose forms (those with `data-unsaved`) hold something that was not sent.
 *
 * @param isElsewhere whether something besides these forms would be lost
 * @returns handlers for an element around the forms
 */
export function useUnsavedQuestion(isElsewhere: boolean) {
  const [isTyped, setIsTyped] = useState(false);
  const isUnsaved = isTyped || isElsewhere;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(QUESTION)) {
      setIsTyped(false);
      blocker.proceed();
    } else {
      blocker.reset();
    }
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
  return {
    onInput: (event: FormEvent) => {
      if (isWatched(event.target)) setIsTyped(true);
    },
    onSubmit: (event: FormEvent) => {
      if (isWatched(event.target)) setIsTyped(false);
    },
  };
}

/** The stored value, but not a newer one while somebody types: that meets them when they save. */
export function useShownValue<T>(stored: T, isTyping: boolean): T {
  const [shown, setShown] = useState(stored);
  const text = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared by their text
  useEffect(() => {
    if (!isTyping) setShown(stored);
  }, [text, isTyping]);
  return shown;
}
