import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AppServer, signInByLink, startLinkOf } from "../support/app-server";
import { runToEnd, sendRaw } from "../support/server-run";
import { anonymousFetch } from "../support/signed-fetch";
import { temporaryFolder } from "../support/store";
import { openOwnApp, openTestApp } from "../support/test-app";

const PASSWORD = "planted-Passwort-7h3q";
const LOGIN = { name: "admin", password: PASSWORD };

const { server: withPassword } = await openTestApp({ settings: { APP_PASSWORD: PASSWORD } });
const { server: withLink } = await openTestApp();

async function start(settings: Record<string, string> = {}): Promise<AppServer> {
  return (await openOwnApp({ settings })).server;
}

/** Starts a server over a folder of its own that is expected to end by itself. */
function runServer(folder: string, settings: Record<string, string>) {
  const own = { PORT: "0", DATABASE_PATH: join(folder, "leads.sqlite") };
  return runToEnd("scripts/serve.ts", { ...own, ...settings });
}

/** Sends the form of a page as a browser without scripts does. */
function sendForm(
  { url }: { url: string },
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return anonymousFetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });
}

function sessionOf(response: Response): string {
  const header = response.headers.getSetCookie().find((cookie) => cookie.includes("leadspeicher"));
  return header?.split(";", 1)[0] ?? "";
}

async function statusWith(app: { url: string }, cookie: string): Promise<number> {
  return (await anonymousFetch(`${app.url}/api/leads`, { headers: { cookie } })).status;
}

describe("a password", () => {
  test("from the environment lets the first administrator in, wherever the server listens, and is what it was from then on", async () => {
    const app = await openOwnApp({ settings: { APP_PASSWORD: PASSWORD, HOST: "0.0.0.0" } });
    const here = () => ({ url: app.server.url.replace("0.0.0.0", "127.0.0.1") });
    expect(app.server.output()).not.toContain("link=");
    expect(app.server.output()).not.toContain(PASSWORD);
    const weiter = "/leadspeicher?tag=x";
    const answer = await sendForm(here(), "/anmelden", { ...LOGIN, weiter });
    expect(answer.status).toBeOneOf([302, 303]);
    expect(answer.headers.get("location")).toBe(weiter);
    expect(await statusWith(here(), sessionOf(answer))).toBe(200);
    // One that was set once needs no setting any more, and another setting does not change it.
    const other = "another-Passwort-9k2m";
    for (const password of ["", other]) {
      await app.restart({ APP_PASSWORD: password });
      const right = await sendForm(here(), "/anmelden", LOGIN);
      expect(right.headers.get("location")).toBe("/suche");
    }
    expect((await sendForm(here(), "/anmelden", { ...LOGIN, password: other })).status).toBe(422);
  });

  test("in an empty file ends the start, and line breaks and a byte order mark are no part of it", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "password");
    await writeFile(path, " \n");
    const run = await runServer(folder, { APP_PASSWORD_FILE: path });
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("APP_PASSWORD_FILE");
    await writeFile(path, `\uFEFF${PASSWORD}\r\n`);
    const app = await start({ APP_PASSWORD_FILE: path });
    const answer = await sendForm(app, "/anmelden", LOGIN);
    expect(answer.headers.get("location")).toBe("/suche");
  });

  test("in a file that can't be read ends the start and names the setting, not the path", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "planted-folder");
    await mkdir(path);
    const run = await runServer(folder, { APP_PASSWORD_FILE: path });
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("APP_PASSWORD_FILE");
    expect(run.output).not.toContain("planted-folder");
  });

  test("that is wrong is refused as a name that nobody has, and is never shown", async () => {
    const app = withPassword;
    const texts = await Promise.all(
      [
        { name: "admin", password: "planted-wrong-1" },
        { name: "niemand", password: "planted-wrong-1" },
      ].map(async (fields) => {
        const answer = await sendForm(app, "/anmelden", fields);
        expect(answer.status).toBe(422);
        expect(answer.headers.getSetCookie()).toEqual([]);
        return (await answer.text()).replaceAll(fields.name, "NAME").replace(/nonce="[^"]*"/g, "");
      }),
    );
    expect(texts[0]).toContain("Passwort");
    expect(texts[0]).not.toContain("planted-wrong-1");
    const alert = (text: string | undefined) => /role="alert"[^>]*>(.*?)<\//s.exec(text ?? "")?.[1];
    expect(alert(texts[0])).toBe(alert(texts[1]));
    expect(app.output()).not.toContain("planted-wrong-1");
  });

  test("leads nowhere else than where it was asked for", async () => {
    for (const weiter of ["//evil.example/x", "/anmelden?link=x"]) {
      const answer = await sendForm(withPassword, "/anmelden", { ...LOGIN, weiter });
      expect(answer.headers.get("location"), weiter).toMatch(/^\/(suche|anmelden)/);
    }
  });
});

