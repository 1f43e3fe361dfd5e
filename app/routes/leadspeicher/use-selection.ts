import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return form === null ? [] : [...form.querySelectorAll<HTMLInputElement>("input.row-check")];
}

/** Ticks, or unticks, all boxes from one to another as the second one is. */
function tickBetween(
  boxes: readonly HTMLInputElement[],
  first: HTMLInputElement | null,
  second: HTMLInputElement,
): void {
  const from = first === null ? -1 : boxes.indexOf(first);
  const to = boxes.indexOf(second);
  if (from < 0) return;
  for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    box.checked = second.checked;
  }
}

/**
 * What JavaScript adds to the checkboxes of a list: how many are ticked, ranges with the shift key, and all of the
 * page at once. The boxes themselves hold the selection, as they do without it.
 *
 * @param rows changes when other rows are shown
 */
export function useSelection(form: RefObject<HTMLFormElement | null>, rows: unknown) {
  const [count, setCount] = useState(0);
  const last = useRef<HTMLInputElement | null>(null);
  const recount = useCallback(() => {
    setCount(boxesOf(form.current).filter((box) => box.checked).length);
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other boxes
  useEffect(recount, [recount, rows]);

  useEffect(() => {
    const list = form.current;
    const onClick = (event: MouseEvent) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || !box.classList.contains("row-check")) return;
      if (event.shiftKey) tickBetween(boxesOf(list), last.current, box);
      last.current = box;
      recount();
    };
    list?.addEventListener("click", onClick);
    return () => list?.removeEventListener("click", onClick);
  }, [form, recount]);

  /** Ticks every row of the page, or none. */
  const selectPage = (isSelected: boolean) => {
    for (const box of boxesOf(form.current)) box.checked = isSelected;
    last.current = null;
    recount();
  };

  return { count, recount, selectPage };
}
