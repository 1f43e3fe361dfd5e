import { foldText } from "~db/fold";
import { LEAD_STATUSES, type LeadStatus } from "~db/schema/leads";
import { isoTime } from "../../format/iso-time";
import words from "./header-words.json";

const YES = new Set(["ja", "j", "yes", "y", "true", "wahr", "1", "x", "✓", "✔"]);
const NO = new Set(["nein", "n", "no", "false", "falsch"]);

/** 1 to 5, also as „4/5“ or „4,0“; null otherwise. */
export function parseScore(text: string): number | null {
  const found = /^([1-5])(?:[.,]0+)?(?:\s*(?:\/|von)\s*5)?$/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

export const parseStatus = (text: string): LeadStatus | null =>
  LEAD_STATUSES.find((status) => words.statuses[status].includes(foldText(text))) ?? null;

/** Turns „24.11.2026“ and ISO times into „2026-11-24“; null otherwise. */
export function parseDay(text: string): string | null {
  const [, day, month = "", year] = /^(\d\d?)\.(\d\d?)\.(?:20)?(\d\d)(?:\s.*)?$/.exec(text) ?? [];
  const german = day && `20${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const iso = (german ?? text).slice(0, 10);
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(iso) ? iso : "");
  return Number.isNaN(date.getTime()) || isoTime(date.getTime()).slice(0, 10) !== iso ? null : iso;
}

export function parseYesNo(text: string): boolean | null {
  const folded = text.toLowerCase();
  return YES.has(folded) ? true : NO.has(folded) ? false : null;
}
