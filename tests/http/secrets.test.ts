import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { SERVICES, type Service } from "../../app/providers/services";
import { resetProviders, sendJson, setFault } from "../support/api-client";
import { startTestApp, type TestApp } from "../support/app-server";
import { AnswerRecord, recordAnswers } from "../support/record-answers";
import { type Place, SecretSearch } from "../support/secret-search";
import { runToEnd } from "../support/server-run";
import { anonymousFetch, TEST_TOKEN } from "../support/signed-fetch";
import { openAddresses, WholeProduct } from "../support/whole-product";

/** With signs that look different in every coding. */
const planted = (name: string) =>
  `planted-${name.replaceAll(" ", "-")}+"/=&-${randomBytes(9).toString("base64")}`;

const KEYS = new Map(SERVICES.map((service) => [service, planted(service)]));
const keyOf = (service: Service) => KEYS.get(service) ?? "";

const LogLineSchema = z.object({
  level: z.int(),
  time: z.iso.datetime({ precision: 3 }),
  msg: z.string(),
});

/** Every file below a folder in which no server works any more. */
async function filesIn(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => ({ name: relative(folder, path), bytes: await readFile(path) })),
  );
}

/** The others come from the environment. */
const STORED: readonly Service[] = ["serper", "vayne"];

describe("no secret stands", () => {
  const search = new SecretSearch();
  const record = new AnswerRecord();
  const origin = () => app?.server.url ?? "";
  const asStranger = record.keeping(anonymousFetch, origin);
  let app: TestApp | undefined;
  let states: string[];
  let output: string;
  let command: Place;
  let files: Place[];

  recordAnswers(record, origin);

  const plant = (name: string) => search.add(name, planted(name));
  const password = plant("APP_PASSWORD");

  beforeAll(async () => {
    app = await start();
    const { server } = app;
    const product = new WholeProduct(app);
    await storeKeys(app);
    const cookie = await signIn();
    states = await product.runEverything();
    await product.echoKeys(keyOf);
    await changeAccess(cookie);
    for (const path of await openAddresses()) await fetch(origin() + path, { headers: { cookie } });
    await asStranger(`${origin()}/anmelden`);
    const folder = dirname(server.databasePath);
    const target = join(folder, "backup.sqlite");
    await runToEnd("scripts/backup.ts", { DATABASE_PATH: server.databasePath }, [target]);
    // The system shows it to everybody.
    command = { name: "process", bytes: await readFile(`/proc/${server.pid}/cmdline`) };
    // A server that is killed leaves the log of its database behind.
    await server.stop("SIGKILL");
    output = server.output();
    files = await filesIn(folder);
  });

  afterAll(async () => {
    await app?.stop();
  });

  function start(): Promise<TestApp> {
    for (const [service, key] of KEYS) search.add(`key of ${service}`, key);
    search.add("APP_API_TOKEN", TEST_TOKEN);
    const proxyPassword = search.add("proxy password", randomBytes(12).toString("hex"));
    const keys = SERVICES.map((service) => [
      `${service.replace("-", "_").toUpperCase()}_API_KEY`,
      STORED.includes(service) ? "" : keyOf(service),
    ]);
    return startTestApp(0, {
      LOG_LEVEL: "debug",
      RETRY_SPEED: "500",
      CALL_TIME_LIMIT_MS: "1000",
      SCRAPER_PROXY_URL: `http://user:${proxyPassword}@127.0.0.1:9`,
      APP_SECRET: plant("APP_SECRET"),
      APP_PASSWORD: password,
      ...Object.fromEntries(keys),
    });
  }

  function putKey(service: string, key: unknown): Promise<Response> {
    return sendJson("PUT", `${origin()}/api/credentials/${service}`, { key });
  }

  /** Stores every key, after some tries that go wrong. */
  async function storeKeys({ providers }: TestApp): Promise<void> {
    const lost = plant("mistyped key");
    const [address, headers] = [
      `${origin()}/api/credentials/serper`,
      { "content-type": "application/json" },
    ];
    const cut = await fetch(address, { method: "PUT", headers, body: `{"key":"${lost}"` });
    expect(cut.status).toBe(400);
    expect((await putKey("serper", [lost])).status).toBe(422);
    expect((await putKey("unbekannt", lost)).status).toBe(404);
    expect((await putKey("serper", `${lost}ü`)).status).toBe(422);

    const message = `The key ${lost} is not known.`;
    const fault = { status: 403, body: { message, statusCode: 403 } };
    await setFault(providers.origin, { provider: "serper", fault });
    const refused = await send("/einstellungen", { service: "serper", intent: "save", key: lost });
    expect(refused.status).toBe(422);
    const draft = /name="draft" value="([\w-]+)"/.exec(await refused.text())?.[1] ?? "";
    await resetProviders(providers.origin);
    const kept = await send("/einstellungen", { service: "serper", intent: "save-anyway", draft });
    expect(kept.status).toBe(302);
    for (const service of STORED) {
      expect((await putKey(service, keyOf(service))).status).toBe(204);
    }
  }

  function send(path: string, fields: Record<string, string>, cookie?: string): Promise<Response> {
    return fetch(origin() + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: origin(), ...(cookie === undefined ? {} : { cookie }) },
      body: new URLSearchParams(fields),
    });
  }

  function logIn(fields: Record<string, string>): Promise<Response> {
    return asStranger(`${origin()}/anmelden`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: origin() },
      body: new URLSearchParams({ ...fields, weiter: "/suche" }),
    });
  }

  /** Signs in after wrong tries; the cookie of the session. */
  async function signIn(): Promise<string> {
    const wrong = plant("wrong password");
    for (const name of ["admin", "niemand"]) {
      expect((await logIn({ name, password: wrong })).status).toBe(422);
    }
    expect((await logIn({ name: "niemand", password })).status).toBe(422);
    const answer = await logIn({ name: "admin", password });
    expect(answer.status).toBe(302);
    const cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    search.add("session", cookie.slice(cookie.indexOf("=") + 1));
    return cookie;
  }

  /** Fills in the forms of users, of the own account and of tokens, with and without mistakes. */
  async function changeAccess(cookie: string): Promise<void> {
    const users = "/einstellungen/benutzer";
    const user = { intent: "create", name: "Erika", role: "member" };
    const short = search.add("short password", randomBytes(8).toString("base64url"));
    expect((await send(users, { ...user, password: short }, cookie)).status).toBe(422);
    const own = plant("password of a user");
    expect((await send(users, { ...user, password: own }, cookie)).status).toBe(302);
    const twice = plant("password of a name that is taken");
    expect((await send(users, { ...user, password: twice }, cookie)).status).toBe(422);
    expect((await logIn({ name: "Erika", password: own })).status).toBe(302);

    const account = "/einstellungen/konto";
    const next = plant("new password");
    const change = { intent: "password", current: password, next, repeated: next };
    const other = { ...change, repeated: plant("repeated password") };
    expect((await send(account, other, cookie)).status).toBe(422);
    const wrong = { ...change, current: plant("wrong current password") };
    expect((await send(account, wrong, cookie)).status).toBe(422);
    expect((await send(account, change, cookie)).status).toBe(302);

    const named = { intent: "create", name: "Kalender", scope: "full" };
    const page = await (await send("/einstellungen/tokens", named, cookie)).text();
    const token = search.add("API token", /lgk_\w+/.exec(page)?.[0] ?? "");
    for (const [value, status] of [
      [token, 200],
      [`${token}x`, 401],
    ] as const) {
      const headers = { authorization: `Bearer ${value}` };
      expect((await fetch(`${origin()}/api/leads`, { headers })).status).toBe(status);
    }
    // Where people put it who have not read the description.
    const misplaced = encodeURIComponent(token);
    expect((await fetch(`${origin()}/api/leads?token=${misplaced}`)).status).toBe(422);
  }

  test("in an answer, but where a session and a token begin", () => {
    expect(
      states.every((state) => state === "complete"),
      states.join(),
    ).toBe(true);
    expect(search.leaksIn(record.places)).toEqual([
      "POST /anmelden headers: session",
      "POST /einstellungen/tokens: API token",
    ]);
  });

  test("in what the server wrote, in a command line, or in a file", () => {
    const written = { name: "output", bytes: Buffer.from(output) };
    expect(search.leaksIn([written, command, ...files])).toEqual([]);
  });

  test("in a log whose lines others could write: each is JSON with its time in UTC", () => {
    const lines = output.trimEnd().split("\n");
    const logged = lines.filter((line) => !/^(?:Anmelden \(|listening on http)/.test(line));
    expect(logged.length).toBeGreaterThan(0);
    for (const line of logged) LogLineSchema.parse(JSON.parse(line));
  });

  test("in a field that shows what is typed", () => {
    for (const path of ["/anmelden", "/einstellungen/benutzer", "/einstellungen/konto"]) {
      const pages = record.places.filter(({ name }) => name.endsWith(` ${path}`));
      const fields = Buffer.concat(pages.map(({ bytes }) => bytes))
        .toString()
        .match(/<input\b[^>]*>/g)
        ?.filter((field) => /name="(?:password|current|next|repeated)"/.test(field));
      expect(fields?.length, path).toBeGreaterThan(0);
      for (const field of fields ?? []) {
        expect(field).toContain('type="password"');
        // Password managers know it, and nothing keeps anybody from pasting.
        expect(field).toMatch(/autocomplete="(?:current|new)-password"/i);
        expect(field).not.toMatch(/readonly|onpaste/i);
      }
    }
  });

  test("unseen: what is no secret is found in every one of these places", () => {
    const known = new SecretSearch();
    for (const text of ["Eigene Firma GmbH", "job failed", "scripts/serve.ts"]) {
      known.add(text, text);
    }
    const written = { name: "output", bytes: Buffer.from(output) };
    const places = [...record.places, command, ...files, written];
    const found = known.leaksIn(places);
    expect(found).toEqual(
      expect.arrayContaining([
        "GET /api/leads: Eigene Firma GmbH",
        "GET /leadspeicher: Eigene Firma GmbH",
        "GET /leadspeicher.data: Eigene Firma GmbH",
        "GET /api/leads/export xl/worksheets/sheet1.xml: Eigene Firma GmbH",
        "backup.sqlite: Eigene Firma GmbH",
        "output: job failed",
        "process: scripts/serve.ts",
      ]),
    );
    // In the log beside it until that is written back.
    expect(found).toContainEqual(expect.stringMatching(/^leads\.sqlite(?:-wal)?: Eigene Firma/));
  });
});
