import { z } from "zod";

/** A number that is not negative, also where it is written as text. */
export const AmountSchema = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().nonnegative());

/** A text; empty where there is none, or something else in its place. */
export const TextSchema = z.string().catch("");

/** A text, also where it came as a number; nothing where something else stands in its place. */
export const LooseTextSchema = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** Degrees, also where they are written as text; nothing where something else stands in their place. */
export const DegreesSchema = z
  .union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())])
  .optional()
  .catch(undefined);

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
