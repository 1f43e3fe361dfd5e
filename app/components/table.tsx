import type { ReactNode } from "react";

/** A column's heading; a hidden one is for screen readers alone. */
type Column = string | { label: string; className?: string; isHidden?: boolean };

/** The head of a column of buttons. */
export const ACTIONS: Column = { label: "Aktionen", isHidden: true };

/** The head of a column of numbers. */
export function numeric(label: string): Column {
  return { label, className: "text-right" };
}

/** A table in a card, a list of short rows on narrow screens. */
export function Table({
  caption,
  columns,
  className = "",
  hasMenus = false,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  className?: string;
  /** Its rows have menus, which a scrolling frame would cut off. */
  hasMenus?: boolean;
  /** The rows. */
  children: ReactNode;
}) {
  const headings = columns.map((column) =>
    typeof column === "string" ? { label: column } : column,
  );
  return (
    <div className={`card ${hasMenus ? "" : "table-frame"} ${className}`}>
      <table className="table table-stacked">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map(({ label, className, isHidden = false }) => (
              <th key={label} scope="col" className={className}>
                {isHidden ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
