import type { ComponentProps, ReactNode } from "react";

/** A labelled input with its fault below it, announced with the input. */
export function Field({
  label,
  error,
  className = "",
  ...input
}: { label: string; error?: string | undefined } & ComponentProps<"input"> & { id: string }) {
  const errorId = `${input.id}-fehler`;
  return (
    <div className={className}>
      <label htmlFor={input.id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      <input
        {...input}
        className="input"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The same for a text of several lines. */
export function TextArea({
  label,
  error,
  className = "",
  ...area
}: { label: string; error?: string | undefined } & ComponentProps<"textarea"> & { id: string }) {
  const errorId = `${area.id}-fehler`;
  return (
    <div className={className}>
      <label htmlFor={area.id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      <textarea
        {...area}
        className="input textarea"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-1 text-[13px] text-bad wrap-anywhere">
      {children}
    </p>
  );
}

/** A labelled choice. The first option is the one that narrows nothing. */
export function Choice({
  label,
  id,
  name,
  value,
  options,
}: {
  label: string;
  id: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value} key={value} className="input">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
