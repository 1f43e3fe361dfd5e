import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

/** One way to sort by a column: the direction it is sorted in now, and the address of the next order. */
interface SortLink {
  label: string;
  direction: "asc" | "desc" | null;
  to: string;
}

const ARIA = { asc: "ascending", desc: "descending" } as const;

/** A column head that sorts by links; a column with two values has two. */
export function SortHeader({ links, before }: { links: readonly SortLink[]; before?: ReactNode }) {
  const sorted = links.find((link) => link.direction !== null)?.direction;
  return (
    <th scope="col" aria-sort={sorted ? ARIA[sorted] : undefined}>
      <span className="flex items-center gap-3">
        {before}
        {links.map(({ label, direction, to }) => {
          const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
          return (
            <Link
              key={label}
              to={to}
              preventScrollReset
              className={`inline-flex items-center gap-0.5 no-underline hover:text-text ${direction === null ? "" : "text-text"}`}
            >
              {label}
              {direction === null ? null : <Arrow size={14} aria-hidden />}
            </Link>
          );
        })}
      </span>
    </th>
  );
}
