import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Decision } from "./measure";
import { imprint } from "./subjects";

const FOLDER = "tests/imprints";
export const IMPRINT_FIELDS = [
  "companyName",
  "legalForm",
  "street",
  "postalCode",
  "city",
  "phone",
  "email",
  "management",
  "registerCourt",
  "registerNumber",
  "vatId",
] as const;
export type ImprintField = (typeof IMPRINT_FIELDS)[number];

const PageSchema = z.strictObject({
  url: z.url(),
  layout: z.string(),
  is: z.partialRecord(z.enum(IMPRINT_FIELDS), z.union([z.string(), z.array(z.string())])),
  /** Traps: what stands on the page and is another's, or nothing. */
  not: z.array(z.string()),
  /** Fields that people would not agree on. */
  loose: z.array(z.enum(IMPRINT_FIELDS)).default([]),
});
interface Page extends z.infer<typeof PageSchema> {
  html: string;
}

/** The pages of a file: each behind a comment of JSON that says what stands on it. */
function pagesIn(file: string): { head: unknown; html: string }[] {
  const pages = readFileSync(`${FOLDER}/${file}`, "utf8").split(/^<!-- (?=\{)/m);
  return pages.slice(1).map((page) => {
    const end = page.indexOf(" -->\n");
    return { head: JSON.parse(page.slice(0, end)), html: page.slice(end + 5) };
  });
}

function imprintPages(): Page[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap(pagesIn)
    .map(({ head, html }) => ({ ...PageSchema.parse(head), html }));
}

type Answer = ReturnType<typeof imprint>;
let answers: { page: Page; given: Answer }[] | undefined;

function readAll() {
  answers ??= imprintPages().map((page) => ({ page, given: imprint(page.html, page.url) }));
  return answers;
}

const joined = (value: string | string[] | null | undefined) =>
  (Array.isArray(value) ? value.join("; ") : value) || null;

export function decideImprintField(field: ImprintField): Decision[] {
  return readAll()
    .filter(({ page }) => !page.loose.includes(field))
    .map(({ page, given }) => ({
      label: page.url,
      given: joined(given[field]),
      expected: joined(page.is[field]),
    }));
}

export function decideImprintTraps(): Decision[] {
  return readAll().flatMap(({ page, given }) => {
    const values = Object.values(given).flatMap((value) => value ?? []);
    return page.not.map((trap) => ({
      label: `${page.url}: ${trap}`,
      given:
        values.find((value) => value.includes(trap) && !page.is.companyName?.includes(trap)) ??
        null,
      expected: null,
    }));
  });
}
