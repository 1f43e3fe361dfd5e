import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "~tests/store";
import { loadAppSecret } from "./app-secret.server";

async function databasePath(): Promise<string> {
  return join(await temporaryFolder(), "neu", "leads.sqlite");
}

it("takes the secret that was set, and writes no file", async () => {
  const path = await databasePath();
  expect(loadAppSecret("gesetzt", path)).toBe("gesetzt");
  expect(existsSync(`${path}.secret`)).toBe(false);
});

it("makes it anew where the file is empty, whatever its mode was", async () => {
  const path = join(await temporaryFolder(), "leads.sqlite");
  writeFileSync(`${path}.secret`, " \n");
  chmodSync(`${path}.secret`, 0o644);
  const secret = loadAppSecret(undefined, path);
  expect(readFileSync(`${path}.secret`, "utf8").trim()).toBe(secret);
  expect(secret).not.toBe("");
  expect(statSync(`${path}.secret`).mode & 0o777).toBe(0o600);
});
