import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import { routeArgs } from "~tests/http/route-args";
import { Refusal } from "../../refusal";
import { allowedOrigins } from "../gate/request-origin";
import type { Admission } from "./admission.server";
import { type AccessDecision, guardRoutes } from "./guard.server";

type Routes = ServerBuild["routes"];
type RouteModule = NonNullable<Routes[string]>["module"];

const API = "http://127.0.0.1:3000/api/leads";
const PAGE = "http://127.0.0.1:3000/leadspeicher";
const OWN = { host: "127.0.0.1:3000" };

const CLIENT = { address: "127.0.0.1", host: OWN.host, isSecure: false };
const ADMISSION: Admission = {
  identity: { kind: "demo", actor: "anna" },
  client: CLIENT,
  key: "demo",
};
/** Lets everybody in. */
const OPEN = {
  admit: async () => ADMISSION,
  authorize: (): AccessDecision => ({ kind: "allowed" }),
  reportRefusal: () => {},
};

const module = (parts: Partial<RouteModule>): RouteModule => ({ default: undefined, ...parts });

/** One route with these parts behind the guard, and what the guard reported. */
function guarded(parts: Partial<RouteModule>) {
  const reportError = vi.fn();
  const routes = guardRoutes(
    { "routes/x": { id: "routes/x", path: "x", module: module(parts) } },
    {
      ...OPEN,
      provide: (context) => ({ ...context, actor: "provided" }),
      origins: () => allowedOrigins(3000, ["https://leads.example.de"]),
      reportError,
    },
  );
  return { module: routes["routes/x"]?.module, reportError };
}

async function load(
  parts: Partial<RouteModule>,
  url: string,
  init: RequestInit = { headers: OWN },
) {
  const guard = guarded(parts);
  const outcome = await Promise.resolve(guard.module?.loader?.(await routeArgs(url, init))).then(
    (answer) => ({ answer, thrown: undefined }),
    (thrown: unknown) => ({ answer: undefined, thrown }),
  );
  return { ...outcome, reportError: guard.reportError };
}

/** Runs an action with these headers; whether it ran, and what came back or was thrown. */
async function post(url: string, headers: Record<string, string>) {
  const action = vi.fn(async () => "done");
  const guard = guarded({ action });
  const args = await routeArgs(url, { method: "POST", headers });
  const answer: unknown = await Promise.resolve(guard.module?.action?.(args)).catch(
    (thrown) => thrown,
  );
  return { hasRun: action.mock.calls.length > 0, answer };
}

function statusOf(answer: unknown): number | null {
  return answer instanceof Response ? answer.status : null;
}

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
    const closed = guardRoutes(routes, {
      ...OPEN,
      provide: (context) => context,
      origins: () => ({ hosts: new Set(), origins: new Set() }),
      reportError: () => {},
    });
    expect(Object.keys(closed)).toEqual(Object.keys(routes));
    expect(closed.both).toMatchObject({ id: "both", parentId: "root", module: { handle: 7 } });
    expect(closed.root?.module).toMatchObject({ default: "page" });
    expect(closed.root?.module.loader).toBeUndefined();
    for (const route of Object.values(closed)) {
      for (const part of [route?.module.loader, route?.module.action]) {
        const answer: unknown = part && (await part(await routeArgs(API, { headers: OWN })));
        if (part) expect(statusOf(answer)).toBe(421);
      }
    }
    expect(reached).toEqual([]);
  });

  it("hands every route what it works with", async () => {
    const loader = vi.fn(async () => "answer");
    const { answer } = await load({ loader }, API);
    expect(answer).toBe("answer");
    expect(loader).toHaveBeenCalledWith(
      expect.objectContaining({
        context: expect.objectContaining({ actor: "provided" }),
        params: {},
      }),
    );
  });
});

describe("a foreign name", () => {
  it.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1:3001",
    "localhost",
    "127.0.0.1:3000.evil.example",
  ])("in Host is refused: %s", async (host) => {
    const loader = vi.fn();
    const api = await load({ loader }, API, { headers: { host } });
    expect(statusOf(api.answer)).toBe(421);
    const page = await load({ loader }, PAGE, { headers: { host } });
    expect(statusOf(page.thrown)).toBe(421);
    expect(loader).not.toHaveBeenCalled();
    expect(api.reportError).not.toHaveBeenCalled();
  });

  it("in the address counts where no Host came", async () => {
    const loader = vi.fn(async () => "answer");
    expect((await load({ loader }, "http://localhost:3000/suche", {})).answer).toBe("answer");
    expect(statusOf((await load({ loader }, "http://evil.example/suche", {})).thrown)).toBe(421);
  });

  it("is none of the public ones", async () => {
    const loader = vi.fn(async () => "answer");
    const { answer } = await load({ loader }, PAGE, { headers: { host: "leads.example.de" } });
    expect(answer).toBe("answer");
  });
});

