/** German sentences by the field of the form that they belong to. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;
