import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** What a test of a key showed: a sentence with the service's own words, and its credit where it tells. */
export function TestResult({
  check: { ok, message },
  children,
}: {
  check: { ok: boolean; message: string };
  children?: ReactNode;
}) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div
      className={`notice mt-3 ${ok ? "notice-good" : "notice-bad"}`}
      role={ok ? "status" : "alert"}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="break-words">{message}</p>
        {children}
      </div>
    </div>
  );
}
