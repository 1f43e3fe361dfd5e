import { useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";

interface Labelled {
  id: string;
  label: string;
  error?: string | undefined;
  className?: string;
}

/** Marks a control as faulty and names the element that says why. */
export function faultProps(error: unknown, errorId: string) {
  return error === undefined ? {} : { "aria-invalid": true as const, "aria-describedby": errorId };
}

/** A labelled input with its fault below it, announced with the input. */
export function Field({ label, error, className, ...input }: Labelled & ComponentProps<"input">) {
  return (
    <Frame id={input.id} label={label} error={error} className={className}>
      <input {...input} className="input" {...faultProps(error, `${input.id}-fehler`)} />
    </Frame>
  );
}

/** What is typed into it must never come back with an answer. */
export function PasswordField({
  autoComplete = "new-password",
  ...input
}: ComponentProps<typeof Field>) {
  return (
    <Field {...input} type="password" autoComplete={autoComplete} maxLength={1_000} required />
  );
}

/** A labelled text of several lines, like the input. */
export function TextArea({
  label,
  error,
  className,
  ...area
}: Labelled & ComponentProps<"textarea">) {
  return (
    <Frame id={area.id} label={label} error={error} className={className}>
      <textarea {...area} className="input textarea" {...faultProps(error, `${area.id}-fehler`)} />
    </Frame>
  );
}

/** A labelled choice of one value. */
export function Choice({
  label,
  id,
  name,
  value,
  options,
  error,
  errorId = `${id}-fehler`,
}: Labelled & {
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** For a fault that another element says, together with another field's. */
  errorId?: string;
}) {
  const isSaidHere = errorId === `${id}-fehler`;
  return (
    <Frame id={id} label={label} error={isSaidHere ? error : undefined}>
      <select
        id={id}
        name={name}
        defaultValue={value}
        key={value}
        className="input"
        {...faultProps(error, errorId)}
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

function Frame({ id, label, error, className, children }: Labelled & { children: ReactNode }) {
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

/** Why a field or a form was refused; nothing where it was not. */
export function FieldError({
  className = "mt-1",
  children,
  ...paragraph
}: ComponentProps<"p"> & { children: ReactNode }) {
  if (!children) return null;
  return (
    <p {...paragraph} className={`text-[13px] text-bad wrap-anywhere ${className}`}>
      {children}
    </p>
  );
}

/** Sends its form with an intent. */
export function IntentButton({ intent, ...button }: ComponentProps<"button"> & { intent: string }) {
  return <button type="submit" name="intent" value={intent} className="button" {...button} />;
}

/** An intent that can't be sent again while a form is on its way. */
export function StartButton({ disabled = false, ...button }: ComponentProps<typeof IntentButton>) {
  const isSending = useNavigation().formMethod === "POST";
  return <IntentButton {...button} disabled={disabled || isSending} />;
}
