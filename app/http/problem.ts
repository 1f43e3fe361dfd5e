import { z } from "zod";
import type { InputIssue } from "./search-params";

/** RFC 9457. `detail` is a German sentence that a user can act on. */
export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.infer<typeof ProblemSchema>;

const TITLES: Record<number, string> = {
  400: "Anfrage nicht lesbar",
  401: "Nicht angemeldet",
  403: "Nicht erlaubt",
  404: "Nicht gefunden",
  405: "Methode nicht erlaubt",
  409: "Nicht möglich im jetzigen Zustand",
  412: "Inzwischen geändert",
  413: "Anfrage zu groß",
  415: "Inhaltstyp nicht unterstützt",
  421: "Unbekannter Servername",
  422: "Eingabe nicht verwendbar",
  429: "Zu viele Anfragen",
  500: "Fehler im Programm",
  502: "Anbieter gestört",
  503: "Nicht bereit",
};

/** Thrown where a request can't be answered as asked; ends as a problem document or as an error page. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    more: { errors?: InputIssue[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.name = "ProblemError";
    this.headers = more.headers ?? {};
    this.problem = {
      type: "about:blank",
      title: TITLES[status] ?? "Fehler",
      status,
      detail,
      ...(more.errors === undefined ? {} : { errors: more.errors }),
    };
  }
}

/** A 422 that names every field at fault. */
export function invalidInput(errors: InputIssue[]): ProblemError {
  const [first] = errors;
  const where = first?.path ? `${first.path}: ` : "";
  const more = errors.length > 1 ? ` (und ${errors.length - 1} weitere)` : "";
  return new ProblemError(422, `${where}${first?.message ?? "Eingabe prüfen."}${more}`, { errors });
}

export function problemResponse(error: ProblemError): Response {
  return new Response(JSON.stringify(error.problem), {
    status: error.problem.status,
    headers: { ...error.headers, "content-type": "application/problem+json; charset=utf-8" },
  });
}

/** The answer to an error that nobody foresaw. */
export function unexpectedProblem(requestId: string): Response {
  return problemResponse(
    new ProblemError(
      500,
      `Ein unerwarteter Fehler ist aufgetreten. Kennung für die Fehlersuche: ${requestId}`,
    ),
  );
}
