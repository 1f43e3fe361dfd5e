import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { SearchInputSchema } from "./search-input";

export const startSearchOperation = apiOperation({
  method: "POST",
  path: "/api/search",
  summary: "Firmen nach Suchbegriff und Region suchen",
  description:
    "Startet einen Lauf der Kartensuche mit E-Mail-Suche. 409, solange der Schlüssel des Kartendienstes fehlt.",
  query: NOTHING,
  body: SearchInputSchema,
  status: 202,
  response: z
    .object({ jobId: z.string(), serpJobId: z.string().nullable() })
    .meta({ id: "StartedSearch" }),
  problems: [400, 409],
});

export const searchOperations = [startSearchOperation];