describe("a foreign page", () => {
  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["no origin that is one", { origin: "null" }],
    ["another port", { origin: "http://127.0.0.1:4000" }],
    ["another scheme", { origin: "https://127.0.0.1:3000" }],
    ["another name of this server", { origin: "https://leads.example.de" }],
    ["a browser that says so", { "sec-fetch-site": "cross-site" }],
    ["a sibling", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" }],
    ["a cookie without an origin", { cookie: "session=1" }],
  ])("may not change anything: %s", async (_, headers) => {
    const api = await post(API, { ...OWN, ...headers });
    expect([api.hasRun, statusOf(api.answer)]).toEqual([false, 403]);
    const page = await post(PAGE, { ...OWN, ...headers });
    expect([page.hasRun, statusOf(page.answer)]).toEqual([false, 403]);
  });

  it.each<[string, Record<string, string>]>([
    [
      "this server's own page",
      { origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" },
    ],
    ["a program without a browser", {}],
    ["a program with a token", { authorization: "Bearer abc" }],
  ])("is not %s", async (_, headers) => {
    expect(await post(API, { ...OWN, ...headers })).toEqual({ hasRun: true, answer: "done" });
  });

  it("may link here", async () => {
    const headers = { ...OWN, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await load({ loader: async () => "answer" }, PAGE, { headers })).answer).toBe("answer");
  });
});

describe("what a route throws", () => {
  it("for a reason becomes a problem document", async () => {
    const loader = async () => {
      throw new Refusal(404, "Diesen Lead gibt es nicht.", { headers: { "x-more": "1" } });
    };
    const { answer, reportError } = await load({ loader }, `${API}/7`);
    if (!(answer instanceof Response)) throw new Error("no response");
    expect([answer.status, answer.headers.get("x-more")]).toEqual([404, "1"]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await answer.json()).toMatchObject({ detail: "Diesen Lead gibt es nicht." });
    expect(reportError).not.toHaveBeenCalled();
    expect(statusOf((await load({ loader }, `${PAGE}/7`)).thrown)).toBe(404);
  });

  it.each([API, "http://127.0.0.1:3000/healthz"])(
    "unforeseen becomes a problem with a number and nothing of the error (%s)",
    async (url) => {
      const error = new Error("SELECT secret FROM leads in /srv/app/store.ts");
      const loader = async () => {
        throw error;
      };
      const { answer, reportError } = await load({ loader }, url);
      if (!(answer instanceof Response)) throw new Error("no response");
      expect(answer.status).toBe(500);
      const text = await answer.text();
      expect(text).toContain("request-1");
      expect(text).not.toMatch(/secret|SELECT|\.ts|at /);
      expect(reportError).toHaveBeenCalledWith(error, "request-1");
    },
  );

  it("unforeseen in a page is reported and left to the page's own error", async () => {
    const error = new Error("x");
    const loader = async () => {
      throw error;
    };
    const { thrown, reportError } = await load({ loader }, PAGE);
    expect(thrown).toBe(error);
    expect(reportError).toHaveBeenCalledWith(error, "request-1");
  });

  it("as a response goes on as it is", async () => {
    const redirect = new Response(null, { status: 302, headers: { location: "/suche" } });
    const loader = async () => {
      throw redirect;
    };
    for (const url of [API, PAGE]) {
      const { thrown, reportError } = await load({ loader }, url);
      expect(thrown).toBe(redirect);
      expect(reportError).not.toHaveBeenCalled();
    }
  });

  it("without being an error is reported, too", async () => {
    const loader = () => Promise.reject("nur ein Text");
    const { answer, reportError } = await load({ loader }, API);
    expect(statusOf(answer)).toBe(500);
    expect(reportError).toHaveBeenCalledWith("nur ein Text", "request-1");
  });
});

/** Asks behind a guard that has decided; whether the route ran, and the response. */
async function askJudged(
  decision: AccessDecision,
  url: string,
  { method = "GET", isData = false }: { method?: string; isData?: boolean } = {},
) {
  const run = vi.fn(async () => "data");
  const authorize = vi.fn(() => decision);
  const admit = vi.fn(OPEN.admit);
  const reportRefusal = vi.fn();
  const routes = guardRoutes(
    { "routes/x": { id: "routes/x", path: "x", module: module({ loader: run, action: run }) } },
    {
      admit,
      authorize,
      reportRefusal,
      provide: (context) => context,
      origins: () => allowedOrigins(3000, []),
      reportError: vi.fn(),
    },
  );
  const args = await routeArgs(url, { method, headers: OWN });
  const { loader, action } = routes["routes/x"]?.module ?? {};
  const context = { ...args.context, isData };
  const answer: unknown = await Promise.resolve(
    (method === "GET" ? loader : action)?.({ ...args, context }),
  ).catch((thrown: unknown) => thrown);
  return { answer, hasRun: run.mock.calls.length > 0, authorize, admit, reportRefusal };
}

