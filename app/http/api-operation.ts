import { z } from "zod";
import type { ObjectSchema } from "./search-params";

export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A file of a multipart body. */
export const FileSchema = z.file("Eine Datei auswählen.");

/** For operations without query parameters or without a body. */
export const NOTHING = z.strictObject({});

/**
 * One operation of the API: what it takes and what it answers. The same schemas check requests and make the OpenAPI
 * document, so the two can't differ.
 */
export interface ApiOperation<
  Query extends ObjectSchema = ObjectSchema,
  Body extends ObjectSchema = ObjectSchema,
> {
  method: ApiMethod;
  /** With parameters in braces: `/api/leads/{id}`. */
  path: string;
  summary: string;
  description?: string;
  params?: Record<string, string>;
  query: Query;
  /** Headers that mean something to it. */
  headers?: ObjectSchema;
  body: Body;
  /** A form with files in the place of JSON; the schema's fields are its parts. */
  bodyType?: "multipart/form-data";
  status: 200 | 201 | 202 | 204;
  /** Form of a good answer; a string is a content type of something that is not JSON. */
  response?: z.ZodType | string;
  /** Another good answer, which the function sends as a Response of its own. */
  otherResponse?: { status: 200 | 201; schema: z.ZodType };
  /** Which problems it answers besides 422 and 500. */
  problems?: readonly number[];
}

/** Keeps the exact types of an operation's schemas. */
export function apiOperation<Query extends ObjectSchema, Body extends ObjectSchema>(
  operation: ApiOperation<Query, Body>,
): ApiOperation<Query, Body> {
  return operation;
}
