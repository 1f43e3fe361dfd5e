import { useEffect, useRef, useState } from "react";
import { FieldError } from "./field";
import { isTooLarge, TOO_LARGE } from "./file-size";

/** The choice of a list, with the fault of the one that was sent. A file that is too large is not sent at all. */
export function FileField({
  id,
  name,
  label,
  error,
  hintId,
}: {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  /** The element that says which files go. */
  hintId?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOversized, setOversized] = useState(false);

  // Before the framework's own handler, and also for a file that was chosen before the page came alive.
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return;
    const stop = (event: SubmitEvent) => {
      if (!isTooLarge(field.files)) return;
      event.preventDefault();
      setOversized(true);
      field.focus();
    };
    form.addEventListener("submit", stop);
    return () => form.removeEventListener("submit", stop);
  }, []);

  const fault = isOversized ? TOO_LARGE : error;
  const described = [fault === undefined ? null : `${id}-fehler`, hintId ?? null]
    .filter((part) => part !== null)
    .join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-[13px] text-muted">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        required
        onChange={(event) => setOversized(isTooLarge(event.currentTarget.files))}
        className="input py-1.5 file:mr-3 file:cursor-pointer file:rounded file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:font-medium file:text-text max-md:py-2.5"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={described || undefined}
      />
      <FieldError id={`${id}-fehler`} role="alert">
        {fault}
      </FieldError>
    </div>
  );
}
