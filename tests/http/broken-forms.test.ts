import { beforeAll, expect, test } from "vitest";
import { INNARDS } from "../support/api-answers";
import { signInByLink } from "../support/app-server";
import { buildRoutes } from "../support/build-routes";
import { openTestApp } from "../support/test-app";

/** A body that says it is a form with parts and has none. */
const GARBAGE = {
  method: "POST",
  headers: { "content-type": "multipart/form-data; boundary=x" },
  body: "garbage",
} as const;

const app = await openTestApp();
const origin = app.server.url;
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

/** Addresses that only take forms and have no page of their own. */
const WITHOUT_PAGE = ["/leadspeicher/ansichten", "/leadspeicher/export"];
/** Whoever signs out says nothing more. */
const SIGN_OUT = "/abmelden";
const pages = (await buildRoutes()).filter(
  ({ path, hasAction }) =>
    hasAction && path !== "/*" && path !== SIGN_OUT && !/^\/(api\/|healthz$)/.test(path),
);

test("there are pages that take forms", () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/suche",
      "/ergebnisse/:jobId",
      "/leadspeicher/:leadId",
      "/leadspeicher/ansichten",
      "/leadspeicher/export",
      "/leadspeicher/import",
      "/leadspeicher/import/:importId",
      "/leadspeicher/papierkorb",
      "/leadspeicher/sammelaktion",
      "/leadspeicher/sperrliste",
    ]),
  );
});

test.each(pages)("$path answers a broken form with 400 and a sentence", async ({ path }) => {
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