describe("the start link", () => {
  test("signs in once, also when it is opened twice at the same time", async () => {
    const app = withLink;
    const link = startLinkOf(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => anonymousFetch(link, { redirect: "manual" })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([302, ...Array.from({ length: 7 }, () => 410)]);
  });

  test("is made anew by a command while the server runs", async () => {
    const app = withLink;
    const earlier = startLinkOf(app);
    const run = await runToEnd("scripts/login-link.ts", {
      DATABASE_PATH: app.databasePath,
      PORT: new URL(app.url).port,
    });
    expect(run.code, run.output).toBe(0);
    const link = /http:\S+/.exec(run.output)?.[0] ?? "";
    expect((await anonymousFetch(earlier, { redirect: "manual" })).status).toBe(410);
    const answer = await anonymousFetch(link, { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(await statusWith(app, sessionOf(answer))).toBe(200);
  });
});

describe("a session", () => {
  test("ends by signing out, in this browser alone", async () => {
    const app = withPassword;
    const here = sessionOf(await sendForm(app, "/anmelden", LOGIN));
    const there = sessionOf(await sendForm(app, "/anmelden", LOGIN));
    expect(here).not.toBe(there);
    const out = await sendForm(app, "/abmelden", {}, { cookie: here });
    expect(out.headers.get("location")).toBe("/anmelden");
    expect(out.headers.getSetCookie().join()).toMatch(/leadspeicher-\d+=;/);
    expect(await statusWith(app, here)).toBe(401);
    expect(await statusWith(app, there)).toBe(200);
  });

  test("ends when its browser signs in anew", async () => {
    const app = withPassword;
    const before = sessionOf(await sendForm(app, "/anmelden", LOGIN));
    const after = sessionOf(await sendForm(app, "/anmelden", LOGIN, { cookie: before }));
    expect(await statusWith(app, before)).toBe(401);
    expect(await statusWith(app, after)).toBe(200);
  });

  test("goes on after a restart, unless the secret has changed, and the start link is a new one", async () => {
    const app = await openOwnApp();
    const first = new URL(startLinkOf(app.server));
    const cookie = (await signInByLink(app.server)).split("=").slice(1).join("=");
    const status = () => {
      const name = `leadspeicher-${new URL(app.server.url).port}`;
      return statusWith(app.server, `${name}=${cookie}`);
    };
    await app.restart();
    expect(await status()).toBe(200);
    expect(new URL(startLinkOf(app.server)).search).not.toBe(first.search);
    const old = await anonymousFetch(app.server.url + first.pathname + first.search);
    expect(old.status).toBe(410);
    expect(await statusWith(app.server, await signInByLink(app.server))).toBe(200);
    await app.restart({ APP_SECRET: "another secret of at least 32 characters" });
    expect(await status()).toBe(401);
  });

  test("of a page that is left open leads its data requests to the login", async () => {
    const answer = await sendRaw(withLink.url, "/leadspeicher.data", { isAnonymous: true });
    expect(answer.status).toBe(401);
  });
});

// Last of all, since it is what the server remembers.
test("a password that many try at once is checked a few times, and the others have to wait", async () => {
  const wrong = { name: "admin", password: "falsches-Passwort" };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => sendForm(withPassword, "/anmelden", wrong)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  const checked = answers.filter(({ status }) => status === 422);
  expect(checked.length).toBeGreaterThan(0);
  // Ten tries for the name; the others wait, or find too many waiting.
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(checked.length + refused.length).toBe(30);
  for (const { headers } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // Whoever is signed in goes on working.
  expect((await fetch(`${withPassword.url}/api/leads`)).status).toBe(200);
});
