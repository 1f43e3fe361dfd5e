import { ProblemError } from "./problem";

/**
 * The form that a request brings.
 *
 * @throws ProblemError 400 when its body can't be read as one
 */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw new ProblemError(400, "Der Inhalt der Anfrage ist kein Formular.");
  });
}
