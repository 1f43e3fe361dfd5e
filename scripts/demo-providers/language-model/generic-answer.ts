import type { AnswerForm } from "./chat-request";

/** The simplest value that has a form. */
export function answerGenerally(form: AnswerForm): unknown {
  const [choice] = form.enum ?? [];
  if (choice !== undefined) return choice;
  const [alternative] = form.anyOf ?? [];
  if (alternative !== undefined) return answerGenerally(alternative);
  switch (form.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(form.properties ?? {}).map(([key, entry]) => [key, answerGenerally(entry)]),
      );
    case "array":
      return Array.from({ length: form.minItems ?? 0 }, () => answerGenerally(form.items ?? {}));
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
