import { z } from "zod";

export const AmountSchema = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().nonnegative());

export const TextSchema = z.string().catch("");

export const LooseTextSchema = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

export const DegreesSchema = z
  .union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())])
  .optional()
  .catch(undefined);

export function readEach<Schema extends z.ZodType>(
  schema: Schema,
  entries: readonly unknown[],
): z.infer<Schema>[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
