import { describe, expect, it } from "vitest";
import {
  findButtonsWithoutType,
  findEmptyFolderNames,
  findEnvironmentReads,
  findFilesToLookAt,
  findFormMethods,
  findLongFiles,
  findRouteExports,
  findUrlQuestions,
} from "./code-rules";
import type { Finding } from "./finding";
import { type Sources, sourcesOf } from "./source-files";

type Rule = (sources: Sources) => Finding[];

function breaches(rule: Rule, path: string, code: string): number {
  return rule(sourcesOf(new Map([[path, code]]))).length;
}

const lines = (count: number) => "export {};\n".repeat(count);

describe("length of files", () => {
  it("refuses more than 500 lines and names more than 300", () => {
    const counts = (count: number) => [
      breaches(findLongFiles, "app/a.ts", lines(count)),
      breaches(findFilesToLookAt, "app/a.ts", lines(count)),
    ];
    expect([300, 301, 500, 501].map(counts)).toEqual([
      [0, 0],
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
  });
});

describe("names of folders", () => {
  it("refuses those that say nothing", () => {
    expect(breaches(findEmptyFolderNames, "app/leads/utils/a.ts", "")).toBe(1);
    expect(breaches(findEmptyFolderNames, "app/leads/common.ts", "")).toBe(0);
  });
});

describe("reads of the environment", () => {
  it.each([
    "process.env.KEY",
    'process["env"]',
    "globalThis.process.env",
    "const { env } = process;",
    'import { env as settings } from "node:process";',
  ])("refuses %s", (code) => {
    expect(breaches(findEnvironmentReads, "app/leads/a.ts", code)).toBe(1);
  });

  it.each([
    "app/env.server.ts",
    "scripts/serve.ts",
    "tests/a.ts",
    "app/a.test.ts",
    "vitest.config.ts",
  ])("allows them in %s", (path) => {
    expect(breaches(findEnvironmentReads, path, "process.env.KEY")).toBe(0);
  });

  it("knows other things that are called env", () => {
    expect(
      breaches(findEnvironmentReads, "app/a.ts", 'import { env } from "./env.server"; env.PORT;'),
    ).toBe(0);
  });
});

describe("addresses", () => {
  it("are not asked whether they can be parsed", () => {
    expect(breaches(findUrlQuestions, "app/a.ts", 'URL.canParse("https://firma.de");')).toBe(1);
    expect(breaches(findUrlQuestions, "app/a.ts", 'new URL("https://firma.de");')).toBe(0);
    expect(breaches(findUrlQuestions, "app/a.test.ts", 'URL.canParse("a");')).toBe(0);
  });
});

describe("markup", () => {
  it("refuses a button without a type", () => {
    const rule = findButtonsWithoutType;
    expect(breaches(rule, "app/a.tsx", "export const A = () => <button>x</button>;")).toBe(1);
    expect(breaches(rule, "app/a.tsx", "export const A = (p) => <button {...p} />;")).toBe(1);
    expect(
      breaches(rule, "app/a.tsx", 'export const A = () => <button type="submit">x</button>;'),
    ).toBe(0);
  });

  it("refuses a form that needs JavaScript to be sent", () => {
    const formWith = (method: string) =>
      `export const A = () => <fetcher.Form method="${method}" />;`;
    expect(breaches(findFormMethods, "app/a.tsx", formWith("delete"))).toBe(1);
    expect(breaches(findFormMethods, "app/a.tsx", formWith("post"))).toBe(0);
  });
});

describe("exports of routes", () => {
  it.each([
    "export const pageSize = 1;",
    "export const { loader, pageSize } = make();",
    "export function format() {}",
    'export * from "./form";',
    "const pageSize = 1; export { pageSize };",
  ])("refuses %s", (code) => {
    expect(breaches(findRouteExports, "app/routes/suche/route.tsx", code)).toBe(1);
  });

  it("allows what Remix asks for, and types", () => {
    const code =
      "export type Row = 1; export const { loader, action } = make(); export default function Page() {} export { handle };";
    expect(breaches(findRouteExports, "app/routes/_index.tsx", code)).toBe(0);
  });

  it("leaves the other files of a page alone", () => {
    expect(breaches(findRouteExports, "app/routes/suche/form.tsx", "export const Form = 1;")).toBe(
      0,
    );
  });
});
