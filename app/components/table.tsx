import type { ReactNode } from "react";
import { Pagination } from "./pagination";
import { Time } from "./time";

/** A column's heading; a hidden one is for screen readers only. */
type Column = string | { label: string; className?: string; isHidden?: boolean };

export const ACTIONS: Column = { label: "Aktionen", isHidden: true };

/** Scrolls wide tables. From `xl` on they fit, and their head stays in view. */
const FRAME = "relative overflow-x-auto xl:overflow-visible";

export function numeric(label: string): Column {
  return { label, className: "text-right" };
}

export function RowTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  className = "mt-4",
  hasMenus = false,
  pager,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  className?: string;
  /** Its rows have menus, which a scrolling frame would cut off. */
  hasMenus?: boolean;
  pager?: { page: number; pageSize: number; total: number; address: (page: string) => string };
  children: (row: Row) => ReactNode;
}) {
  const headings = columns.map((column) =>
    typeof column === "string" ? { label: column } : column,
  );
  return (
    <>
      <div className={`card ${hasMenus ? "" : FRAME} ${className}`}>
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
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>{children(row)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {pager && (
        <Pagination
          {...pager}
          shown={rows.length}
          address={({ page }) => pager.address(page ?? "1")}
        />
      )}
    </>
  );
}

interface NameCellProps {
  name: ReactNode;
  className?: string;
  children?: ReactNode;
}

export function NameCell({ name, className = "md:max-w-[320px]", children }: NameCellProps) {
  return (
    <td className={className}>
      <span className="block truncate font-medium">{name}</span>
      {children && <span className="block truncate text-[13px] text-muted">{children}</span>}
    </td>
  );
}

interface TimeProps {
  iso: string | null;
  className?: string;
}

export function TimeCell({ iso, by, className = "" }: TimeProps & { by?: ReactNode }) {
  return (
    <td
      className={`whitespace-nowrap text-[13px] text-muted md:text-[14px] md:text-text ${className}`}
    >
      {iso && <Time iso={iso} />}
      {by && (
        <span className="text-[13px] text-muted md:block">
          <span className="md:hidden">, </span>
          {by}
        </span>
      )}
    </td>
  );
}

export function LastTimeCell({ label, iso }: TimeProps & { label: string }) {
  return (
    <td className="col-span-2 text-[13px] text-muted md:text-[14px] lg:whitespace-nowrap">
      <span className="md:hidden">{label}: </span>
      {iso === null ? "noch nie" : <Time iso={iso} />}
    </td>
  );
}

export function ActionCell({ children }: { children: ReactNode }) {
  return <td className="order-last col-span-2 max-md:mt-2 md:text-right">{children}</td>;
}
