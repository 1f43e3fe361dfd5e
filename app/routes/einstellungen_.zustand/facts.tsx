import type { ReactNode } from "react";

interface Fact {
  label: string;
  value: ReactNode;
}

/** A card of the page: its title, and names with what they are now. */
export function FactCard({
  id,
  title,
  facts,
  children,
}: {
  id: string;
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
}) {
  return (
    <section id={id} className="card mt-4 scroll-mt-4 p-4" aria-labelledby={`${id}-titel`}>
      <h2 id={`${id}-titel`}>{title}</h2>
      <dl className="mt-2 grid gap-x-4 gap-y-2 empty:hidden tabular-nums sm:grid-cols-[152px_minmax(0,1fr)]">
        {facts.map(({ label, value }) => (
          <div key={label} className="sm:contents">
            <dt className="text-[13px] text-muted sm:text-[14px]">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

/** What stands below a value, in a smaller voice. */
export function Aside({ children }: { children: ReactNode }) {
  return <span className="block text-[13px] text-muted">{children}</span>;
}
