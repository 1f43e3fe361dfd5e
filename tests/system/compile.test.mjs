import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "compile-entry-"));
  for (const folder of ["scripts", "app/leads", "db"])
    mkdirSync(join(root, folder), { recursive: true });
  const write = (path, text) => writeFileSync(join(root, path), text);
  write(
    "tsconfig.json",
    '{ "compilerOptions": { "paths": { "~db/*": ["./db/*"], "~/*": ["./app/*"] } } }',
  );
  write("package.json", '{ "type": "module" }');
  write("db/client.ts", 'export const table: string = "leads";');
  write(
    "app/leads/lead.ts",
    'export { table } from "~db/client"; export enum Status { New = "new" }',
  );
  write(
    "scripts/show.ts",
    `import { Status, table } from "~/leads/lead";
     console.log(process.env.NODE_ENV, ...process.argv.slice(2), table, Status.New);`,
  );
});
afterAll(() => rmSync(root, { recursive: true }));

it("runs a file for production, with what it imports by name and what stands behind its own", () => {
  const { href } = new URL("../../scripts/compile.mjs", import.meta.url);
  const program = `const { runEntry } = await import("${href}"); await runEntry(process.cwd(), "scripts/show.ts", ["a", "b"]);`;
  const { NODE_ENV, ...env } = process.env;
  expect(NODE_ENV).toBe("test");
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  expect(output).toBe("production a b leads new\n");
});
