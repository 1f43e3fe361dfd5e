import { describe, expect, it } from "vitest";
import { findBoundaryBreaches } from "./boundaries";
import { sourcesOf } from "./source-files";

/** Files that the fixtures import. */
const TARGETS = {
  "app/composition.server.ts": "export const services = 1;",
  "app/components/field.tsx": "export const Field = 1;",
  "app/format/german.ts": "export const formatDate = 1;",
  "app/http/problem.ts": "export const Problem = 1;",
  "app/http/guard.server.ts": "export const guard = 1;",
  "app/leads/find.server.ts": "export const leads = 1;",
  "app/leads/ui/card.tsx": "export const Card = 1;",
  "app/leads/lead.ts": "export const LeadSchema = 1;",
  "app/providers/serper/serper.server.ts": "export const serper = 1;",
  "app/routes/suche/route.tsx": "export default 1;",
  "app/routes/suche/form.tsx": "export const Form = 1;",
  "db/client.ts": "export const openDatabase = 1; export const retry = 1;",
  "db/queries/leads.ts": "export const findLeads = 1;",
  "tests/support/server.ts": "export const startServer = 1;",
};

function breachesOf(path: string, code: string): string[] {
  const sources = sourcesOf(new Map([...Object.entries(TARGETS), [path, code]]));
  return findBoundaryBreaches(sources).map(
    ({ path: at, line, message }) => `${at}:${line} ${message}`,
  );
}

describe("refuses", () => {
  it.each([
    [
      "app/components/list.tsx",
      'import { LeadSchema } from "~/leads/lead";',
      "components must not know room",
    ],
    [
      "app/components/list.tsx",
      'import type { Lead } from "../leads/lead";',
      "components must not know room",
    ],
    [
      "app/components/list.tsx",
      'import { guard } from "~/http/guard.server";',
      "runs in the browser",
    ],
    [
      "app/components/list.tsx",
      'export * from "~/composition.server";',
      "components must not use composition",
    ],
    [
      "app/jobs/ui/card.tsx",
      'import { guard } from "~/http/guard.server";',
      "ui must not know http",
    ],
    [
      "app/jobs/ui/card.tsx",
      'import { leads } from "~/leads/find.server";',
      "a component runs in the browser",
    ],
    ["app/leads/page.ts", 'import { Card } from "./ui/card";', "room must not know ui"],
    ["app/http/parse.ts", 'import { LeadSchema } from "../leads/lead";', "http must not know room"],
    [
      "app/routes/_index.tsx",
      'import { findLeads } from "~db/queries/leads";',
      "routes must not use db",
    ],
    [
      "app/routes/_index.tsx",
      'import { findLeads } from "../../db/queries/leads";',
      "routes must not use db",
    ],
    ["app/routes/_index.tsx", 'const db = await import("~db/client");', "routes must not use db"],
    [
      "app/routes/_index.tsx",
      'import { services } from "~/composition.server";',
      "through its context",
    ],
    [
      "app/routes/_index.tsx",
      'import { serper } from "~/providers/serper/serper.server";',
      "must not use providers",
    ],
    ["app/routes/_index.tsx", 'import suche from "./suche/route";', "no other route"],
    [
      "app/leads/page.server.ts",
      'import suche from "~/routes/suche/route";',
      "room must not know routes",
    ],
    [
      "app/leads/page.server.ts",
      'import { Field } from "~/components/field";',
      "room must not know components",
    ],
    ["app/leads/page.ts", 'import { findLeads } from "~db/queries/leads";', "only *.server.ts"],
    ["app/leads/page.server.ts", 'import { findLeads } from "../../db/queries/leads";', "as ~db/"],
    [
      "app/leads/page.server.ts",
      'import { openDatabase } from "~db/client";',
      "only the composition opens",
    ],
    [
      "app/leads/page.server.ts",
      'import * as client from "~db/client";',
      "only the composition opens",
    ],
    [
      "app/providers/vayne/vayne.ts",
      'import type { Lead } from "~/leads/lead";',
      "providers must not know room",
    ],
    [
      "app/providers/vayne/vayne.ts",
      'import { Problem } from "../../http/problem";',
      "providers must not know http",
    ],
    [
      "app/providers/vayne/vayne.server.ts",
      'import { findLeads } from "~db/queries/leads";',
      "providers must not use db",
    ],
    [
      "app/format/date.ts",
      'import { LeadSchema } from "~/leads/lead";',
      "foundation must not know room",
    ],
    [
      "db/queries/jobs.ts",
      'import { LeadSchema } from "../../app/leads/lead";',
      "db must not know room",
    ],
    [
      "app/server.ts",
      'import { startServer } from "../tests/support/server";',
      "belongs to the tests",
    ],
    ["app/tools/thing.ts", "export const thing = 1;", "has no place yet"],
  ])("%s: %s", (path, code, message) => {
    const breaches = breachesOf(path, code);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(message);
  });
});

describe("allows", () => {
  it.each([
    ["app/components/list.tsx", 'import { formatDate } from "~/format/german";'],
    ["app/leads/page.server.ts", 'import { findLeads } from "~db/queries/leads";'],
    ["app/leads/page.server.ts", 'import { retry } from "~db/client";'],
    ["app/leads/page.ts", 'import type { LeadRow } from "~db/schema";'],
    ["app/composition.server.ts", 'import { openDatabase } from "~db/client";'],
    ["app/exports/export.worker.ts", 'import { openReadonly } from "~db/client";'],
    [
      "app/routes/suche/list.tsx",
      'import { Form } from "./form"; import { Field } from "~/components/field";',
    ],
    ["app/routes/_index.tsx", 'import type { Services } from "~/composition.server";'],
    ["app/leads/lead.test.ts", 'import { startServer } from "../../tests/support/server";'],
    ["scripts/backup.ts", 'import { openDatabase } from "../db/client";'],
    ["app/leads/page.ts", 'import { z } from "zod";'],
  ])("%s: %s", (path, code) => {
    expect(breachesOf(path, code)).toEqual([]);
  });
});
