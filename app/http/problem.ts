import { z } from "zod";
import { Refusal } from "../refusal";
import { textResponse } from "./text-response.server";

/** RFC 9457. `detail` is a German sentence. */
export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    leadId: z.string().optional().describe("Bei 409: der Lead, den es schon gibt"),
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
  414: "Adresse zu lang",
  415: "Inhaltstyp nicht unterstützt",
  416: "Bereich nicht vorhanden",
  421: "Unbekannter Servername",
  422: "Eingabe nicht verwendbar",
  429: "Zu viele Anfragen",
  431: "Zu viele Kopfzeilen",
  500: "Fehler im Programm",
  502: "Anbieter gestört",
  503: "Nicht bereit",
  507: "Kein Speicherplatz",
};

export function problemTitle(status: number): string {
  return TITLES[status] ?? "Fehler";
}

export function problemOf({ status, field, message, errors, leadId }: Refusal): Problem {
  return {
    type: "about:blank",
    title: problemTitle(status),
    status,
    detail: field === undefined ? message : `${field}: ${message}`,
    ...(status === 422 ? { errors: [...errors] } : {}),
    ...(leadId === undefined ? {} : { leadId }),
  };
}

export function problemResponse(refusal: Refusal): Response {
  const { typed } = refusal;
  const problem = { ...problemOf(refusal), ...(typed.length > 0 && { typed }) };
  return textResponse(JSON.stringify(problem), {
    status: refusal.status,
    headers: { ...refusal.headers, "content-type": "application/problem+json; charset=utf-8" },
  });
}

export function unexpectedProblem(requestId: string): Response {
  return problemResponse(
    new Refusal(
      500,
      `Ein unerwarteter Fehler ist aufgetreten. Kennung für die Fehlersuche: ${requestId}`,
    ),
  );
}
