/** Called by `npm run check`: lints the OpenAPI document, so that clients can be generated from it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOperations } from "../../app/api-operations.server";
import { openApiDocument } from "../../app/http/openapi.server";

const LINTER = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
/** Warnings count as errors. The product is private, so its document names no license. */
const RULES = ["--extends=recommended-strict", "--skip-rule=info-license"];
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const folder = mkdtempSync(join(tmpdir(), "api-document-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(openApiDocument(apiOperations), null, 2));
const { status } = spawnSync(
  process.execPath,
  [LINTER, "lint", file, "--format=stylish", ...RULES],
  { stdio: "inherit", env: { ...process.env, ...QUIET } },
);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
