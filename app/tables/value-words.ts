import { foldText } from "~db/fold";
import type { LeadStatus } from "~db/schema";

const STATUSES: Record<string, LeadStatus> = {
  neu: "neu",
  new: "neu",
  offen: "neu",
  "in bearbeitung": "in_bearbeitung",
  in_bearbeitung: "in_bearbeitung",
  "in progress": "in_bearbeitung",
  qualifiziert: "qualifiziert",
  qualified: "qualifiziert",
  abgelehnt: "abgelehnt",
  rejected: "abgelehnt",
};
const YES = new Set(["ja", "j", "yes", "y", "true", "wahr", "1", "x", "✓", "✔"]);
const NO = new Set(["nein", "n", "no", "false", "falsch"]);

/** Whole numbers from 1 to 5, „4/5“ and „4,0“ among them; null for everything else. */
export function parseScore(text: string): number | null {
  const found = /^([1-5])(?:[.,]0+)?(?:\s*(?:\/|von)\s*5)?$/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

export const parseStatus = (text: string): LeadStatus | null => STATUSES[foldText(text)] ?? null;

export function parseYesNo(text: string): boolean | null {
  const folded = text.toLowerCase();
  return YES.has(folded) ? true : NO.has(folded) ? false : null;
}
