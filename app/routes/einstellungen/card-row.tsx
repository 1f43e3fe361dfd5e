import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A further row of a card, closed until it is wanted. */
export function CardRow({
  title,
  fact,
  isOpen = false,
  children,
}: {
  title: string;
  /** The present state, at the right. */
  fact?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group border-line border-t" open={isOpen}>
      <summary className="flex min-h-10 cursor-pointer select-none list-none items-center gap-2 px-4 hover:bg-sunken focus-visible:-outline-offset-2 group-last:rounded-b-md">
        <ChevronRight size={16} className="flex-none text-muted group-open:rotate-90" aria-hidden />
        <span>{title}</span>
        {fact === undefined ? null : (
          <span className="ml-auto text-right text-[13px] text-muted">{fact}</span>
        )}
      </summary>
      <div className="px-4 pt-1 pb-4 text-muted md:pl-10">{children}</div>
    </details>
  );
}
