import type { ReactNode } from "react";

/** A page's title, one line of facts, and its primary action at the right. */
export function PageHeader({
  title,
  facts,
  isSecondary = false,
  children,
}: {
  title: string;
  facts?: ReactNode;
  /** Something else on the page is its subject. */
  isSecondary?: boolean;
  children?: ReactNode;
}) {
  const Title = isSecondary ? "h2" : "h1";
  return (
    <header className="page-header">
      <div className="min-w-0">
        <Title className="break-words text-[20px] leading-7">{title}</Title>
        {facts ? <p className="text-muted">{facts}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </header>
  );
}
