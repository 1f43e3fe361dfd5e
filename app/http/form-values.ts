import { z } from "zod";
import { formatNumber } from "../format/german";

export function countUpTo(
  limit: number,
  message = `Eine ganze Zahl von 1 bis ${formatNumber(limit)} eingeben.`,
) {
  return z.int(message).min(1, message).max(limit, message);
}

/** Rejects „1.000“, which JavaScript reads as 1. */
export function numberFromForm(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : Number.NaN;
}

export const TickSchema = z.preprocess((value) => value === "on" || value === true, z.boolean());
