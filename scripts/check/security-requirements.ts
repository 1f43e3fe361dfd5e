import ts from "typescript";
import type { Finding } from "./finding";
import { type Sources, walk } from "./source-files";

/** The table that answers every requirement of {@link REQUIRED_IDS}. */
export const REQUIREMENTS_PATH = "docs/asvs.md";

/**
 * Requirements of OWASP ASVS 5.0.0 that the product answers to: levels 1 and 2 as far as they concern it, and of level 3
 * those that were chosen. „6.2.1-12“ stands for all from 6.2.1 to 6.2.12.
 */
const REQUIRED = `
  1.1.1-2 1.2.1-5 1.2.9-10 1.3.1-3 1.3.6-7 1.3.12 1.5.1-2
  2.1.1-3 2.2.1-3 2.3.1-4 2.4.1
  3.2.1-2 3.3.1-4 3.4.1-6 3.4.8 3.5.1-3 3.7.1-2
  4.1.1-3 4.2.1
  5.1.1 5.2.1-3 5.3.1-2 5.4.1-2
  6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-3 6.5.1-5
  7.1.1-2 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2
  8.1.1-2 8.2.1-3 8.3.1
  11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-2 11.4.4 11.5.1 11.6.1
  12.1.1 12.2.1 12.3.1-2
  13.1.1 13.2.3-5 13.3.1-2 13.4.1-5
  14.1.1-2 14.2.1-4 14.3.1-3
  15.1.1-3 15.2.1-3 15.3.1-7 15.4.2
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-4`;

export const REQUIRED_IDS: readonly string[] = REQUIRED.trim()
  .split(/\s+/)
  .flatMap((entry) => {
    const [id = "", last] = entry.split("-");
    const dot = id.lastIndexOf(".") + 1;
    const from = Number(id.slice(dot));
    const count = last === undefined ? 1 : Number(last) - from + 1;
    return Array.from({ length: count }, (_, index) => `${id.slice(0, dot)}${from + index}`);
  });

/** What each state has to bring: a test, a document, or a reason in words. */
const NEEDS: Readonly<Record<string, "test" | "document" | "reason">> = {
  met: "test",
  documented: "document",
  partly: "reason",
  "not met": "reason",
  "not applicable": "reason",
};
const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;
/** A reason is a sentence. */
const REASON_LENGTH = 30;

interface Row {
  line: number;
  id: string;
  asks: string;
  state: string;
  proof: string;
}

/** Lines of the tables that begin with the number of a requirement. */
function readRows(document: string): Row[] {
  return document.split("\n").flatMap((text, index): Row[] => {
    const [, id = "", asks = "", state = "", proof = ""] = text
      .split("|")
      .map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+$/.test(id) ? [{ line: index + 1, id, asks, state, proof }] : [];
  });
}

/** What the tests and groups of a file are called. */
function titlesIn(sources: Sources, path: string): Set<string> {
  const titles = new Set<string>();
  walk(sources.syntaxOf(path), (node) => {
    if (!ts.isCallExpression(node) || !/^(?:describe|it|test)\b/.test(node.expression.getText())) {
      return;
    }
    const [title] = node.arguments;
    if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
  });
  return titles;
}

/** What is wrong with what a row refers to: `path`, or `path › name of a test`. */
function judgeReference(
  reference: string,
  sources: Sources,
  documents: ReadonlySet<string>,
): string | null {
  const [path = "", title] = reference.split(" › ");
  if (!sources.files.has(path) && !documents.has(path)) return `there is no ${path}`;
  if (title === undefined || titlesIn(sources, path).has(title)) return null;
  return `${path} has no test „${title}“`;
}

function judgeRow(row: Row, sources: Sources, documents: ReadonlySet<string>): string[] {
  const references = [...row.proof.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  const words = row.proof.replace(/`[^`]+`/g, "").replace(/[\s,;]+/g, " ");
  const paths = references.map((reference) => reference.split(" › ", 1)[0] ?? "");
  const needs = NEEDS[row.state];
  const faults = references.flatMap(
    (reference) => judgeReference(reference, sources, documents) ?? [],
  );
  if (row.asks === "") faults.push("does not say what it asks for");
  if (needs === undefined)
    faults.push(`„${row.state}“ is none of ${Object.keys(NEEDS).join(", ")}`);
  if (needs === "test" && !paths.some((path) => TEST.test(path))) faults.push("names no test");
  if (needs === "document" && !paths.some((path) => path.endsWith(".md"))) {
    faults.push("names no document");
  }
  if (needs === "reason" && words.trim().length < REASON_LENGTH) faults.push("gives no reason");
  return faults;
}

/**
 * Requirements that are missing from the table, stand there twice or are none of the list, and rows that bring neither a
 * test or document that there is nor a reason.
 *
 * @param documents paths of texts that a row may refer to
 */
export function findRequirementGaps(
  document: string,
  sources: Sources,
  documents: ReadonlySet<string>,
): Finding[] {
  const path = REQUIREMENTS_PATH;
  const rows = readRows(document);
  const seen = new Set<string>();
  const findings = rows.flatMap((row) => {
    const faults = judgeRow(row, sources, documents);
    if (seen.has(row.id)) faults.push("stands here twice");
    if (!REQUIRED_IDS.includes(row.id)) faults.push("is not on the list of this check");
    seen.add(row.id);
    return faults.map((fault) => ({ path, line: row.line, message: `${row.id} ${fault}` }));
  });
  const missing = REQUIRED_IDS.filter((id) => !seen.has(id));
  return [...findings, ...missing.map((id) => ({ path, message: `${id} is missing` }))];
}
