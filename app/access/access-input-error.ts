/** German sentences by the field of the form that they belong to. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** What was typed, or what somebody wants, can't be. Each room of forms has its own fields. */
export class AccessInputError<Field extends string> extends Error {
  readonly errors: FieldErrors<Field>;

  constructor(errors: FieldErrors<Field>) {
    super(Object.values(errors).filter(Boolean).join(" "));
    this.name = "AccessInputError";
    this.errors = errors;
  }
}
