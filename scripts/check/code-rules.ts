import ts from "typescript";
import type { Finding } from "./finding";
import { isConfig, isTest, lineOf, type Sources, walk } from "./source-files";

const LOOK_AT_LINES = 300;
const SPLIT_AT_LINES = 500;
const EMPTY_NAMES = ["utils", "helpers", "common", "services", "managers", "misc"];
const ROUTE_EXPORTS = [
  "default",
  "loader",
  "action",
  "clientLoader",
  "clientAction",
  "meta",
  "links",
  "headers",
  "handle",
  "shouldRevalidate",
  "ErrorBoundary",
  "HydrateFallback",
];
const ROUTE_FILE = /^app\/routes\/(?:[^/]+|[^/]+\/(?:route|index))\.tsx?$/;

/** Files that are too long to stay one file. */
export function findLongFiles({ files }: Sources): Finding[] {
  return longerThan(files, SPLIT_AT_LINES, Number.POSITIVE_INFINITY, "split it");
}

/** Files that may want to be two; not a breach. */
export function findFilesToLookAt({ files }: Sources): Finding[] {
  return longerThan(files, LOOK_AT_LINES, SPLIT_AT_LINES, "does it do one thing?");
}

function longerThan(
  files: Sources["files"],
  over: number,
  upTo: number,
  advice: string,
): Finding[] {
  return [...files].flatMap(([path, text]) => {
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    return lines > over && lines <= upTo ? [{ path, message: `${lines} lines: ${advice}` }] : [];
  });
}

/** Folders whose name does not say what is in them. */
export function findEmptyFolderNames({ files }: Sources): Finding[] {
  const folders = new Set(
    [...files.keys()].map((path) => path.slice(0, path.lastIndexOf("/") + 1)),
  );
  return [...folders].flatMap((path) => {
    const name = path.split("/").find((part) => EMPTY_NAMES.includes(part));
    return name === undefined
      ? []
      : [{ path, message: `"${name}" says nothing: name the subject` }];
  });
}

/** Reads of the environment outside of the one file in `app` that does. */
export function findEnvironmentReads(sources: Sources): Finding[] {
  const mayRead = (path: string) =>
    path === "app/env.server.ts" || path.startsWith("scripts/") || isTest(path) || isConfig(path);
  return [...sources.files.keys()].flatMap((path) =>
    mayRead(path)
      ? []
      : findNodes(sources, path, readsEnvironment, "only app/env.server.ts reads the environment"),
  );
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === "env" && isProcess(node.expression);
  }
  if (ts.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    return ts.isStringLiteralLike(key) && key.text === "env" && isProcess(node.expression);
  }
  if (ts.isVariableDeclaration(node) && node.initializer && isProcess(node.initializer)) {
    return (
      ts.isObjectBindingPattern(node.name) &&
      node.name.elements.some(
        (element) => (element.propertyName ?? element.name).getText() === "env",
      )
    );
  }
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings;
    return (
      /^(?:node:)?process$/.test(node.moduleSpecifier.text) &&
      bindings !== undefined &&
      ts.isNamedImports(bindings) &&
      bindings.elements.some((element) => (element.propertyName ?? element.name).text === "env")
    );
  }
  return false;
}

function isProcess(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === "process";
  return ts.isPropertyAccessExpression(node) && node.name.text === "process";
}

/** Questions that Node 20 answers wrongly for umlauts once they were asked some thousand times. */
export function findUrlQuestions(sources: Sources): Finding[] {
  const asks = (node: ts.Node) =>
    ts.isPropertyAccessExpression(node) && node.getText() === "URL.canParse";
  return [...sources.files.keys()].flatMap((path) =>
    isTest(path)
      ? []
      : findNodes(sources, path, asks, "addresses are parsed by app/text/parse-url.ts"),
  );
}

/** Buttons that would send a form by accident. */
export function findButtonsWithoutType(sources: Sources): Finding[] {
  const isBare = (node: ts.Node) =>
    isOpening(node) && node.tagName.getText() === "button" && attribute(node, "type") === undefined;
  return inMarkup(sources, isBare, "a button says its type");
}

/** Forms with a method that no browser without JavaScript can send. */
export function findFormMethods(sources: Sources): Finding[] {
  const isOdd = (node: ts.Node) => {
    if (!isOpening(node) || !/(?:^|\.)form$/i.test(node.tagName.getText())) return false;
    const method = attribute(node, "method")?.initializer;
    return (
      method !== undefined && ts.isStringLiteral(method) && !/^(?:get|post)$/i.test(method.text)
    );
  };
  return inMarkup(sources, isOdd, "a form is sent with get or post");
}

function inMarkup(
  sources: Sources,
  isBreach: (node: ts.Node) => boolean,
  message: string,
): Finding[] {
  const markup = [...sources.files.keys()].filter((path) => path.endsWith(".tsx"));
  return markup.flatMap((path) => findNodes(sources, path, isBreach, message));
}

function isOpening(node: ts.Node): node is ts.JsxOpeningLikeElement {
  return ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
}

function attribute(node: ts.JsxOpeningLikeElement, name: string): ts.JsxAttribute | undefined {
  const attributes = node.attributes.properties.filter(ts.isJsxAttribute);
  return attributes.find((property) => property.name.getText() === name);
}

/** Exports of route files that Remix does not know: they keep server code alive in the browser. */
export function findRouteExports(sources: Sources): Finding[] {
  const routes = [...sources.files.keys()].filter((path) => ROUTE_FILE.test(path) && !isTest(path));
  return routes.flatMap((path) =>
    sources.syntaxOf(path).statements.flatMap((statement) =>
      exportedNames(statement)
        .filter((name) => !ROUTE_EXPORTS.includes(name))
        .map((name) => ({
          path,
          line: lineOf(statement),
          message: `a route exports only what Remix asks for, not ${name}`,
        })),
    ),
  );
}

/** Names of exported values; types are gone when the program runs. */
function exportedNames(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return ["default"];
  if (ts.isExportDeclaration(statement)) {
    if (statement.isTypeOnly) return [];
    const clause = statement.exportClause;
    if (clause === undefined || ts.isNamespaceExport(clause)) return ["*"];
    return clause.elements.filter((element) => !element.isTypeOnly).map(({ name }) => name.text);
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (has(ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  if (isValue || ts.isEnumDeclaration(statement)) return [statement.name?.text ?? "default"];
  return [];
}

/** `export const { loader, action } = …` binds two. */
function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  const elements: readonly ts.ArrayBindingElement[] = name.elements;
  return elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}

function findNodes(
  sources: Sources,
  path: string,
  isBreach: (node: ts.Node) => boolean,
  message: string,
): Finding[] {
  const findings: Finding[] = [];
  walk(sources.syntaxOf(path), (node) => {
    if (isBreach(node)) findings.push({ path, line: lineOf(node), message });
  });
  return findings;
}
