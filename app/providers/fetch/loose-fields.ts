import { z } from "zod";

/** A number that is not negative, also where it is written as text. */
export const AmountSchema = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().nonnegative());

/** A text; empty where there is none, or something else in its place. */
export const TextSchema = z.string().catch("");

/** The entries that have the form of the schema. */
export function readEach<Schema extends z.ZodType>(
  schema: Schema,
  entries: readonly unknown[],
): z.infer<Schema>[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
