import { useEffect, useRef, useState } from "react";
import { FieldError, Frame } from "./field";

interface FileFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  maxMegabytes: number;
  /** The element that lists the accepted files. */
  hintId?: string;
}

export function FileField({ name, label, error, maxMegabytes, hintId }: FileFieldProps) {
  const id = "datei";
  const input = useRef<HTMLInputElement>(null);
  const [isOversized, setOversized] = useState(false);
  const maxBytes = maxMegabytes * 1024 * 1024;

  // Runs before the framework's handler, and also for a file that was chosen before hydration.
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
  const described = [fault && `${id}-fehler`, hintId].filter(Boolean).join(" ");
  return (
    <Frame id={id} label={label} className="min-w-0">
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
    </Frame>
  );
}

function isLargerThan(maxBytes: number, files: FileList | null): boolean {
  return Array.from(files ?? []).some(({ size }) => size > maxBytes);
}
