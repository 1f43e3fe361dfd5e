import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  type AppServer,
  removeFolder,
  signInByLink,
  startAppServer,
  startLinkOf,
  temporaryFolder,
} from "../support/app-server";
import { runToEnd, sendRaw } from "../support/server-run";
import { anonymousFetch } from "../support/signed-fetch";
import { openTestApp } from "../support/test-app";

const PASSWORD = "planted-Passwort-7h3q";

const { server: withPassword } = await openTestApp({ settings: { APP_PASSWORD: PASSWORD } });
const { server: withLink } = await openTestApp();

/** Of a test that starts servers of its own. */
let folder: string | undefined;
let server: AppServer | undefined;

async function start(settings: Record<string, string> = {}): Promise<AppServer> {
  folder ??= await temporaryFolder();
  server = await startAppServer(join(folder, "leads.sqlite"), settings);
  return server;
}

afterEach(async () => {
  await server?.stop("SIGKILL");
  if (folder !== undefined) await removeFolder(folder);
  server = undefined;
  folder = undefined;
});

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

async function statusWith(app: AppServer, cookie: string): Promise<number> {
  return (await anonymousFetch(`${app.url}/api/leads`, { headers: { cookie } })).status;
}

describe("a password", () => {
  test("from the environment lets the first administrator in, wherever the server listens", async () => {
    const app = await start({ APP_PASSWORD: PASSWORD, HOST: "0.0.0.0" });
    const url = app.url.replace("0.0.0.0", "127.0.0.1");
    expect(app.output()).not.toContain("link=");
    expect(app.output()).not.toContain(PASSWORD);
    const answer = await sendForm({ url }, "/anmelden", {
      name: "admin",
      password: PASSWORD,
      weiter: "/leadspeicher?tag=x",
    });
    expect(answer.status).toBeOneOf([302, 303]);
    expect(answer.headers.get("location")).toBe("/leadspeicher?tag=x");
    expect(await statusWith({ ...app, url }, sessionOf(answer))).toBe(200);
  });

  test("may lie in a file, whose last line break is not part of it", async () => {
    folder = await temporaryFolder();
    const path = join(folder, "password");
    await writeFile(path, `${PASSWORD}\n`);
    const app = await start({ APP_PASSWORD_FILE: path });
    const answer = await sendForm(app, "/anmelden", { name: "Admin", password: PASSWORD });
    expect(answer.headers.get("location")).toBe("/suche");
  });

  test("in an empty file ends the start, and a byte order mark is no part of it", async () => {
    folder = await temporaryFolder();
    const path = join(folder, "password");
    await writeFile(path, " \n");
    const settings = { PORT: "0", DATABASE_PATH: join(folder, "leads.sqlite") };
    const run = await runToEnd("scripts/serve.ts", { ...settings, APP_PASSWORD_FILE: path });
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("APP_PASSWORD_FILE");
    await writeFile(path, `\uFEFF${PASSWORD}\r\n`);
    const app = await start({ APP_PASSWORD_FILE: path });
    const answer = await sendForm(app, "/anmelden", { name: "admin", password: PASSWORD });
    expect(answer.headers.get("location")).toBe("/suche");
  });

  test("in a file that can't be read ends the start and names the setting, not the path", async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, "planted-folder"));
    const run = await runToEnd("scripts/serve.ts", {
      PORT: "0",
      DATABASE_PATH: join(folder, "leads.sqlite"),
      APP_PASSWORD_FILE: join(folder, "planted-folder"),
    });
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("APP_PASSWORD_FILE");
  });

  test("that was set once lets the server listen elsewhere without a setting", async () => {
    await (await start({ APP_PASSWORD: PASSWORD })).stop();
    const app = await start({ HOST: "0.0.0.0" });
    const url = app.url.replace("0.0.0.0", "127.0.0.1");
    const answer = await sendForm({ url }, "/anmelden", { name: "admin", password: PASSWORD });
    expect(answer.headers.get("location")).toBe("/suche");
  });

  test("from the environment does not change one that a person has set", async () => {
    await (await start({ APP_PASSWORD: PASSWORD })).stop();
    const app = await start({ APP_PASSWORD: "another-Passwort-9k2m" });
    const wrong = await sendForm(app, "/anmelden", {
      name: "admin",
      password: "another-Passwort-9k2m",
    });
    expect(wrong.status).toBe(422);
    const right = await sendForm(app, "/anmelden", { name: "admin", password: PASSWORD });
    expect(right.headers.get("location")).toBe("/suche");
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
    const app = withPassword;
    for (const weiter of [
      "//evil.example/x",
      "https://evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/anmelden?link=x",
    ]) {
      const login = { name: "admin", password: PASSWORD, weiter };
      const answer = await sendForm(app, "/anmelden", login);
      expect(answer.headers.get("location"), weiter).toMatch(/^\/(suche|anmelden)/);
    }
  });

  test("is tried from one address thirty times in five minutes at most", async () => {
    const app = await start({ APP_PASSWORD: PASSWORD });
    const tries = Array.from({ length: 1_000 }, (_, index) => ({
      name: index % 2 === 0 ? "admin" : `name${index}`,
      password: `falsches-Passwort-${index}`,
    }));
    let tested = 0;
    let refused = 0;
    while (tries.length > 0) {
      const answers = await Promise.all(
        tries.splice(0, 50).map((fields) => sendForm(app, "/anmelden", fields)),
      );
      for (const answer of answers) {
        expect([422, 429]).toContain(answer.status);
        if (answer.status === 422) tested += 1;
        else {
          refused += 1;
          expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        }
      }
    }
    expect(tested).toBeLessThanOrEqual(30);
    expect(tested).toBeGreaterThan(0);
    expect(tested + refused).toBe(1_000);
    // Whoever is signed in goes on working.
    expect((await fetch(`${app.url}/api/leads`)).status).toBe(200);
  }, 180_000);
});

