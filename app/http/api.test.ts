import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routeArgs } from "~tests/http/route-args";
import { isRefusal } from "../refusal";
import { apiRoute, operation } from "./api.server";
import { problemOf as toProblem } from "./problem";

const URL_OF = "http://127.0.0.1:3000/api/things/7";
const shape = {
  path: "/api/things/{thingId}",
  summary: "Dinge",
  status: 200,
  response: z.unknown(),
} as const;

const read = operation({
  ...shape,
  method: "GET",
  query: z.strictObject({ q: z.string().optional() }),
  async handle({ query, param, context }) {
    return { q: query.q, id: param("thingId"), actor: context.actor };
  },
});
const create = operation({
  ...shape,
  method: "POST",
  status: 202,
  body: z.strictObject({
    name: z.string("Ein Name fehlt."),
    count: z.int("Eine Zahl.").default(5),
  }),
  async handle({ body }) {
    return body;
  },
});
const remove = operation({ ...shape, method: "DELETE", status: 204, async handle() {} });
const route = apiRoute(read, create, remove);

async function answer(method: string, url = URL_OF, body?: string): Promise<Response> {
  return route.action(await routeArgs(url, { method, body }, { thingId: "7" }));
}

async function problemOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (isRefusal(error)) return { problem: toProblem(error), headers: error.headers };
  throw error;
}

describe("an operation of the API", () => {
  it("gets its query, its path and who asks, and answers JSON with its status", async () => {
    const response = await answer("GET", `${URL_OF}?q=x`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual({ q: "x", id: "7", actor: "anna" });
  });

  it("gets its body with the defaults filled in", async () => {
    const response = await answer("POST", URL_OF, '{"name":"Müller"}');
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ name: "Müller", count: 5 });
  });

  it("may answer by itself", async () => {
    const response = await answer("DELETE");
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
  });

  it.each(["{", "", "undefined", "{'name':1}"])("refuses the body %j as no JSON", async (body) => {
    const { problem } = await problemOf(answer("POST", URL_OF, body));
    expect(problem).toMatchObject({ status: 400, detail: "Der Inhalt der Anfrage ist kein JSON." });
  });

  it.each(["null", "[]", "7", '"text"', "true"])(
    "refuses the body %s as no object",
    async (body) => {
      const message = "Der Inhalt muss ein JSON-Objekt sein.";
      const { problem } = await problemOf(answer("POST", URL_OF, body));
      expect(problem).toMatchObject({
        status: 422,
        detail: message,
        errors: [{ path: "", message }],
      });
    },
  );

  it.each([
    ['{"name":7}', [{ path: "name", message: "Ein Name fehlt." }]],
    ["{}", [{ path: "name", message: "Ein Name fehlt." }]],
    ['{"name":"a","cuont":1}', [{ path: "cuont", message: expect.stringContaining("„count“") }]],
    ['{"name":"a","count":"5"}', [{ path: "count", message: "Eine Zahl." }]],
  ])("refuses the body %s and names the fault", async (body, errors) => {
    const { problem } = await problemOf(answer("POST", URL_OF, body));
    expect(problem).toMatchObject({ status: 422, errors });
  });

  it("refuses a body and a query where there is none", async () => {
    const { problem } = await problemOf(answer("DELETE", URL_OF, '{"all":true}'));
    expect(problem).toMatchObject({ status: 422, errors: [{ path: "all" }] });
    const other = await problemOf(answer("DELETE", `${URL_OF}?all=true`));
    expect(other.problem).toMatchObject({ status: 422, errors: [{ path: "all" }] });
  });

  it("refuses unknown and repeated parameters", async () => {
    const { problem } = await problemOf(answer("GET", `${URL_OF}?Q=x`));
    expect(problem).toMatchObject({
      status: 422,
      detail: "Q: „Q“ gibt es hier nicht. Am nächsten kommt „q“.",
    });
    expect((await problemOf(answer("GET", `${URL_OF}?q=a&q=b`))).problem.status).toBe(422);
  });

  it("knows no part of a path that is not in it", async () => {
    const args = await routeArgs(URL_OF, {}, {});
    expect((await problemOf(route.loader(args))).problem.status).toBe(404);
  });
});

describe("a route of the API", () => {
  it.each(["PUT", "PATCH", "OPTIONS", "PROPFIND"])(
    "answers %s with 405 and what there is",
    async (method) => {
      const { problem, headers } = await problemOf(answer(method));
      expect(problem.status).toBe(405);
      expect(headers).toEqual({ allow: "GET, POST, DELETE, HEAD" });
    },
  );

  it("answers HEAD like GET without the body", async () => {
    const response = await route.loader(
      await routeArgs(URL_OF, { method: "HEAD" }, { thingId: "7" }),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.text()).toBe("");
  });

  it("names no HEAD where there is nothing to read", async () => {
    const { headers } = await problemOf(apiRoute(create).loader(await routeArgs(URL_OF)));
    expect(headers).toEqual({ allow: "POST" });
  });
});
