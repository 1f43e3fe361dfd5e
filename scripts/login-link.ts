import SqliteDatabase from "better-sqlite3";
import { config } from "dotenv";
import { CamelCasePlugin, Kysely, SqliteDialect } from "kysely";
import { issueStartLink, startLinkAddress } from "../app/access/sign-in/start-link.server";
import { parseUrl } from "../app/text/parse-url";
import type { Database } from "../db/schema";

/** The server writes in short steps; a link waits that long for its turn. */
const BUSY_TIMEOUT_MS = 10_000;

class NoStartLinkError extends Error {}

function originOf({ HOST, PORT, APP_ORIGIN }: NodeJS.ProcessEnv): string {
  const publicOrigin = APP_ORIGIN?.split(",")[0]?.trim();
  if (publicOrigin) return originIn(publicOrigin);
  const host = HOST?.trim() || "127.0.0.1";
  // A server that listens everywhere is found here, too.
  const reachable = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  const shown = reachable.includes(":") ? `[${reachable}]` : reachable;
  return `http://${shown}:${PORT?.trim() || 3000}`;
}

/** @throws NoStartLinkError where the setting is no address of the web; others have the origin „null“ */
function originIn(address: string): string {
  const url = parseUrl(address);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin;
  throw new NoStartLinkError(
    `APP_ORIGIN braucht vollständige Adressen wie https://leads.example.de, nicht ${address}`,
  );
}

function openExisting(path: string): SqliteDatabase.Database {
  try {
    return new SqliteDatabase(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  } catch (cause) {
    throw new NoStartLinkError(
      `Unter ${path} gibt es keine Datenbank. Erst den Leadspeicher starten: npm start`,
      { cause },
    );
  }
}

/** Makes the link beside a running server, so without bringing the database to another schema. */
async function makeLink(path: string): Promise<string> {
  const sqlite = openExisting(path);
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: sqlite }),
    plugins: [new CamelCasePlugin()],
  });
  try {
    const table = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'start_links'").get();
    if (table === undefined) {
      throw new NoStartLinkError(
        "Die Datenbank ist von einer älteren Version. Erst den Leadspeicher neu starten: npm start",
      );
    }
    return await issueStartLink(db, Date.now());
  } finally {
    await db.destroy();
  }
}

config({ quiet: true });
const databasePath = process.env.DATABASE_PATH?.trim() || "data/leads.sqlite";
try {
  // Before the link: making it ends the one before.
  const origin = originOf(process.env);
  const link = startLinkAddress(origin, await makeLink(databasePath));
  console.log(`Anmelden (einmal, 30 Minuten lang): ${link}`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof NoStartLinkError ? reason : `Der Link ist nicht entstanden: ${reason}`,
  );
  process.exit(1);
}
