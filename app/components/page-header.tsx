import type { ReactNode } from "react";

/** How a page begins: its title, one line of facts, and its one primary action at the right. */
export function PageHeader({
  title,
  facts,
  children,
}: {
  title: string;
  facts?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 className="break-words">{title}</h1>
        {facts ? <p className="text-muted">{facts}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </header>
  );
}
