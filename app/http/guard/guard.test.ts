import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import { routeArgs } from "~tests/http/route-args";
import type { Admission } from "./admission.server";
import { type AccessDecision, guardRoutes } from "./guard.server";

type Routes = ServerBuild["routes"];
type RouteModule = NonNullable<Routes[string]>["module"];

const API = "http://127.0.0.1:3000/api/leads";
const PAGE = "http://127.0.0.1:3000/leadspeicher";
const OWN = { host: "127.0.0.1:3000" };
const ADMISSION: Admission = {
  identity: { kind: "demo", actor: "anna" },
  client: { address: "127.0.0.1", host: OWN.host, isSecure: false },
  key: "demo",
};

const module = (parts: Partial<RouteModule>): RouteModule => ({ default: undefined, ...parts });

/** Routes behind a guard with a fixed decision, and spies on its options. */
function guard(routes: Routes, decision: AccessDecision = { kind: "allowed" }) {
  const spies = {
    admit: vi.fn(async () => ADMISSION),
    authorize: vi.fn(() => decision),
    reportError: vi.fn(),
    reportRefusal: vi.fn(),
  };
  const guarded = guardRoutes(routes, {
    ...spies,
    provide: (context) => ({ ...context, actor: "provided" }),
  });
  return { guarded, ...spies };
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  isData?: boolean;
  decision?: AccessDecision;
}

/** Calls a route with these parts. `answer` is what it returned or threw. */
async function ask(
  parts: Partial<RouteModule>,
  url: string,
  { method = "GET", headers = OWN, isData = false, decision }: Asked = {},
) {
  const { guarded, ...spies } = guard(
    { "routes/x": { id: "routes/x", path: "x", module: module(parts) } },
    decision,
  );
  const { loader, action } = guarded["routes/x"]?.module ?? {};
  const args = await routeArgs(url, { method, headers });
  const run = method === "GET" ? loader : action;
  const answer: unknown = await Promise.resolve(
    run?.({ ...args, context: { ...args.context, isData } }),
  ).catch((thrown: unknown) => thrown);
  return { answer, ...spies };
}

/** The same for a route with loader and action; `hasRun` says whether one ran. */
async function askAny(url: string, asked: Asked = {}) {
  const run = vi.fn(async () => "done");
  const outcome = await ask({ loader: run, action: run }, url, asked);
  return { ...outcome, hasRun: run.mock.calls.length > 0 };
}

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  throw new Error("no response", { cause: answer });
}
const statusOf = (answer: unknown) => responseOf(answer).status;
const headerOf = (answer: unknown, name: string) => responseOf(answer).headers.get(name);

describe("the guard", () => {
  it("stands before every loader and action and leaves the rest of a route alone", async () => {
    const reached: string[] = [];
    const run = (name: string) => async () => reached.push(name);
    const routes: Routes = {
      root: { id: "root", path: "", module: module({ default: "page" }) },
      both: {
        id: "both",
        parentId: "root",
        module: module({ loader: run("l"), action: run("a"), handle: 7 }),
      },
      reading: { id: "reading", parentId: "root", module: module({ loader: run("r") }) },
    };
    const { guarded } = guard(routes, { kind: "forbidden", detail: "Nein." });
    expect(Object.keys(guarded)).toEqual(Object.keys(routes));
    expect(guarded.both).toMatchObject({ id: "both", parentId: "root", module: { handle: 7 } });
    expect(guarded.root?.module).toMatchObject({ default: "page" });
    expect(guarded.root?.module.loader).toBeUndefined();
    for (const route of Object.values(guarded)) {
      for (const part of [route?.module.loader, route?.module.action]) {
        if (part) expect(statusOf(await part(await routeArgs(API, { headers: OWN })))).toBe(403);
      }
    }
    expect(reached).toEqual([]);
  });
});

it("answers a thrown text, which is no error, with a number and nothing of it", async () => {
  const { answer, reportError } = await ask({ loader: () => Promise.reject("secret") }, API);
  expect(statusOf(answer)).toBe(500);
  const text = await responseOf(answer).text();
  expect(text).toContain("request-1");
  expect(text).not.toContain("secret");
  expect(reportError).toHaveBeenCalledWith("secret", "request-1");
});

describe("somebody unknown", () => {
  const decision: AccessDecision = { kind: "sign-in" };

  it.each([
    ["without filters that are too long to carry", "GET", `?q=${"ü".repeat(700)}`],
    ["without what a form was sent with", "POST", "?tag=a"],
    ["to its page", "GET", ""],
  ])("comes back %s", async (_, method, search) => {
    const { answer, hasRun } = await askAny(PAGE + search, { decision, method });
    expect([statusOf(answer), hasRun]).toEqual([302, false]);
    expect(headerOf(answer, "location")).toBe("/anmelden?weiter=%2Fleadspeicher");
  });

  it("comes from the start page to the start page", async () => {
    const { answer } = await askAny("http://127.0.0.1:3000/", { decision });
    expect(headerOf(answer, "location")).toBe("/anmelden");
  });
});

describe("what is not theirs to do", () => {
  it("is refused with the reason, which the log keeps", async () => {
    const decision: AccessDecision = { kind: "forbidden", detail: "Nur lesen." };
    const { answer, hasRun, reportRefusal } = await askAny(API, { decision });
    const entry = { requestId: "request-1", method: "GET", status: 403, reason: "Nur lesen." };
    expect(reportRefusal.mock.calls).toEqual([[entry]]);
    expect([statusOf(answer), hasRun]).toEqual([403, false]);
    expect(await responseOf(answer).json()).toMatchObject({ detail: "Nur lesen." });
  });

  it("leads to the page that is", async () => {
    const decision: AccessDecision = { kind: "redirect", path: "/konto" };
    const { answer, hasRun } = await askAny(PAGE, { decision });
    expect([statusOf(answer), headerOf(answer, "location"), hasRun]).toEqual([
      302,
      "/konto",
      false,
    ]);
  });

  it("is judged by method, path and route, and by who asks", async () => {
    const { authorize, admit } = await askAny(`${PAGE}/?x=1`, { method: "POST" });
    const asked = { method: "POST", path: "/leadspeicher" };
    expect(authorize).toHaveBeenCalledWith(ADMISSION.identity, asked, "routes/x");
    expect(admit).toHaveBeenCalledTimes(1);
  });
});
