import { ProblemError } from "~/http/problem";

function refuse(): never {
  throw new ProblemError(404, "Diese Adresse gibt es nicht. GET /api/openapi.json nennt alle.");
}

export const loader = refuse;
export const action = refuse;
