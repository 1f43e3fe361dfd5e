import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoProviders, startDemoProviders } from "../../scripts/demo-providers/server";
import { anonymousFetch, TEST_TOKEN } from "./signed-fetch";

const START_LIMIT_MS = 60_000;

/** The built product as a process of its own, on a free port of loopback. */
export interface AppServer {
  url: string;
  pid: number | undefined;
  databasePath: string;
  /** Everything it wrote so far, both outputs. */
  output(): string;
  /** When it is gone, by whatever. */
  ended: Promise<unknown>;
  /** Ends it by a signal and waits; the exit code, null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A new folder for a database; removed by {@link removeFolder}. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "leadspeicher-test-"));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

const children = new Set<ChildProcess>();
// A test file that can't be loaded stops nothing itself.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Settings of a server that no service has a key for. */
export const NO_KEYS = {
  GOOGLE_PLACES_API_KEY: "",
  SERPER_API_KEY: "",
  ANYMAILFINDER_API_KEY: "",
  VAYNE_API_KEY: "",
  OPENAI_API_KEY: "",
};

/** Environment that puts the local providers in the place of the outside ones. */
export function providerSettings(providers: DemoProviders): Record<string, string> {
  return {
    GOOGLE_PLACES_API_KEY: "test-google-key",
    GOOGLE_PLACES_BASE_URL: providers.baseUrls.googlePlaces,
    OVERPASS_BASE_URL: providers.baseUrls.overpass,
    NOMINATIM_BASE_URL: providers.baseUrls.nominatim,
    OSM_CONTACT: "tests@leadspeicher.example",
    SERPER_API_KEY: "test-serper-key",
    SERPER_BASE_URL: providers.baseUrls.serper,
    ANYMAILFINDER_API_KEY: "test-anymailfinder-key",
    ANYMAILFINDER_BASE_URL: providers.baseUrls.anymailfinder,
    VAYNE_API_KEY: "test-vayne-key",
    VAYNE_BASE_URL: providers.baseUrls.vayne,
    OPENAI_API_KEY: "test-openai-key",
    OPENAI_BASE_URL: providers.baseUrls.openai,
    SCRAPER_PROXY_URL: providers.baseUrls.websites,
  };
}

/** The process alone, which may be killed before it listens. */
export function spawnServer(
  databasePath: string,
  settings: Record<string, string> = {},
  script = "scripts/serve.ts",
) {
  const child = spawn(process.execPath, ["tests/support/run-entry.mjs", script], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATABASE_PATH: databasePath,
      LOG_LEVEL: "warn",
      RETRY_SPEED: "50",
      // What follows a search by itself is tested on its own.
      AUTO_ENRICHMENT: "false",
      // So are backups that the server makes by itself.
      BACKUP_DAYS: "0",
      BACKUP_BEFORE_UPDATE: "false",
      APP_API_TOKEN: TEST_TOKEN,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/**
 * Starts the built server and waits until it listens.
 *
 * @param databasePath its database; made when missing
 * @param settings environment variables besides; the machine's own settings are not passed on
 * @param script what starts it
 * @throws Error with the process's output when it ends before it listens
 */
export async function startAppServer(
  databasePath: string,
  settings: Record<string, string> = {},
  script = "scripts/serve.ts",
): Promise<AppServer> {
  const child = spawnServer(databasePath, settings, script);
  const ended = once(child, "exit");
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const url = await listening(child, () => output);
  return {
    url,
    pid: child.pid,
    databasePath,
    output: () => output,
    ended,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** The address that the server shows at its start to whoever may sign in without a password. */
export function startLinkOf(server: AppServer): string {
  const link = /http:\S+\/anmelden\?link=\S+/.exec(server.output())?.[0];
  if (link === undefined) throw new Error(`no start link:\n${server.output()}`);
  return link;
}

/** Signs in by the start link, which works once. The `Cookie` header of the session. */
export async function signInByLink(server: AppServer): Promise<string> {
  const response = await anonymousFetch(startLinkOf(server), { redirect: "manual" });
  const cookie = response.headers.getSetCookie().at(0)?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`the start link gave no session (${response.status})`);
  return cookie;
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const match = /^listening on (http:\/\/\S+)$/m.exec(output());
    if (match?.[1] !== undefined) return match[1];
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill("SIGKILL");
  throw new Error(`the server did not start (exit code ${child.exitCode}):\n${output()}`);
}

/** The product over the local providers with a database of its own: what most tests talk to. */
export interface TestApp {
  /** The one that runs: another after a restart. */
  server: AppServer;
  readonly providers: DemoProviders;
  /** Starts the server anew over the same database, with settings besides those of the first start. */
  restart(settings?: Record<string, string>): Promise<AppServer>;
  /** Ends the server by a signal, and removes what it worked with. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * @param latency of the providers; 1 is the speed of the demo
 * @param fill writes into the database before the server opens it
 */
export async function startTestApp(
  latency = 0,
  settings: Record<string, string> = {},
  fill?: (databasePath: string) => Promise<void>,
): Promise<TestApp> {
  const folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  await fill?.(databasePath);
  const providers = await startDemoProviders({ latency });
  const start = (more: Record<string, string> = {}) =>
    startAppServer(databasePath, { ...providerSettings(providers), ...settings, ...more });
  const app: TestApp = {
    server: await start(),
    providers,
    async restart(more) {
      await app.server.stop();
      app.server = await start(more);
      return app.server;
    },
    async stop(signal) {
      await app.server.stop(signal);
      await providers.close();
      await removeFolder(folder);
    },
  };
  return app;
}
