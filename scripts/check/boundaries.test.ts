import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

const ReportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      severity: z.string(),
      location: z.object({ path: z.string() }),
    }),
  ),
});
const IMPORTS = "noRestrictedImports";

/** A file's folder, its text, and the rule that refuses it, if one does. */
const CASES: [folder: string, code: string, rule: string | null][] = [
  ["app/jobs/ui", 'import { findJobs } from "../find-jobs.server";', IMPORTS],
  ["app/jobs/ui", 'import { flash } from "~/http/flash";', IMPORTS],
  ["app/jobs/ui", 'import { formReply } from "~/http/form-reply";', null],
  ["app/jobs/ui", 'import { Field } from "~/components/field";', null],
  ["app/leads", 'import { openDatabase } from "~db/client";', IMPORTS],
  ["app/health", 'import { openDatabase } from "~db/client";', IMPORTS],
  ["app/leads", 'import type { Db } from "~db/client";', null],
  ["app/routes", 'import { services } from "~/composition.server";', IMPORTS],
  ["app/routes", 'import { serper } from "~/providers/serper/serper.server";', IMPORTS],
  ["app/routes", 'import { CATEGORIES } from "~/providers/email-finder";', null],
  ["app/routes", 'import suche from "./suche/route";', IMPORTS],
  ["app/routes", 'import { Field } from "../components/field";', null],
  ["app/routes/suche", 'import kampagnen from "../kampagnen/route";', IMPORTS],
  ["app/routes/suche", 'import kampagnen from "~/routes/kampagnen/route";', IMPORTS],
  ["app/routes/suche", 'const page = await import("../kampagnen/route");', IMPORTS],
  ["app/routes/suche", 'import { Form } from "./form";', null],
  ["app/routes/suche", 'import { findLeads } from "../../leads/list/find-leads.server";', null],
  ["app/leads", "export const port = process.env.PORT;", "noProcessEnv"],
  ["app/leads", "void 0;\n".repeat(501), "noExcessiveLinesPerFile"],
  ["app/leads", "export const Save = () => <button>Speichern</button>;", "useButtonType"],
];

let folder: string;
const found = new Map<string, string[]>();
const fileOf = (index: number) => `${CASES[index]?.[0]}/case-${index}.tsx`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "boundaries-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const config = JSON.parse(readFileSync("biome.json", "utf8"));
  write("biome.json", JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const [index, [, code]] of CASES.entries()) write(fileOf(index), code);
  write("app/leads/one.ts", 'import { two } from "./two";\nexport const one = () => two;');
  write("app/leads/two.ts", 'import { one } from "./one";\nexport const two = () => one;');
  write(
    "app/routes/leads/route.tsx",
    "export const loader = 1;\nexport const helper = 1;\nexport default function Page() {\n  return <p />;\n}",
  );
  const { stdout } = spawnSync(
    process.execPath,
    [
      resolve("node_modules/@biomejs/biome/bin/biome"),
      "lint",
      "--reporter=json",
      "--max-diagnostics=none",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  for (const { category, severity, location } of ReportSchema.parse(JSON.parse(stdout))
    .diagnostics) {
    if (severity !== "error") continue;
    const rule = category.slice(category.lastIndexOf("/") + 1);
    found.set(location.path, [...(found.get(location.path) ?? []), rule]);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each(CASES.map(([place, code, rule], index) => ({ place, code, rule, path: fileOf(index) })))(
  "$place: $code",
  ({ path, rule }) => {
    const rules = (found.get(path) ?? []).filter((name) => !name.startsWith("noUnused"));
    expect(rules).toEqual(rule === null ? [] : [rule]);
  },
);

it("refuses circles of imports, and what routes export besides what Remix asks for", () => {
  expect(found.get("app/leads/one.ts")).toEqual(["noImportCycles"]);
  expect(found.get("app/leads/two.ts")).toEqual(["noImportCycles"]);
  expect(found.get("app/routes/leads/route.tsx")).toEqual(["useComponentExportOnlyModules"]);
});
