/** Users of screen readers or dictation may need the keys and turn ours off. */
const STORAGE_KEY = "tastenkuerzel";
const OFF = "aus";

/** Stores `isOn` if given. @returns whether the keys are on; true if the browser forbids storage */
export function areKeysOn(isOn?: boolean): boolean {
  try {
    if (isOn !== undefined) localStorage.setItem(STORAGE_KEY, isOn ? "an" : OFF);
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}

const TEXT = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]';
export const takesText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(TEXT);

export function currentRow(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("tr[data-row]");
  const open = document.querySelector<HTMLElement>('tr[data-row][aria-current="true"]');
  return focused ?? open ?? undefined;
}

export const rowLink = (row?: HTMLElement) =>
  row?.querySelector<HTMLAnchorElement>('a[data-key="open"]');

/** Focuses the row `step` below. The focus is the cursor: Enter, Tab and screen readers continue from it. */
export function moveFocus(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row]")];
  const current = currentRow();
  const index = current === undefined ? 0 : rows.indexOf(current) + step;
  const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
  rowLink(next)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return next;
}

/** Takes the focus from a form of the panel to the lead's row; where none is shown, to the panel's heading. */
export function focusLead(): void {
  const link = rowLink(currentRow());
  const place = link?.checkVisibility() ? link : document.querySelector<HTMLElement>("section h1");
  place?.focus({ preventScroll: true });
}

export const LEAD_KEYS = ["f", "c", "a", "t", "n", "m", "e", "w", "z", "b"];
/** Its button is always hidden. */
export const UNDO_KEY = "Strg Z";

const VISIBLE = { checkVisibilityCSS: true };
const menuOf = (target?: HTMLElement) => target?.closest("details.menu");

export function targetOf(key: string): HTMLElement | undefined {
  const row = currentRow();
  const isOpen = row === undefined || !LEAD_KEYS.includes(key) || row.ariaCurrent === "true";
  const rest = isOpen ? ":not(tr *)" : ":not(*)";
  const found = [".selection-bar *", `tr[data-row="${row?.dataset.row}"] *`, rest].flatMap(
    (place) => [...document.querySelectorAll<HTMLElement>(`${place}[data-key="${key}"]`)],
  );
  return found.find((one) => key === UNDO_KEY || (menuOf(one) ?? one).checkVisibility(VISIBLE));
}

/** Clicks a button or link, or focuses a field. In a menu, which it opens, it focuses both. */
export function press(target: HTMLElement | undefined): void {
  const menu = menuOf(target);
  menu?.setAttribute("open", "");
  if (menu || takesText(target ?? null)) target?.focus();
  else target?.click();
}
