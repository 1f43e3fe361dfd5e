import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";

/** One way to sort by a column: the direction it is sorted in now, and the address of the next order. */
export interface SortLink {
  label: string;
  direction: "asc" | "desc" | null;
  to: string;
}

const ARIA = { asc: "ascending", desc: "descending" } as const;

/** A column head that sorts by links; a column with two values has two. */
export function SortHeader({ links }: { links: readonly SortLink[] }) {
  const sorted = links.find((link) => link.direction !== null)?.direction;
  return (
    <th scope="col" aria-sort={sorted ? ARIA[sorted] : undefined}>
      <span className="flex gap-3">
        {links.map((link) => (
          <SortHeaderLink key={link.label} link={link} />
        ))}
      </span>
    </th>
  );
}

function SortHeaderLink({ link: { label, direction, to } }: { link: SortLink }) {
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <Link
      to={to}
      preventScrollReset
      className={`inline-flex items-center gap-0.5 no-underline hover:text-text ${direction === null ? "" : "text-text"}`}
    >
      {label}
      {direction === null ? null : <Arrow size={14} aria-hidden />}
    </Link>
  );
}
