import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileEntry } from "../../scripts/compile.mjs";

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "compile-entry-"));
  for (const folder of ["scripts", "app/leads", "db"])
    mkdirSync(join(root, folder), { recursive: true });
  const write = (path, text) => writeFileSync(join(root, path), text);
  write("db/client.ts", 'export const table: string = "leads";');
  write(
    "app/leads/lead.ts",
    'export { table } from "~db/client"; export enum Status { New = "new" }',
  );
  write(
    "scripts/serve.ts",
    `import { Status, table } from "~/leads/lead";
     export default { table, status: Status.New };`,
  );
});
afterAll(() => rmSync(root, { recursive: true }));

it("makes one file that plain Node runs, with what it imports by name", async () => {
  const file = await compileEntry(root, join(root, "scripts/serve.ts"));
  const { default: result } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  expect(result).toEqual({ table: "leads", status: "new" });
});

it("runs a file for production, with what stands behind its name", () => {
  writeFileSync(
    join(root, "scripts/show.ts"),
    "console.log(process.env.NODE_ENV, ...process.argv.slice(2));",
  );
  const { href } = new URL("../../scripts/compile.mjs", import.meta.url);
  const program = `const { runEntry } = await import("${href}"); await runEntry(process.cwd(), "scripts/show.ts", ["a", "b"]);`;
  const { NODE_ENV, ...env } = process.env;
  expect(NODE_ENV).toBe("test");
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  expect(output).toBe("production a b\n");
});

it("says what it cannot compile", async () => {
  await expect(compileEntry(root, join(root, "scripts/none.ts"))).rejects.toThrow("none.ts");
});
