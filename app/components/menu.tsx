import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { takesText } from "./key-targets";

/** The page's margins, in pixels. */
const EDGE = 24;
const NARROW_EDGE = 16;
const NARROW = 768;

/**
 * A `<details>`, so it works without JavaScript. With it, the panel also closes on Escape, on a press outside and after
 * a choice, shifts sideways to stay in the window, and focuses a text field that comes first. `foot` opens upwards.
 */
export function Menu({
  label,
  subject,
  icon,
  count = 0,
  isActive = count > 0,
  align = "start",
  isOpen,
  children,
}: {
  label: ReactNode;
  /** The row that it belongs to, for screen readers. */
  subject?: string;
  icon?: ReactNode;
  count?: number;
  isActive?: boolean;
  align?: "start" | "end" | "foot";
  isOpen?: boolean | undefined;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  useMenu(menu);
  const isAtFoot = align === "foot";
  return (
    <details
      ref={menu}
      name="menu"
      className="menu"
      data-align={align}
      data-active={isActive || undefined}
      open={isOpen}
    >
      <summary
        className={
          isAtFoot
            ? `flex min-h-14 cursor-pointer list-none flex-col items-center justify-center gap-0.5 text-[12px] focus-visible:-outline-offset-2 ${isActive ? "font-medium text-accent" : "text-muted"}`
            : "button menu-button list-none"
        }
      >
        {icon}
        <span className="truncate">
          {label}
          {subject === undefined ? null : <span className="sr-only">: {subject}</span>}
        </span>
        {count > 0 ? (
          <span className="min-w-[18px] flex-none rounded-[4px] bg-accent px-1 text-center text-[12px] text-accent-text leading-[18px] tabular-nums">
            {count}
            <span className="sr-only"> aktiv</span>
          </span>
        ) : null}
        {isAtFoot ? null : <ChevronDown size={14} className="menu-arrow" aria-hidden />}
      </summary>
      <div
        className={`menu-panel ${isAtFoot ? "top-auto right-4 bottom-full left-auto m-0 mb-1 min-w-56 after:hidden" : ""}`}
      >
        {children}
      </div>
    </details>
  );
}

function keepInside(panel: HTMLElement): void {
  panel.style.removeProperty("--menu-shift");
  const page = (panel.closest("main") ?? document.documentElement).getBoundingClientRect();
  const edge = document.documentElement.clientWidth < NARROW ? NARROW_EDGE : EDGE;
  const { left, right } = panel.getBoundingClientRect();
  const isOver = right > page.right - edge;
  const shift = isOver ? page.right - edge - right : Math.max(0, page.left + edge - left);
  if (shift !== 0) panel.style.setProperty("--menu-shift", `${Math.round(shift)}px`);
}

function useMenu(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const menu = ref.current;
    const panel = menu?.querySelector<HTMLElement>(".menu-panel");
    if (!menu || !panel) return;
    const onToggle = () => {
      if (!menu.open) return;
      keepInside(panel);
      const first = panel.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select");
      // On a phone the keyboard would cover the menu.
      const isFine = window.matchMedia("(pointer: fine)").matches;
      if (isFine && takesText(first) && !panel.contains(document.activeElement)) first?.focus();
    };
    const onOutside = ({ target }: Event) => {
      if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.preventDefault();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a, .menu-item")) menu.open = false;
    };
    const listening = new AbortController();
    const { signal } = listening;
    menu.addEventListener("toggle", onToggle, { signal });
    panel.addEventListener("click", onClick, { signal });
    document.addEventListener("pointerdown", onOutside, { signal });
    document.addEventListener("focusin", onOutside, { signal });
    document.addEventListener("keydown", onKeyDown, { signal });
    return () => listening.abort();
  }, [ref]);
}
