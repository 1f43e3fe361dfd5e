import { Link } from "@remix-run/react";
import { MODE_NAMES, SEARCH_MODES, type SearchMode, tabAddress } from "~/search/search-mode";

const TABS: readonly { mode: SearchMode | null; label: string }[] = [
  { mode: null, label: "Direkt" },
  ...SEARCH_MODES.map((mode) => ({ mode, label: `Mit KI: ${MODE_NAMES[mode]}` })),
];

/** The ways to search: by a term, or by a description that becomes searches. */
export function ModeTabs({ current }: { current: SearchMode | null }) {
  return (
    <nav aria-label="Art der Suche" className="mt-3 flex flex-wrap gap-1">
      {TABS.map(({ mode, label }) => (
        <Link
          key={label}
          to={tabAddress(mode)}
          className="tab"
          aria-current={mode === current ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
