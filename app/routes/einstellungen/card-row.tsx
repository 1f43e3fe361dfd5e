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
  /** What is so now, at the right. */
  fact?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="settings-details" open={isOpen}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <span>{title}</span>
        {fact === undefined ? null : <span className="settings-fact">{fact}</span>}
      </summary>
      <div className="settings-body">{children}</div>
    </details>
  );
}
