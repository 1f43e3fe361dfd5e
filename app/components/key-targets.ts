/** Key of the browser's storage. A screen reader or dictation may need the keys itself. */
const STORED = "tastenkuerzel";
const OFF = "aus";

/** Reads whether the keys are on, after it set that where it is given. Storage can be forbidden; then they are on. */
export function areKeysOn(isOn?: boolean): boolean {
  try {
    if (isOn !== undefined) localStorage.setItem(STORED, isOn ? "an" : OFF);
    return localStorage.getItem(STORED) !== OFF;
  } catch {
    return true;
  }
}

const TEXT = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]';
export const takesText = (target: EventTarget | null) =>
  target instanceof Element && target.matches(TEXT);

export function currentRow(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("tr[data-row]");
  const open = document.querySelector<HTMLElement>('tr[data-row][aria-current="true"]');
  return focused ?? open ?? undefined;
}

export const linkOf = (row?: HTMLElement) =>
  row?.querySelector<HTMLAnchorElement>('a[data-key="open"]');

/** Puts the focus on the next row that way. The focus is the cursor: Enter, Tab and a screen reader go on from it. */
export function move(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row]")];
  const current = currentRow();
  const index = current === undefined ? 0 : rows.indexOf(current) + step;
  const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
  linkOf(next)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return next;
}

export const OF_LEAD = ["f", "c", "a", "t", "n", "m", "e"];

const VISIBLE = { checkVisibilityCSS: true };
const menuOf = (target?: HTMLElement) => target?.closest("details.menu");

export function targetOf(key: string): HTMLElement | undefined {
  const row = currentRow();
  const isOpen = row === undefined || !OF_LEAD.includes(key) || row.ariaCurrent === "true";
  const rest = isOpen ? ":not(tr *)" : ":not(*)";
  const found = [".selection-bar *", `tr[data-row="${row?.dataset.row}"] *`, rest].flatMap(
    (place) => [...document.querySelectorAll<HTMLElement>(`${place}[data-key="${key}"]`)],
  );
  // Taking back has its button in a message alone; the key has one that is never seen.
  return found.find((one) => key === "z" || (menuOf(one) ?? one).checkVisibility(VISIBLE));
}

/** Presses a button or a link; a field gets the focus, where its menu is closed after that was opened. */
export function press(target: HTMLElement | undefined): void {
  menuOf(target)?.setAttribute("open", "");
  if (takesText(target ?? null)) target?.focus();
  else target?.click();
}
