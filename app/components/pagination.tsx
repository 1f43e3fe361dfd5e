import { Link } from "@remix-run/react";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "../format/german";

export function Pagination({
  page,
  pageSize,
  shown,
  total,
  totalIsExact = true,
  address,
  hasNext,
}: {
  page: number;
  pageSize: number;
  shown: number;
  total: number;
  totalIsExact?: boolean;
  address: (change: Record<string, string | null>) => string;
  /** Where the total may be more than what was counted. */
  hasNext?: boolean;
}) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const before = (page - 1) * pageSize;
  const beside = (step: 1 | -1, isThere: boolean) =>
    isThere ? address({ page: String(page + step) }) : null;
  return (
    <nav
      aria-label="Seiten"
      className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p className="text-[13px] text-muted tabular-nums">
        {formatNumber(Math.min(before + 1, before + shown))}–{formatNumber(before + shown)} von{" "}
        {totalIsExact ? "" : "mehr als "}
        {formatNumber(total)}
      </p>
      <span className="flex items-center gap-2">
        {hasNext === undefined ? null : (
          <Step to={page > 1 ? address({ page: null }) : null} label="Erste Seite">
            <ChevronFirst size={16} aria-hidden />
          </Step>
        )}
        <Step to={beside(-1, page > 1)} label="Vorige Seite">
          <ChevronLeft size={16} aria-hidden />
        </Step>
        <span className="text-[13px] tabular-nums">
          Seite {formatNumber(page)}
          {page > pageCount ? null : ` von ${formatNumber(pageCount)}`}
        </span>
        <Step to={beside(1, hasNext ?? page < pageCount)} label="Nächste Seite">
          <ChevronRight size={16} aria-hidden />
        </Step>
        {hasNext === undefined || !totalIsExact ? null : (
          <Step
            to={page < pageCount ? address({ page: String(pageCount) }) : null}
            label="Letzte Seite"
          >
            <ChevronLast size={16} aria-hidden />
          </Step>
        )}
      </span>
    </nav>
  );
}

export function Step({
  to,
  label,
  className = "button",
  children,
  ...link
}: {
  to: string | null;
  label: string;
  className?: string;
  preventScrollReset?: boolean;
  children: ReactNode;
}) {
  if (to === null) {
    return (
      <span className={className} aria-disabled="true" title={label}>
        {children}
      </span>
    );
  }
  return (
    <Link {...link} to={to} className={className} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
