import { Form, useNavigation } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

interface Labelled {
  id: string;
  label: string;
  error?: string | undefined;
  className?: string;
}

export function errorProps(error: unknown, errorId: string) {
  return error === undefined ? {} : { "aria-invalid": true as const, "aria-describedby": errorId };
}

interface Reply {
  values: Record<string, string>;
  errors: Record<string, string>;
}

export function fieldProps(reply: Reply | undefined, name: string, initial: string | number = "") {
  // The values omit fields that were sent empty.
  const defaultValue = reply === undefined ? initial : (reply.values[name] ?? "");
  return { name, defaultValue, error: reply?.errors[name] };
}

export function Field({ label, error, className, ...input }: Labelled & ComponentProps<"input">) {
  return (
    <Frame {...{ id: input.id, label, error, className }}>
      <input {...input} className="input" {...errorProps(error, `${input.id}-fehler`)} />
    </Frame>
  );
}

/** Its value must never return to the page. */
export const PASSWORD = {
  type: "password",
  autoComplete: "new-password",
  maxLength: 1_000,
  required: true,
} as const;

export const USER_NAME = {
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 200,
  required: true,
} as const;

export function PasswordField(input: ComponentProps<typeof Field>) {
  return <Field {...PASSWORD} {...input} />;
}

type TextAreaProps = Labelled & ComponentProps<"textarea">;

export function TextArea({ label, error, className, ...area }: TextAreaProps) {
  return (
    <Frame {...{ id: area.id, label, error, className }}>
      <textarea {...area} className="input textarea" {...errorProps(error, `${area.id}-fehler`)} />
    </Frame>
  );
}

export function plainOptions(values: readonly string[], empty?: string) {
  const options = values.map((value) => ({ value, label: value }));
  return empty === undefined ? options : [{ value: "", label: empty }, ...options];
}

type ChoiceProps = Labelled & {
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** The element that shows this error together with another field's. */
  errorId?: string;
};

export function Choice(props: ChoiceProps) {
  const { value, options, label, error, errorId, className, ...select } = props;
  const { id } = select;
  return (
    <Frame {...{ id, label, error: errorId === undefined ? error : undefined, className }}>
      <select
        {...select}
        key={value}
        defaultValue={value}
        className="input"
        {...errorProps(error, errorId ?? `${id}-fehler`)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

type FrameProps = Omit<Labelled, "className"> &
  Pick<ComponentProps<"div">, "className" | "children">;

export function Frame({ id, label, error, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      {children}
      <FieldError id={`${id}-fehler`}>{error}</FieldError>
    </div>
  );
}

export function FieldError({ className = "mt-1", children, ...paragraph }: ComponentProps<"p">) {
  if (!children) return null;
  return (
    <p {...paragraph} className={`text-[13px] text-bad wrap-anywhere ${className}`}>
      {children}
    </p>
  );
}

export function Tick({
  label,
  className = "mt-3",
  ...input
}: ComponentProps<"input"> & { label: string }) {
  return (
    <label className={`flex items-start gap-2 ${className}`}>
      <input type="checkbox" {...input} className="mt-0.5" />
      <span>{label}</span>
    </label>
  );
}

type ButtonProps = ComponentProps<"button"> & {
  intent?: string;
  label?: ReactNode;
  icon?: LucideIcon | undefined;
};

export function IntentButton({ intent, label, icon: Icon, children, ...button }: ButtonProps) {
  const sent = intent === undefined ? {} : { name: "intent", value: intent };
  return (
    <button type="submit" {...sent} className="button" {...button}>
      {Icon && <Icon size={16} aria-hidden />}
      {label}
      {children}
    </button>
  );
}

/** Disabled while any form is being sent; shows `sending` while its own is. */
export function StartButton({
  disabled = false,
  label,
  sending = label,
  ...button
}: ButtonProps & { sending?: ReactNode }) {
  const { formMethod, formData } = useNavigation();
  const isSending = formMethod === "POST";
  const isOwn = isSending && formData?.get("intent") === (button.intent ?? null);
  return (
    <IntentButton {...button} label={isOwn ? sending : label} disabled={disabled || isSending} />
  );
}

type PostFormProps = ComponentProps<typeof Form> & {
  fields?: Record<string, string | number | null | undefined>;
};

export function PostForm({ fields = {}, children, ...form }: PostFormProps) {
  return (
    <Form method="post" {...form}>
      {Object.entries(fields).map(([name, value]) =>
        value == null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </Form>
  );
}
