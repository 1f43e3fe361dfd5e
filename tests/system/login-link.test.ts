import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { prepareAccess, redeemStartLink } from "~/access/sign-in/start-link.server";
import { openDatabase } from "~db/client";
import { openAccess, VISITOR } from "~tests/access";
import { temporaryFolder } from "~tests/store";

const run = promisify(execFile);
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const TSCONFIG = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
const SCRIPT = fileURLToPath(new URL("../../scripts/login-link.ts", import.meta.url));

/** Runs the command in a folder without a `.env`. */
async function loginLink(folder: string, settings: Record<string, string>) {
  const { PATH, NODE_ENV } = process.env;
  const own = { DATABASE_PATH: "leads.sqlite", TSX_TSCONFIG_PATH: TSCONFIG };
  const env = { PATH, NODE_ENV, ...own, ...settings };
  const options = { cwd: folder, env };
  return run(process.execPath, ["--import", TSX, SCRIPT], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** A store that a server has open. */
async function openStore(folder: string) {
  const db = await openDatabase(join(folder, "leads.sqlite"));
  onTestFinished(() => db.destroy());
  const access = await openAccess({ db });
  await prepareAccess(access, { password: undefined }, Date.now());
  return access;
}

// Each of them starts processes of its own.
describe("npm run login-link", { timeout: 60_000 }, () => {
  it("makes a link that lets the owner into the running server, and ends the one before", async () => {
    const folder = await temporaryFolder();
    const access = await openStore(folder);
    const tokens: string[] = [];
    for (const [settings, origin] of [
      [{}, "http://127.0.0.1:3000"],
      [{ HOST: "::1", PORT: "3999" }, "http://[::1]:3999"],
      [
        { HOST: "0.0.0.0", APP_ORIGIN: " https://leads.firma.de/ , https://b.de" },
        "https://leads.firma.de",
      ],
    ] as const) {
      const { code, stdout, stderr } = await loginLink(folder, settings);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const link = /^Anmelden \(einmal, 30 Minuten lang\): (\S+)\n$/.exec(stdout)?.[1] ?? "";
      expect(link.startsWith(`${origin}/anmelden?link=`), stdout).toBe(true);
      tokens.push(new URL(link).searchParams.get("link") ?? "");
    }
    const [first = "", , last = ""] = tokens;
    expect(await redeemStartLink(access, first, VISITOR, Date.now())).toBeNull();
    expect(await redeemStartLink(access, last, VISITOR, Date.now())).not.toBeNull();
  });

  it("says that there is no database, and makes none", async () => {
    const folder = await temporaryFolder();
    expect(await loginLink(folder, {})).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "Unter leads.sqlite gibt es keine Datenbank. Erst den Leadspeicher starten: npm start\n",
    });
    expect(existsSync(join(folder, "leads.sqlite"))).toBe(false);
  });
});
