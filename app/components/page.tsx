import { Link, useActionData } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { type FormReply, formProblem, replyTo } from "../http/form-reply";
import { Notice } from "./notice";

interface PageProps {
  title: string;
  facts?: ReactNode;
  actions?: ReactNode;
  className?: string;
  above?: ReactNode;
  /** Intents of the forms that show their refusals themselves. */
  ownForms?: readonly string[];
  children: ReactNode;
}

export function Page({
  className = "p-4 md:p-6",
  above,
  ownForms = [],
  title,
  facts,
  actions,
  children,
}: PageProps) {
  const reply = useActionData<FormReply>();
  const isOwn = reply === undefined || ownForms.includes(reply.intent);
  return (
    <main className={className}>
      {above}
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="break-words text-[20px] leading-7">{title}</h1>
          {facts ? <p className="text-muted">{facts}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </header>
      <Notice className="mt-4 max-w-[720px]">
        {isOwn ? null : formProblem(replyTo(reply, reply.intent))}
      </Notice>
      {children}
    </main>
  );
}

export function LinkButton({
  label,
  icon: Icon,
  children,
  ...link
}: ComponentProps<typeof Link> & { label?: ReactNode; icon?: LucideIcon }) {
  return (
    <Link className="button" {...link}>
      {Icon && <Icon size={16} aria-hidden />}
      {label}
      {children}
    </Link>
  );
}

interface Tab {
  to: string;
  label: ReactNode;
  isCurrent: boolean;
}

export function Tabs({
  label,
  tabs,
  className = "mt-3",
  children,
  ...link
}: Pick<ComponentProps<typeof Link>, "preventScrollReset" | "replace"> & {
  label: string;
  tabs: readonly Tab[];
  className?: string;
  children?: ReactNode;
}) {
  return (
    <nav aria-label={label} className={`flex flex-wrap gap-1 ${className}`}>
      {tabs.map(({ to, label, isCurrent }) => (
        <Link
          {...link}
          key={to}
          to={to}
          className="tab"
          aria-current={isCurrent ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
      {children}
    </nav>
  );
}

export function Command({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <pre
      className={`rounded-md border border-line bg-sunken px-3 py-2 font-mono text-[13px] whitespace-pre-wrap wrap-anywhere ${className}`}
    >
      {children}
    </pre>
  );
}

interface EmptyPartProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function EmptyPart({ title, actions, children }: EmptyPartProps) {
  return (
    <section className="card mt-4 p-6">
      <h2>{title}</h2>
      <p className="mt-1 text-muted">{children}</p>
      {actions && <p className="mt-4 flex flex-wrap gap-2">{actions}</p>}
    </section>
  );
}
