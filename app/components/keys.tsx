import { useLocation, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import {
  areKeysOn,
  currentRow,
  LEAD_KEYS,
  moveFocus,
  press,
  rowLink,
  takesText,
  targetOf,
  UNDO_KEY,
} from "./key-targets";

const Palette = lazy(() => import("./palette"));

const PAGES: Record<string, string> = { s: "/suche", l: "/leadspeicher", k: "/kampagnen" };
/** Milliseconds until the panel follows the cursor, and in which „g“ takes its second key. */
const [WALK_MS, GO_MS] = [150, 1_500];

/** Handles `Strg+K`, and single keys except while typing or in a dialog. */
function useKeys(show: (isHelp: boolean) => void): void {
  const navigate = useNavigate();
  const { hash, key: visit } = useLocation();
  const waiting = useRef({ key: "", lead: "", goAt: 0, walk: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit may bring the target of a waiting key
  useEffect(() => {
    const { key, lead } = waiting.current;
    waiting.current.key = "";
    const { row = lead } = currentRow()?.dataset ?? {};
    // Another lead may have been opened meanwhile.
    if (key !== "" && row !== lead) return;
    if (key !== "") press(targetOf(key));
    else if (hash === "#notizen") document.querySelector<HTMLElement>("#notizen")?.focus();
  }, [hash, visit]);

  useEffect(() => {
    const open = (row: HTMLElement | undefined, replace = false) => {
      const link = rowLink(row);
      if (link) navigate(`${link.pathname}${link.search}`, { preventScrollReset: true, replace });
    };
    const walk = (step: 1 | -1) => {
      const next = moveFocus(step);
      window.clearTimeout(waiting.current.walk);
      if (targetOf("close")) waiting.current.walk = window.setTimeout(open, WALK_MS, next, true);
    };
    const tick = (shiftKey: boolean) => {
      const click = new MouseEvent("click", { bubbles: true, shiftKey });
      currentRow()?.querySelector("input.row-check")?.dispatchEvent(click);
    };
    const actions = new Map<string, () => unknown>([
      ["/", () => document.querySelector<HTMLInputElement>("input#q")?.select()],
      ["j", () => walk(1)],
      ["k", () => walk(-1)],
      ["J", () => [walk(1), tick(true)]],
      ["K", () => [walk(-1), tick(true)]],
      ["x", () => tick(false)],
      ["X", () => tick(true)],
      ["o", () => open(currentRow())],
      ["g", () => Object.assign(waiting.current, { goAt: Date.now() })],
      ["?", () => show(true)],
      ["Escape", () => press(targetOf("close"))],
    ]);
    const pressOfLead = (key: string) => {
      const target = targetOf(key);
      press(target);
      const row = currentRow();
      if (target !== undefined || row === undefined || row.ariaCurrent === "true") return;
      Object.assign(waiting.current, { key, lead: row.dataset.row });
      open(row);
    };
    for (const key of LEAD_KEYS) actions.set(key, () => pressOfLead(key));
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.altKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]") !== null) return;
      // What is typed before the panel is there must not act on the list.
      if (waiting.current.key !== "") return;
      if (key === "Escape" && takesText(target)) return target.blur();
      const undo = isCommand && key === "z" ? targetOf(UNDO_KEY) : undefined;
      let act = isCommand ? undo && (() => press(undo)) : actions.get(key);
      const page = Date.now() - waiting.current.goAt < GO_MS ? PAGES[key] : undefined;
      waiting.current.goAt = 0;
      if (page !== undefined && !isCommand) act = () => navigate(page);
      if (isCommand && key === "k") act = () => show(false);
      else if (takesText(target) || !(isCommand || areKeysOn())) return;
      // A held key moves on, but must not toggle anything repeatedly.
      if (act === undefined || (repeat && !/^[jk]$/i.test(key))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, show]);
}

export function Keys({ pages }: { pages: readonly { to: string; label: string }[] }) {
  const [isHelp, setHelp] = useState<boolean | null>(null);
  useKeys(setHelp);
  return (
    <div className="only-js">
      <button
        type="button"
        className="flex min-h-8 w-full max-md:hidden cursor-pointer items-center gap-2 rounded-md px-2 text-[13px] text-muted hover:bg-sunken"
        onClick={() => setHelp(false)}
      >
        <Search size={16} aria-hidden />
        Alles finden
        <kbd className="ml-auto">Strg K</kbd>
      </button>
      {isHelp === null ? null : (
        <Suspense>
          <Palette isHelp={isHelp} pages={pages} onClose={() => setHelp(null)} />
        </Suspense>
      )}
    </div>
  );
}
