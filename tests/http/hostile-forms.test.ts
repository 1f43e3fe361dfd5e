import { beforeAll, describe, expect, test } from "vitest";
import { INNARDS } from "../support/api-answers";
import { signInByLink } from "../support/app-server";
import { buildRoutes } from "../support/build-routes";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const origin = app.server.url;

/** What a reader of forms would take for a list of thousands of millions, for a deep path, or read a million times. */
const BODIES: Record<string, { body: string; status: number }> = {
  "a huge index": { body: "query%5B4294967294%5D=x&region=1", status: 400 },
  "an index that fits into memory": { body: "query%5B3000000%5D=x", status: 400 },
  "a deep path": { body: `a${".a".repeat(60_000)}=1`, status: 400 },
  "a deep list": { body: `a${"%5B0%5D".repeat(5_000)}=1`, status: 400 },
  "more fields than there are": { body: "a&".repeat(100_000), status: 413 },
};

/** Of every page that forms are sent to. */
const pages = (await buildRoutes()).filter(
  ({ path, hasAction }) => hasAction && !/^\/(?:api\/|healthz$)/.test(path),
);

test("there are pages with forms", () => {
  expect(pages.length).toBeGreaterThan(15);
});

describe.each(pages)("a form sent to $path", ({ path }) => {
  for (const [name, { body, status }] of Object.entries(BODIES)) {
    test(`is refused at once with ${name}`, async () => {
      const response = await fetch(origin + path.replace(/:\w+/g, "x"), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin },
        body,
        redirect: "manual",
      });
      const text = await response.text();
      // What is not there, and where nobody may send anything, is refused before its form is read.
      expect([status, 302, 403, 404, 405], text.slice(0, 200)).toContain(response.status);
      expect(text.length).toBeLessThan(100_000);
    });
  }
});

test("what is sent to the search is refused for its form", async () => {
  for (const { body, status } of Object.values(BODIES)) {
    const response = await fetch(`${origin}/suche`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(status === 400 ? "zu verstehen" : "2.000 Felder");
  }
});

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

test.each([
  ["/api/search", `{"query":${deep},"region":"Bayern"}`],
  ["/api/ai-search", `{"description":"x","mode":"custom","history":${deep}}`],
  ["/api/leads/bulk", `{"action":"approve","expectedCount":1,"ids":${deep}}`],
  ["/api/leads/bulk", `{"action":"approve","expectedCount":1,"filter":{"tag":${deep}}}`],
  ["/api/generate-email", `{"leadId":${deep}}`],
  ["/api/campaigns", `{"kind":"bundeslaender","terms":${deep}}`],
  ["/api/enrich-leads", `{"ids":${deep}}`],
  ["/api/search-history", `{"mode":"custom","query":${deep}}`],
])("%s refuses lists in lists in lists", async (path, body) => {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(422);
  expect((await response.text()).length).toBeLessThan(10_000);
});

/** A body that says it is a form with parts and has none. */
const GARBAGE = {
  method: "POST",
  headers: { "content-type": "multipart/form-data; boundary=x" },
  body: "garbage",
} as const;

/** Addresses that only take forms and have no page of their own. */
const WITHOUT_PAGE = [
  "/leadspeicher/ansichten",
  "/leadspeicher/sammelaktion",
  "/pipelines/register/datei",
];
/** Whoever signs out says nothing more. */
const SIGN_OUT = "/abmelden";
const takingForms = pages.filter(({ path }) => path !== "/*" && path !== SIGN_OUT);

describe("a broken form", () => {
  let importId: string;
  let cookie: string;

  beforeAll(async () => {
    cookie = await signInByLink(app.server);
    const body = new FormData();
    body.set("datei", new File(["Firma;Website\nEine;https://eine.example\n"], "liste.csv"));
    const init = { method: "POST", body, redirect: "manual" } as const;
    const response = await fetch(`${origin}/leadspeicher/import`, init);
    importId = response.headers.get("location")?.split("/").at(-1) ?? "";
  });

  test.each(takingForms)("is answered at $path with 400 and a sentence", async ({ path }) => {
    const address = path.replace(":importId", importId).replace(/:\w+/g, "1");
    // As the owner: one's own account is nothing for programs.
    const form = { ...GARBAGE, headers: { ...GARBAGE.headers, cookie, origin } };
    const page = await fetch(`${origin}${address}`, form);
    const text = await page.text();
    expect(page.status, text.slice(0, 500)).toBe(400);
    expect(text).toContain(
      WITHOUT_PAGE.includes(path)
        ? "Der Inhalt der Anfrage ist kein Formular."
        : "Die Anfrage war nicht zu verstehen",
    );
    expect(text).not.toMatch(INNARDS);

    const data = await fetch(`${origin}${address}.data`, form);
    expect(data.status).toBe(400);
    expect(await data.text()).toContain("Der Inhalt der Anfrage ist kein Formular.");
  });
});
