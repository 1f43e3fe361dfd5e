import type { Identity } from "./identity";

/** Who changes something, and when. */
export interface Author {
  identity: Identity;
  now: number;
}

/** Within it the same wish twice is one button that was pressed twice. */
const TWICE_MS = 10_000;

/** Whether the same author has made something a moment ago. */
export function isDuplicateSubmit(
  { identity, now }: Author,
  made: { createdBy: string; createdAt: number } | undefined,
): boolean {
  if (made === undefined || made.createdBy !== identity.actor) return false;
  return Math.abs(now - made.createdAt) <= TWICE_MS;
}
