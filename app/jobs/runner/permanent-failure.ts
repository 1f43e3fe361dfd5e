import type { JobFailureKind } from "~db/schema";

const LASTING: readonly (JobFailureKind | null)[] = [
  "auth",
  "forbidden",
  "no_credit",
  "missing_key",
  "ceiling",
];

/** Whether every further call would fail the same way until a person does something about it. */
export function isPermanentFailure(kind: JobFailureKind | null): boolean {
  return LASTING.includes(kind);
}
