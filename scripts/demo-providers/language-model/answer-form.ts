import { z } from "zod";

export const AnswerFormSchema = z.object({
  // Our questions use no lists of types.
  type: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  get properties() {
    return z.record(z.string(), AnswerFormSchema).optional();
  },
  get items() {
    return AnswerFormSchema.optional();
  },
  get anyOf() {
    return z.array(AnswerFormSchema).optional();
  },
});
export type AnswerForm = z.infer<typeof AnswerFormSchema>;

/** Strict mode takes objects that require all their properties and allow no others. */
export function isStrict(form: AnswerForm): boolean {
  const properties = Object.entries(form.properties ?? {});
  const isClosed =
    form.additionalProperties === false &&
    properties.every(([key]) => form.required?.includes(key));
  if (form.type === "object" && !isClosed) return false;
  const inner = [...properties.map(([, entry]) => entry), ...(form.anyOf ?? [])];
  return [...inner, ...(form.items ? [form.items] : [])].every(isStrict);
}

/** The texts allowed in an object's field; empty if any text is. */
export function choicesOf(form: AnswerForm, field: string): string[] {
  const property = form.properties?.[field] ?? {};
  return [property, ...(property.anyOf ?? [])]
    .flatMap((entry) => entry.enum ?? [])
    .filter((value) => typeof value === "string");
}
