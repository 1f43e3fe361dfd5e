import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AppServer, signInByLink, startLinkOf } from "../support/app-server";
import { runToEnd } from "../support/server-run";
import { anonymousFetch } from "../support/signed-fetch";
import { temporaryFolder } from "../support/store";
import { openOwnApp, openTestApp } from "../support/test-app";

const PASSWORD = "planted-Passwort-7h3q";
const LOGIN = { name: "admin", password: PASSWORD };

const { server: withPassword } = await openTestApp({
  settings: { APP_PASSWORD: PASSWORD, HOST: "0.0.0.0" },
});

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
  test("from the environment lets the first administrator in, wherever the server listens", async () => {
    const here = { url: withPassword.url.replace("0.0.0.0", "127.0.0.1") };
    expect(withPassword.output()).not.toContain("link=");
    expect(withPassword.output()).not.toContain(PASSWORD);
    const weiter = "/leadspeicher?tag=x";
    const answer = await sendForm(here, "/anmelden", { ...LOGIN, weiter });
    expect(answer.status).toBeOneOf([302, 303]);
    expect(answer.headers.get("location")).toBe(weiter);
    expect(await statusWith(here, sessionOf(answer))).toBe(200);
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
});

describe("the start link", () => {
  test("signs in once, by a cookie that no script reads and no foreign form takes along", async () => {
    const server = await start();
    const link = startLinkOf(server);
    const login = await (await anonymousFetch(`${server.url}/anmelden`)).text();
    for (const words of ["Noch hat niemand ein Passwort.", "npm run login-link"])
      expect(login).toContain(words);
    expect(login).not.toContain("<script");
    // Whoever looks ahead uses nothing up.
    const ahead = await anonymousFetch(link, { method: "HEAD", redirect: "manual" });
    expect(ahead.headers.getSetCookie()).toEqual([]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => anonymousFetch(link, { redirect: "manual" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410]);
    const [header = "", ...others] = answers.flatMap(({ headers }) =>
      headers.getSetCookie().filter((cookie) => /^leadspeicher-\d+=/.test(cookie)),
    );
    expect(others).toEqual([]);
    for (const part of ["; HttpOnly", "; SameSite=Lax", "; Path=/"]) expect(header).toContain(part);
    expect(header).not.toContain("Domain=");
  });
});

describe("a session", () => {
  test("ends by signing out, in this browser alone", async () => {
    const app = { url: withPassword.url.replace("0.0.0.0", "127.0.0.1") };
    const here = sessionOf(await sendForm(app, "/anmelden", LOGIN));
    const there = sessionOf(await sendForm(app, "/anmelden", LOGIN));
    expect(here).not.toBe(there);
    const out = await sendForm(app, "/abmelden", {}, { cookie: here });
    expect(out.headers.get("location")).toBe("/anmelden");
    expect(out.headers.getSetCookie().join()).toMatch(/leadspeicher-\d+=;/);
    expect(await statusWith(app, here)).toBe(401);
    expect(await statusWith(app, there)).toBe(200);
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
});
