import { beforeAll, describe, expect, test } from "vitest";
import { INNARDS, withoutFolders } from "../support/api-answers";
import { startSearch, waitForJob } from "../support/api-client";
import { type BuildRoute, buildRoutes } from "../support/build-routes";
import { type RawAnswer, sendRaw } from "../support/server-run";
import { openTestApp } from "../support/test-app";

/** What may stand where an id belongs. */
const ODD_IDS = ["0", "-1", "null", "a'b", "%22", "%25", "%0A", "%F0%9F%98%80", "..%2F..", "1e999"];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const READ_AND_WRITE = ["GET", "POST"];
const FORM = { type: "application/x-www-form-urlencoded", body: "a=b&intent=unbekannt" };
const JSON_BODY = { type: "application/json", body: "{}" };

const app = await openTestApp();
const origin = app.server.url;
let jobId: string;

beforeAll(async () => {
  jobId = await startSearch(origin, { query: "Fernwärme", region: "Berlin", count: 2 });
  await waitForJob(origin, jobId);
});

function isApi(path: string): boolean {
  return /^\/(api\/|healthz)/.test(path);
}

/** Real addresses of a route, one for each odd id. */
function addressesOf({ path }: BuildRoute): string[] {
  const filled = (id: string) => path.replace(/:\w+/g, id).replace(/\*$/, id);
  return [...new Set([filled(jobId), ...ODD_IDS.map(filled)])];
}

/** Asks for an address in a method; writing methods carry a body that the address can read. */
async function ask(method: string, path: string): Promise<RawAnswer> {
  if (method === "GET" || method === "HEAD") return sendRaw(origin, path, { method });
  const { type, body } = isApi(path) ? JSON_BODY : FORM;
  const headers = { "content-type": type, "content-length": String(body.length) };
  return sendRaw(origin, path, { method, headers, body });
}

/** Asks in some methods: whatever comes, it is no fault of the program and shows nothing of its inside. */
async function expectSound(addresses: readonly string[], methods = METHODS): Promise<void> {
  for (const path of addresses) {
    await Promise.all(
      methods.map(async (method) => {
        const { status, text } = await ask(method, path);
        const name = `${method} ${path.slice(0, 100)}\n${text.slice(0, 500)}`;
        expect(status, name).toBeLessThan(500);
        expect(withoutFolders(path, text, app.server), name).not.toMatch(INNARDS);
        expect(text, name).not.toMatch(/root:x:0|"dependencies"|composition\.server/);
      }),
    );
  }
}

const routes = await buildRoutes();

for (const route of routes) {
  describe(`the route ${route.id}`, () => {
    test("answers every method and odd id without a fault of the program", async () => {
      const [usual = "", ...odd] = addressesOf(route);
      await expectSound([usual]);
      await expectSound(odd, READ_AND_WRITE);
    });

    test("answers as page data, with odd names of routes, without a fault of the program", async () => {
      const [path = ""] = addressesOf(route);
      const data = path === "/" ? "/_root.data" : `${path}.data`;
      const id = encodeURIComponent(route.id);
      await expectSound([data, `${data}?_routes=${id}`]);
      const odd = [
        `${data}?_routes=unbekannt`,
        `${data}?_routes=`,
        `${data}?_routes=root,${id}&_routes=%F0%9F%98%80`,
        `${path}?index`,
        `${path}/`,
        `${path}.data.data`,
        `${path}?${"x=1&".repeat(200)}`,
      ];
      await expectSound(odd, READ_AND_WRITE);
    });
  });
}

test("addresses that no route has are answered without a fault of the program", async () => {
  await expectSound([
    "/.data",
    "/*.data",
    "/suche/.data",
    "/SUCHE",
    "/api/leads/",
    "/API/LEADS",
    "/build/",
    "/build/..%2f..%2fpackage.json",
    "/..%2f..%2fetc%2fpasswd",
    "/..%2f..%2f..%2fpackage.json",
    "/.env",
    "/%00",
    "/%",
    "/%C3",
    "/\\evil",
    "//evil.example/suche",
    "/suche?job=%F0%9F%98%80&von='\"<>",
    "/leadspeicher?page=abc&sort=%01&q=%25",
    "/leadspeicher?tag=&term=&federalState=x&createdFrom=1",
  ]);
});

test("after all this the server is well and has logged no fault", async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const faults = app.server
    .output()
    .split("\n")
    .filter((line) => /"level":(50|60)/.test(line));
  expect(faults.slice(0, 3)).toEqual([]);
  expect(app.server.output()).not.toContain("test-google-key");
  expect(app.server.output()).not.toContain("test-anymailfinder-key");
});

describe("the parameter of the framework's former page data", () => {
  test("is answered without a fault of the program by every route", async () => {
    for (const route of routes) {
      const [path = ""] = addressesOf(route);
      const id = encodeURIComponent(route.id);
      const asked = [`${path}?_data=${id}`, `${path}?_data=unbekannt`, `${path}?_data=`];
      await expectSound(asked, READ_AND_WRITE);
    }
  });

  test("is one that the API does not have", async () => {
    for (const value of ["unbekannt", "routes/api.leads._index", "root", ""]) {
      const { status } = await ask("GET", `/api/leads?_data=${encodeURIComponent(value)}`);
      expect(status).toBe(404);
    }
  });
});

test("a path that climbs out of the folder of files is not there", async () => {
  for (const path of ["/api/jobs/..%2F..", "/a/..%2f", "/build"]) {
    expect((await ask("GET", path)).status, path).toBe(404);
  }
});

test("pages are changed by POST alone", async () => {
  for (const path of ["/suche", `/ergebnisse/${jobId}`]) {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect((await ask(method, path)).status, `${method} ${path}`).toBe(405);
    }
  }
});
