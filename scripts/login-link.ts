import SqliteDatabase from "better-sqlite3";
import { config } from "dotenv";
import { CamelCasePlugin, Kysely, SqliteDialect } from "kysely";
import { issueStartLink, startLinkAddress } from "../app/access/sign-in/start-link.server";
import type { Database } from "../db/schema";

/** Longest wait for the server's writes, which are short. */
const BUSY_TIMEOUT_MS = 10_000;

/** Without a migration, since a server may be running. */
function openExisting(path: string): Kysely<Database> {
  try {
    const database = new SqliteDatabase(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    return new Kysely({
      dialect: new SqliteDialect({ database }),
      plugins: [new CamelCasePlugin()],
    });
  } catch (cause) {
    const message = `Unter ${path} gibt es keine Datenbank. Erst den Leadspeicher starten: npm start`;
    throw new Error(message, { cause });
  }
}

async function makeLink(): Promise<string> {
  const { env } = await import("../app/env.server");
  const [publicOrigin] = env.APP_ORIGIN;
  // A server on a wildcard address is reachable here, too.
  const host = ["0.0.0.0", "::"].includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const own = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}`;
  const db = openExisting(env.DATABASE_PATH);
  try {
    return startLinkAddress(publicOrigin ?? own, await issueStartLink(db, Date.now()));
  } finally {
    await db.destroy();
  }
}

config({ quiet: true });
try {
  console.log(`Anmelden (einmal, 30 Minuten lang): ${await makeLink()}`);
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isFault = name === "SqliteError";
  const advice = "Der Link ist nicht entstanden. Erst den Leadspeicher neu starten: npm start";
  console.error(isFault ? `${advice} (${message})` : message);
  process.exit(1);
}