describe("somebody unknown", () => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "is sent to the login by a page (%s), and told so by data and the API",
    async (method) => {
      const page = await askJudged({ kind: "sign-in" }, `${PAGE}?tag=a%26b`, { method });
      expect(statusOf(page.answer)).toBe(302);
      const wanted = method === "GET" ? "/leadspeicher?tag=a%26b" : "/leadspeicher";
      expect(page.answer instanceof Response && page.answer.headers.get("location")).toBe(
        `/anmelden?weiter=${encodeURIComponent(wanted)}`,
      );
      const data = await askJudged({ kind: "sign-in" }, PAGE, { method, isData: true });
      const api = await askJudged({ kind: "sign-in" }, API, { method });
      expect([statusOf(data.answer), statusOf(api.answer)]).toEqual([401, 401]);
      expect([page.hasRun, data.hasRun, api.hasRun]).toEqual([false, false, false]);
    },
  );

  it("comes back without filters that are too long to carry", async () => {
    const long = `${PAGE}?q=${encodeURIComponent("ü".repeat(700))}`;
    const { answer } = await askJudged({ kind: "sign-in" }, long);
    expect(answer instanceof Response && answer.headers.get("location")).toBe(
      "/anmelden?weiter=%2Fleadspeicher",
    );
  });

  it("comes from the start page to the start page", async () => {
    const { answer } = await askJudged({ kind: "sign-in" }, "http://127.0.0.1:3000/");
    expect(answer instanceof Response && answer.headers.get("location")).toBe("/anmelden");
  });
});

describe("what is not theirs to do", () => {
  it("is refused with the reason, which the log keeps", async () => {
    const { answer, hasRun, reportRefusal } = await askJudged(
      { kind: "forbidden", detail: "Nur lesen." },
      API,
    );
    const entry = { requestId: "request-1", method: "GET", status: 403, reason: "Nur lesen." };
    expect(reportRefusal.mock.calls).toEqual([[entry]]);
    expect([statusOf(answer), hasRun]).toEqual([403, false]);
    expect(answer instanceof Response && (await answer.json())).toMatchObject({
      detail: "Nur lesen.",
    });
  });

  it("leads to the page that is", async () => {
    const { answer, hasRun } = await askJudged({ kind: "redirect", path: "/konto" }, PAGE);
    expect([statusOf(answer), hasRun]).toEqual([302, false]);
    expect(answer instanceof Response && answer.headers.get("location")).toBe("/konto");
  });

  it("is judged by method, path and route, and by who asks", async () => {
    const { authorize, admit } = await askJudged({ kind: "allowed" }, `${PAGE}/?x=1`, {
      method: "POST",
    });
    const asked = { method: "POST", path: "/leadspeicher" };
    expect(authorize).toHaveBeenCalledWith(ADMISSION.identity, asked, "routes/x");
    expect(admit).toHaveBeenCalledTimes(1);
  });
});

describe("a route without an action", () => {
  const reading = { loader: vi.fn(async () => "data") };

  it("refuses to be changed, behind the guard", async () => {
    for (const [url, init] of [
      [API, { method: "POST", headers: OWN }],
      [PAGE, { method: "POST", headers: OWN }],
    ] as const) {
      const action = guarded(reading).module?.action;
      const answer: unknown = await Promise.resolve(action?.(await routeArgs(url, init))).catch(
        (thrown: unknown) => thrown,
      );
      expect(statusOf(answer)).toBe(405);
      expect(answer instanceof Response && answer.headers.get("allow")).toBe("GET, HEAD");
    }
  });

  it("is not told from any other by somebody unknown", async () => {
    const routes = guardRoutes(
      { "routes/x": { id: "routes/x", path: "x", module: module(reading) } },
      {
        ...OPEN,
        authorize: () => ({ kind: "sign-in" }),
        provide: (context) => context,
        origins: () => allowedOrigins(3000, []),
        reportError: vi.fn(),
      },
    );
    const args = await routeArgs(API, { method: "POST", headers: OWN });
    const answer: unknown = await routes["routes/x"]?.module.action?.(args);
    expect(statusOf(answer)).toBe(401);
  });
});
