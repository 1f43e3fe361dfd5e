import { Form } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { IntentButton } from "./field";

interface Titled {
  id?: string;
  title: ReactNode;
  text?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export function Section({ id, title, text, className = "mt-6", children }: Titled) {
  const headingId = useId();
  return (
    <section id={id} className={className} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {text && <p className="text-muted">{text}</p>}
      {children}
    </section>
  );
}

export function Card({ className = "mt-4", ...section }: Titled) {
  return <Section {...section} className={`card scroll-mt-4 p-4 ${className}`} />;
}

export function FormCard({
  intent,
  label,
  children,
  ...section
}: Titled & Pick<ComponentProps<typeof IntentButton>, "intent" | "label">) {
  return (
    <Section className="mt-8" {...section}>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        {children}
        <IntentButton intent={intent} label={label} className="button button-primary mt-4" />
      </Form>
    </Section>
  );
}

export function EmptyNote({
  className = "mt-4",
  children,
}: Pick<Titled, "className" | "children">) {
  return <p className={`card p-4 text-muted ${className}`}>{children}</p>;
}