describe("the start link", () => {
  test("is a new one at every start, and the one before is dead", async () => {
    const first = startLinkOf(await start());
    await server?.stop();
    const app = await start();
    const second = startLinkOf(app);
    expect(new URL(first).search).not.toBe(new URL(second).search);
    const old = await anonymousFetch(app.url + new URL(first).pathname + new URL(first).search);
    expect(old.status).toBe(410);
    expect(await statusWith(app, await signInByLink(app))).toBe(200);
  });

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

  test("by the command needs a store", async () => {
    folder = await temporaryFolder();
    const run = await runToEnd("scripts/login-link.ts", {
      DATABASE_PATH: join(folder, "none.sqlite"),
    });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/[a-zäöü]{4}/);
    expect(run.output).not.toMatch(/^\s+at /m);
  });
});

describe("a session", () => {
  test("ends by signing out, in this browser alone", async () => {
    const app = withPassword;
    const login = { name: "admin", password: PASSWORD };
    const here = sessionOf(await sendForm(app, "/anmelden", login));
    const there = sessionOf(await sendForm(app, "/anmelden", login));
    expect(here).not.toBe(there);
    const out = await sendForm(app, "/abmelden", {}, { cookie: here });
    expect(out.headers.get("location")).toBe("/anmelden");
    expect(out.headers.getSetCookie().join()).toMatch(/leadspeicher-\d+=;/);
    expect(await statusWith(app, here)).toBe(401);
    expect(await statusWith(app, there)).toBe(200);
  });

  test("ends when its browser signs in anew", async () => {
    const app = withPassword;
    const login = { name: "admin", password: PASSWORD };
    const before = sessionOf(await sendForm(app, "/anmelden", login));
    const after = sessionOf(await sendForm(app, "/anmelden", login, { cookie: before }));
    expect(await statusWith(app, before)).toBe(401);
    expect(await statusWith(app, after)).toBe(200);
  });

  test("goes on after a restart, unless the secret of the application has changed", async () => {
    const app = await start();
    const cookie = (await signInByLink(app)).split("=").slice(1).join("=");
    const named = ({ url }: AppServer) => `leadspeicher-${new URL(url).port}=${cookie}`;
    await app.stop();
    const second = await start();
    expect(await statusWith(second, named(second))).toBe(200);
    await second.stop();
    const third = await start({ APP_SECRET: "another secret of at least 32 characters" });
    expect(await statusWith(third, named(third))).toBe(401);
  });

  test("of a page that is left open leads its data requests to the login", async () => {
    const answer = await sendRaw(withLink.url, "/leadspeicher.data", { isAnonymous: true });
    expect(answer.status).toBe(401);
  });
});

test("a token of the environment is at least 32 characters long, and a shorter one is not shown", async () => {
  folder = await temporaryFolder();
  const run = await runToEnd("scripts/serve.ts", {
    PORT: "0",
    DATABASE_PATH: join(folder, "leads.sqlite"),
    APP_API_TOKEN: "planted-short-token",
  });
  expect(run.code).not.toBe(0);
  expect(run.output).toContain("APP_API_TOKEN");
  expect(run.output).not.toContain("planted-short-token");
});
