import { useEffect, useRef, useState } from "react";
import { FieldError } from "./field";

/** A file input. A file that is too large is not sent. */
export function FileField({
  id,
  name,
  label,
  error,
  maxMegabytes,
  hintId,
}: {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  maxMegabytes: number;
  /** The element that says which files go. */
  hintId?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOversized, setOversized] = useState(false);
  const maxBytes = maxMegabytes * 1024 * 1024;

  // Before the framework's own handler, and also for a file that was chosen before the page came alive.
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return;
    const stop = (event: SubmitEvent) => {
      if (!isLargerThan(maxBytes, field.files)) return;
      event.preventDefault();
      setOversized(true);
      field.focus();
    };
    form.addEventListener("submit", stop);
    return () => form.removeEventListener("submit", stop);
  }, [maxBytes]);

  const fault = isOversized
    ? `Die Datei ist größer als ${maxMegabytes} MB. In kleinere Dateien teilen und einzeln hochladen.`
    : error;
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
        onChange={(event) => setOversized(isLargerThan(maxBytes, event.currentTarget.files))}
        className="input"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={described || undefined}
      />
      <FieldError id={`${id}-fehler`} role="alert">
        {fault}
      </FieldError>
    </div>
  );
}

function isLargerThan(maxBytes: number, files: FileList | null): boolean {
  return Array.from(files ?? []).some(({ size }) => size > maxBytes);
}
