import { useLocation, useNavigate } from "@remix-run/react";
import { Keyboard, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Key of the browser's storage. A screen reader or dictation may need the keys itself. */
const STORED = "tastenkuerzel";
const OFF = "aus";

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== OFF;
  } catch {
    // Storage can be forbidden; the keys then are as they are for everybody.
    return true;
  }
}

function setKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, OFF);
  } catch {
    // Nothing to remember it by.
  }
}

const CLOSE = "Escape";
const NO_TEXT = ["checkbox", "radio", "button", "submit", "reset"];

/** The focused element takes letters. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("tr[data-row]")];
}

/** The row that has the focus, else the one whose lead is open. */
function currentRow(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>("tr[data-row]");
  return focused ?? document.querySelector<HTMLElement>('tr[data-row][aria-current="true"]');
}

function linkOf(row: HTMLElement | null): HTMLAnchorElement | null {
  return row?.querySelector<HTMLAnchorElement>('a[data-key="open"]') ?? null;
}

/** Puts the focus on the next row that way. The focus is the cursor: Enter, Tab and a screen reader go on from it. */
function move(step: 1 | -1): void {
  const all = rows();
  const current = currentRow();
  const index = current === null ? -1 : all.indexOf(current);
  const next = index < 0 ? all[0] : all[Math.min(all.length - 1, Math.max(0, index + step))];
  if (next === undefined) return;
  linkOf(next)?.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function press(selector: string): void {
  currentRow()?.querySelector<HTMLElement>(selector)?.click();
}

function focusNotes(): boolean {
  const notes = document.querySelector<HTMLElement>("textarea#notizen");
  notes?.focus();
  return notes !== null;
}

/** Single keys for working through the list, but never while something is typed or a dialog is open. */
function useListKeys(showHelp: () => void): void {
  const navigate = useNavigate();
  const { hash, key: visit } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit that leads to the notes puts the focus there
  useEffect(() => {
    if (hash === "#notizen") focusNotes();
  }, [hash, visit]);

  useEffect(() => {
    const goToNotes = () => {
      const row = currentRow();
      const isOther = row !== null && row.getAttribute("aria-current") !== "true";
      if (!isOther && focusNotes()) return;
      const link = linkOf(row);
      if (link !== null) navigate(`${link.pathname}${link.search}#notizen`);
    };
    const actions: Record<string, () => void> = {
      "/": () => document.querySelector<HTMLInputElement>("input#q")?.select(),
      j: () => move(1),
      k: () => move(-1),
      x: () => press('input[name="id"]'),
      f: () => press('button[data-key="f"]'),
      c: () => press('button[data-key="c"]'),
      o: () => press('a[data-key="open"]'),
      e: goToNotes,
      "?": showHelp,
      [CLOSE]: () => document.querySelector<HTMLElement>('a[data-key="close"]')?.click(),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      // A key held down moves on, but must not switch something on and off.
      if (event.repeat && event.key !== "j" && event.key !== "k") return;
      if (!Object.hasOwn(actions, event.key) || !areKeysOn() || takesText(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, showHelp]);
}

const KEYS = [
  { keys: ["/"], text: "Suchfeld" },
  { keys: ["j", "k"], text: "Nächste und vorige Zeile" },
  { keys: ["x"], text: "Zeile auswählen" },
  { keys: ["o", "Enter"], text: "Lead öffnen" },
  { keys: ["e"], text: "Notizen des Leads" },
  { keys: ["f"], text: "Favorit" },
  { keys: ["c"], text: "Kontaktiert" },
  { keys: ["?"], text: "Diese Übersicht" },
  { keys: ["Esc"], text: "Schließen" },
];

/** The keys of the list, and the button that shows them. There are none without JavaScript. */
export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setAsked] = useState(false);
  const show = useCallback(() => {
    // Filled before it opens, so that the focus finds its button.
    flushSync(() => setAsked(true));
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  const [isOn, setIsOn] = useState(true);
  useListKeys(show);
  useEffect(() => setIsOn(areKeysOn()), []);
  return (
    <div className="only-js mt-3 flex justify-end [@media(hover:none)]:hidden">
      <button type="button" className="tab" onClick={show}>
        <Keyboard size={16} aria-hidden />
        Tastenkürzel
      </button>
      <dialog
        ref={dialog}
        className="m-auto max-h-[calc(100dvh-32px)] w-[400px] max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-edge bg-surface px-5 py-4 text-text shadow-[0_4px_16px_rgb(0_0_0/18%)] backdrop:bg-black/40"
        aria-labelledby="tasten-titel"
      >
        {isAsked ? (
          <>
            <div className="flex items-center justify-between gap-4">
              <h2 id="tasten-titel">Tastenkürzel</h2>
              <button type="button" className="icon-button" aria-label="Schließen" onClick={close}>
                <X size={16} aria-hidden />
              </button>
            </div>
            <dl className="mt-2">
              {KEYS.map(({ keys, text }) => (
                <div
                  key={text}
                  className="flex min-h-8 items-center justify-between gap-4 border-line border-b"
                >
                  <dt>{text}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
            <label className="choice -mx-2 mt-2 -mb-1 cursor-pointer rounded-[4px] px-2 hover:bg-sunken">
              <input
                type="checkbox"
                checked={isOn}
                onChange={({ target }) => {
                  setKeysOn(target.checked);
                  setIsOn(target.checked);
                }}
              />
              Tastenkürzel verwenden
            </label>
          </>
        ) : null}
      </dialog>
    </div>
  );
}
