import { z } from "zod";

/** A JSON schema, as far as it is looked at here. */
export const AnswerFormSchema = z.object({
  // A list of types is none that our questions have.
  type: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  minimum: z.number().optional(),
  minItems: z.number().optional(),
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

/** What strict mode does not take of a form; undefined where it is fine. */
export function strictProblem(form: AnswerForm, path = "()"): string | undefined {
  const properties = Object.entries(form.properties ?? {});
  if (form.type === "object") {
    if (form.additionalProperties !== false) {
      return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const missing = properties.find(([key]) => !form.required?.includes(key));
    if (missing !== undefined) {
      return `In context=${path}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing[0]}'.`;
    }
  }
  const alternatives = [...(form.anyOf ?? [])].entries();
  const inner = [...properties, ["items", form.items] as const, ...alternatives];
  for (const [key, entry] of inner) {
    const problem = entry && strictProblem(entry, `${path}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The texts that a field of an object may have; empty where it is free. */
export function choicesOf(form: AnswerForm, field: string): string[] {
  const property = form.properties?.[field] ?? {};
  return [property, ...(property.anyOf ?? [])]
    .flatMap((entry) => entry.enum ?? [])
    .filter((value) => typeof value === "string");
}

/** The simplest value that has a form. */
export function simplestAnswer(form: AnswerForm): unknown {
  const [choice] = form.enum ?? [];
  if (choice !== undefined) return choice;
  const [alternative] = form.anyOf ?? [];
  if (alternative !== undefined) return simplestAnswer(alternative);
  switch (form.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(form.properties ?? {}).map(([key, entry]) => [key, simplestAnswer(entry)]),
      );
    case "array":
      return Array.from({ length: form.minItems ?? 0 }, () => simplestAnswer(form.items ?? {}));
    case "integer":
    case "number":
      return form.minimum ?? 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "Beispiel";
  }
}
