import { notFound } from "~/refusal";

function refuse(): never {
  throw notFound("Diese Adresse gibt es nicht. GET /api/openapi.json nennt alle.");
}

export const loader = refuse;
export const action = refuse;
