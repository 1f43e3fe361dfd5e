import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { invalidInput, notFound, Refusal } from "../refusal";
import { parseNormalizedJson } from "../text/clean-text";
import { readForm } from "./read-form.server";
import { inputIssues, type ObjectSchema, parseSearchParams } from "./search-params";
import { jsonResponse } from "./text-response.server";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const NOTHING = z.strictObject({});
type Nothing = typeof NOTHING;

type ParamOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

interface ApiRequest<Param, Query extends ObjectSchema, Body extends ObjectSchema> {
  request: Request;
  context: AppLoadContext;
  query: z.infer<Query>;
  body: z.infer<Body>;
  param(name: Param): string;
}

interface Description {
  /** Becomes the method's name in a generated client. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces: `/api/leads/{id}`. */
  path: string;
  summary: string;
  description?: string;
  headers?: ObjectSchema;
  /** Set for uploads; the form's parts are the body's fields. */
  bodyType?: "multipart/form-data";
  status: 200 | 201 | 202 | 204;
  /** A string is the content type of a response other than JSON. */
  response?: z.ZodType | string;
  otherResponse?: { status: 200 | 201; schema: z.ZodType };
  /** Problem statuses besides 422 and 500. */
  problems?: readonly number[];
}

export interface ApiOperation extends Description {
  query: ObjectSchema;
  body: ObjectSchema;
  answer(args: RouteArgs): Promise<Response>;
}

interface Definition<Param, Query extends ObjectSchema, Body extends ObjectSchema>
  extends Description {
  query?: Query;
  body?: Body;
  /** A Response is sent as it is, anything else as JSON with the operation's status. */
  handle(request: ApiRequest<Param, Query, Body>): Promise<unknown>;
}

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
      const hasFields = Object.keys(body.shape).length > 0;
      const content =
        description.bodyType === undefined
          ? await readJson(request, hasFields)
          : formFields(await readForm(request));
      const result = await handle({
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
      if (result instanceof Response) return result;
      const { status } = description;
      return status === 204 ? new Response(null, { status }) : jsonResponse(result, { status });
    },
  };
}

async function readJson(request: Request, hasFields: boolean): Promise<unknown> {
  const text = request.body === null ? "" : await request.text();
  if (text === "" && !hasFields) return {};
  try {
    return parseNormalizedJson(text);
  } catch {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein JSON.");
  }
}

function formFields(form: FormData): unknown {
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

/** Other methods of these paths get 405 with `Allow`. */
export function apiRoute(operations: readonly ApiOperation[]) {
  const byPath = new Map<string, Methods>();
  for (const operation of operations) {
    const methods: Methods = byPath.get(operation.path) ?? new Map();
    byPath.set(operation.path, methods.set(operation.method, operation));
  }
  // Fixed paths match before parameters: „/api/leads/stats“ is not a lead.
  const addresses = [...byPath].toSorted(
    ([a], [b]) => Number(a.endsWith("}")) - Number(b.endsWith("}")),
  );
  const dispatch = async (args: RouteArgs): Promise<Response> => {
    const asked = decodedPath(args.request.url).replace(/\/$/, "").split("/");
    for (const [path, methods] of addresses) {
      const parts = path.split("/");
      const params: Record<string, string> = {};
      const isMatch = asked.every((part, at) => {
        const [, name] = /^\{(\w+)\}$/.exec(parts[at] ?? "") ?? [];
        if (name !== undefined) params[name] = part;
        return name !== undefined || parts[at]?.toLowerCase() === part.toLowerCase();
      });
      if (isMatch && asked.length === parts.length) return answerBy(methods, { ...args, params });
    }
    throw notFound("Diese Adresse gibt es nicht. GET /api/openapi.json nennt alle.");
  };
  return { loader: dispatch, action: dispatch };
}

function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return "";
  }
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
  // Cancelling closes the file that the body reads.
  await response.body?.cancel();
  return new Response(null, response);
}
