import { expect, it } from "vitest";
import { SERVER_CANARY } from "../../db/client";
import { findPublicLeaks, findTextBreaches, SERVER_MARKS } from "./texts";

it.each<[path: string, text: string, isRefused: boolean]>([
  ["app/leads/lead.ts", "if (URL.canParse(text)) {", true],
  ["app/leads/ui/card.tsx", '<fetcher.Form method="delete">', true],
  ["app/leads/ui/card.tsx", '<Form method="post">', false],
  ["app/leads/lead.ts", 'import { start } from "~tests/app-server";', true],
  ["scripts/serve.ts", 'import { start } from "../tests/support/app-server";', true],
  ["scripts/bench/main.ts", 'import { start } from "../../tests/support/app-server";', false],
  ["app/leads/lead.test.ts", 'import { start } from "~tests/app-server";', false],
  ["app/utils/text.ts", "", true],
])("in %s: %s", (path, text, isRefused) => {
  expect(findTextBreaches(new Map([[path, text]]))).toHaveLength(isRefused ? 1 : 0);
});

it("finds server code and source maps in what a browser may load", () => {
  const sources = new Map(Object.entries(SERVER_MARKS));
  const built = new Map([
    ["public/build/root-ABC.js", "console.log(1)"],
    ["public/build/root-ABC.js.map", "{}"],
    ["public/build/routes/a.js", `throw new Error("${SERVER_CANARY}: locked")`],
    ["public/build/routes/b.js", 'import "better-sqlite3"'],
    ["public/build/routes/c.js", "e._zod.run(r,t)"],
  ]);
  const leaks = findPublicLeaks(sources, built).map(({ path, message }) => `${path} ${message}`);
  expect(leaks).toEqual([
    "public/build/root-ABC.js.map a source map",
    'public/build/routes/a.js server code ("leadspeicher-server-code")',
    'public/build/routes/b.js server code ("better-sqlite3")',
    'public/build/routes/c.js server code ("._zod")',
  ]);
  expect(findPublicLeaks(sources, new Map())).toHaveLength(1);
  sources.set("db/client.ts", "renamed");
  expect(findPublicLeaks(sources, built)).toHaveLength(5);
});
