import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileEntry } from "./compile-entry.mjs";

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "compile-entry-"));
  for (const folder of ["scripts", "app/leads", "db"])
    mkdirSync(join(root, folder), { recursive: true });
  const write = (path, text) => writeFileSync(join(root, path), text);
  write("db/client.ts", "export const url: string = import.meta.url;");
  write(
    "app/leads/lead.ts",
    'export { url } from "~db/client"; export enum Status { New = "new" }',
  );
  write(
    "scripts/serve.ts",
    `import { basename } from "node:path";
     import { Status, url } from "~/leads/lead";
     export default { place: import.meta.url, folder: basename(import.meta.dirname), url, status: Status.New };`,
  );
});
afterAll(() => rmSync(root, { recursive: true }));

it("makes one file that plain Node runs, in which every source knows its own place", async () => {
  const file = await compileEntry(root, join(root, "scripts/serve.ts"));
  const { default: result } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  expect(result).toEqual({
    place: pathToFileURL(join(root, "scripts/serve.ts")).href,
    folder: "scripts",
    url: pathToFileURL(join(root, "db/client.ts")).href,
    status: "new",
  });
});

it("says what it cannot compile", async () => {
  await expect(compileEntry(root, join(root, "scripts/none.ts"))).rejects.toThrow("none.ts");
});
