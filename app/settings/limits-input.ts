import { z } from "zod";

const DIGITS = /^\d{1,9}$/;

/** A whole number in a form, with or without points between its thousands; empty is null. */
function limit(min: number, max: number, sentence: string) {
  return z
    .string(sentence)
    .trim()
    .transform((text, context) => {
      const digits = text.replace(/(?<=\d)\.(?=\d{3}(?:\D|$))/g, "");
      if (digits === "") return null;
      const value = Number(digits);
      if (DIGITS.test(digits) && value >= min && value <= max) return value;
      context.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    });
}

/** The limits of a service as the form brings them; null is the default, or no ceiling. */
export const LimitsSchema = z.object({
  maxConcurrent: limit(1, 20, "Eine ganze Zahl von 1 bis 20, oder leer."),
  maxPerMinute: limit(1, 1_000, "Eine ganze Zahl von 1 bis 1.000, oder leer."),
  monthlyCeiling: limit(1, 1_000_000, "Eine ganze Zahl von 1 bis 1.000.000, oder leer."),
});

export type LimitsInput = z.infer<typeof LimitsSchema>;
export type LimitField = keyof LimitsInput;
export const LIMIT_FIELDS = ["maxConcurrent", "maxPerMinute", "monthlyCeiling"] as const;
