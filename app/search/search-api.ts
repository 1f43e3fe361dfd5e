import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { SearchInputSchema } from "./search-input";

export const startSearchOperation = apiOperation({
  method: "POST",
  path: "/api/search",
  summary: "Firmen nach Suchbegriff und Region suchen",
  description:
    "Startet einen Lauf der Kartensuche mit E-Mail-Suche. Die Karte liefert höchstens 60 Firmen; für den Rest läuft daneben eine Websuche (`serpJobId`), deren `parentId` der Kartenlauf ist. Fehlt der Schlüssel von Serper, ist `serpJobId` null und der Kartenlauf sagt es in `warnings`. 409, solange der Schlüssel des Kartendienstes fehlt.",
  query: NOTHING,
  body: SearchInputSchema,
  status: 202,
  response: z
    .object({ jobId: z.string(), serpJobId: z.string().nullable() })
    .meta({ id: "StartedSearch" }),
  problems: [400, 409],
});

export const searchOperations = [startSearchOperation];
