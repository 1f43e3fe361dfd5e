import { Form } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { type FieldReply, formProblem } from "../http/form-reply";
import { Choice, Field, fieldProps, IntentButton } from "./field";
import { Notice } from "./notice";

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

interface FormField extends ComponentProps<"input"> {
  name: string;
  label: string;
  value?: string;
  options?: readonly { value: string; label: string }[];
}

type FormCardProps = Titled &
  Pick<ComponentProps<typeof IntentButton>, "intent" | "label"> & {
    fields: readonly FormField[];
    reply: FieldReply | undefined;
    note?: string;
  };

/** Renders `fields` after its `children`. */
export function FormCard(props: FormCardProps) {
  const { intent, label, fields, reply, note, children, ...section } = props;
  return (
    <Section className="mt-8" {...section}>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        {children}
        <Notice className="mb-3">{formProblem(reply, ...fields.map(({ name }) => name))}</Notice>
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(({ value, options, ...field }) => {
            const { defaultValue, error } = fieldProps(reply, field.name, value);
            const input = { ...field, id: `${intent}-${field.name}`, error };
            return options === undefined ? (
              <Field {...input} key={field.name} defaultValue={defaultValue} />
            ) : (
              <Choice
                {...{ id: input.id, name: field.name, label: field.label, error, options }}
                key={field.name}
                value={String(defaultValue)}
              />
            );
          })}
        </div>
        {note && <p className="mt-3 text-[13px] text-muted">{note}</p>}
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
