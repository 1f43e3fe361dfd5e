import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { invalidInput, notFound, Refusal } from "../refusal";
import { parseNormalizedJson } from "../text/clean-text";
import { withForm } from "./read-form.server";
import { inputIssues, type ObjectSchema, parseSearchParams } from "./search-params";
import { jsonResponse } from "./text-response.server";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const NOTHING = z.strictObject({});
type Nothing = typeof NOTHING;

/** The names in braces of an operation's path. */
type ParamOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

interface ApiRequest<Param, Query extends ObjectSchema, Body extends ObjectSchema> {
  request: Request;
  context: AppLoadContext;
  query: z.infer<Query>;
  body: z.infer<Body>;
  /** A part of the path by its name. */
  param(name: Param): string;
}

interface Description {
  /** The `operationId`: the name of the method in a generated client. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces: `/api/leads/{id}`. */
  path: string;
  summary: string;
  description?: string;
  /** Headers that mean something to it. */
  headers?: ObjectSchema;
  /** A form with files in the place of JSON; the body's fields are its parts. */
  bodyType?: "multipart/form-data";
  status: 200 | 201 | 202 | 204;
  /** Form of a good answer; a string is a content type of something that is not JSON. */
  response?: z.ZodType | string;
  /** Another good answer, which the handler sends as a Response of its own. */
  otherResponse?: { status: 200 | 201; schema: z.ZodType };
  /** Which problems it answers besides 422 and 500. */
  problems?: readonly number[];
}

/** One operation of the API. The schemas that check its requests also make the OpenAPI document. */
export interface ApiOperation extends Description {
  query: ObjectSchema;
  body: ObjectSchema;
  answer(args: RouteArgs): Promise<Response>;
}

interface Definition<Param, Query extends ObjectSchema, Body extends ObjectSchema>
  extends Description {
  /** No parameters where it is left out. */
  query?: Query;
  /** No fields where it is left out. */
  body?: Body;
  /** A Response is sent as it is, anything else as JSON with the operation's status. */
  handle(request: ApiRequest<Param, Query, Body>): Promise<unknown>;
}

/** Defines an operation of the API: what it takes, what it answers, and how. */
export function operation<
  const Path extends string,
  Query extends ObjectSchema = Nothing,
  Body extends ObjectSchema = Nothing,
>(definition: Definition<ParamOf<Path>, Query, Body> & { path: Path }): ApiOperation;
export function operation({
  handle,
  query = NOTHING,
  body = NOTHING,
  ...description
}: Definition<string, ObjectSchema, ObjectSchema>): ApiOperation {
  return {
    ...description,
    query,
    body,
    async answer({ request, params, context }) {
      const readAndHandle = async (content: unknown) =>
        handle({
          request,
          context,
          query: readQuery(request.url, query),
          body: readBody(content, body),
          param(name) {
            const value = params[name];
            if (value === undefined) throw notFound("Diese Adresse gibt es nicht.");
            return value;
          },
        });
      const hasFields = Object.keys(body.shape).length > 0;
      const result = await (description.bodyType === undefined
        ? readAndHandle(await readJson(request, hasFields))
        : withForm(request, (form) => readAndHandle(partsOf(form))));
      if (result instanceof Response) return result;
      const { status } = description;
      return status === 204 ? new Response(null, { status }) : jsonResponse(result, { status });
    },
  };
}

/** An operation without fields may come without a body. */
async function readJson(request: Request, hasFields: boolean): Promise<unknown> {
  const text = request.body === null ? "" : await request.text();
  if (text === "" && !hasFields) return {};
  try {
    return parseNormalizedJson(text);
  } catch {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein JSON.");
  }
}

/** The parts of a form by their names; a part sent twice is a list, which no field of one value takes. */
function partsOf(form: FormData): unknown {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function readBody(body: unknown, schema: ObjectSchema): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidInput([{ path: "", message: "Der Inhalt muss ein JSON-Objekt sein." }]);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidInput(inputIssues(parsed.error, schema));
}

function readQuery(url: string, schema: ObjectSchema): Record<string, unknown> {
  const parsed = parseSearchParams(new URL(url).searchParams, schema);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.issues);
}

type Methods = Map<string, ApiOperation>;

/** Loader and action of a route that answers all of these operations, and 405 with `Allow` for their other methods. */
export function apiRoute(operations: readonly ApiOperation[]) {
  const byPath = new Map<string, Methods>();
  for (const operation of operations) {
    const methods: Methods = byPath.get(operation.path) ?? new Map();
    byPath.set(operation.path, methods.set(operation.method, operation));
  }
  const addresses = [...byPath].map(([path, methods]) => ({ parts: path.split("/"), methods }));
  // „/api/leads/stats“ is no lead.
  addresses.sort((a, b) => Number(isParam(a.parts.at(-1))) - Number(isParam(b.parts.at(-1))));
  const dispatch = async (args: RouteArgs): Promise<Response> => {
    const asked = new URL(args.request.url).pathname.replace(/\/$/, "").split("/");
    for (const { parts, methods } of addresses) {
      const params = readParams(parts, asked);
      if (params !== null) return answerBy(methods, { ...args, params });
    }
    throw notFound("Diese Adresse gibt es nicht. GET /api/openapi.json nennt alle.");
  };
  return { loader: dispatch, action: dispatch };
}

function isParam(part = ""): boolean {
  return part.startsWith("{");
}

/** What stands in an address at the places of the parameters; null where the address is another one. */
function readParams(parts: readonly string[], asked: readonly string[]) {
  const isMatch = (part: string, at: number) =>
    isParam(part) || part.toLowerCase() === asked[at]?.toLowerCase();
  if (parts.length !== asked.length || !parts.every(isMatch)) return null;
  const params: Record<string, string> = {};
  try {
    for (const [at, part] of parts.entries()) {
      if (isParam(part)) params[part.slice(1, -1)] = decodeURIComponent(asked[at] ?? "");
    }
  } catch {
    return null;
  }
  return params;
}

async function answerBy(methods: Methods, args: RouteArgs): Promise<Response> {
  const { method, signal } = args.request;
  const asked = methods.get(method === "HEAD" ? "GET" : method);
  if (asked === undefined) {
    const allow = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : [])].join(", ");
    throw new Refusal(405, `Hier geht nur ${allow}.`, { headers: { allow } });
  }
  const response = await asked.answer(args);
  if (method !== "HEAD" && !signal.aborted) return response;
  // The body has no reader, and what stands behind it (a file) must be given back.
  await response.body?.cancel();
  return new Response(null, response);
}
