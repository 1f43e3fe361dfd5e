import { posix } from "node:path";
import ts from "typescript";
import { lineOf, type Sources, walk } from "./source-files";

/** One file asking for another file of this repository. */
export interface Import {
  from: string;
  /** Path of the file asked for; as written when there is no such file. */
  to: string;
  specifier: string;
  line: number;
  /** Nothing of it is left when the program runs. */
  isType: boolean;
  /** What is asked for; `*` for everything. */
  names: string[];
}

const ALIASES = { "~/": "app/", "~db/": "db/" };
const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".js", "/index.ts", "/index.tsx"];

/** The imports of one file that stay in this repository, dynamic ones and re-exports too. */
export function importsOf(sources: Sources, from: string): Import[] {
  const found: Import[] = [];
  const add = (at: ts.Node, specifier: ts.Node | undefined, isType: boolean, names: string[]) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const to = resolveImport(sources, from, specifier.text);
    if (to === null) return;
    found.push({ from, to, specifier: specifier.text, line: lineOf(at), isType, names });
  };
  walk(sources.syntaxOf(from), (node) => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      add(node, node.moduleSpecifier, clause?.isTypeOnly === true, importedNames(clause));
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly, reexportedNames(node.exportClause));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true, ["*"]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false, ["*"]);
    }
  });
  return found;
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const names = clause?.name === undefined ? [] : ["default"];
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, "*"];
  const values = bindings.elements.filter((element) => !element.isTypeOnly);
  return [...names, ...values.map(({ propertyName, name }) => (propertyName ?? name).text)];
}

function reexportedNames(clause: ts.NamedExportBindings | undefined): string[] {
  if (clause === undefined || ts.isNamespaceExport(clause)) return ["*"];
  const values = clause.elements.filter((element) => !element.isTypeOnly);
  return values.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** Null for a package. */
function resolveImport(sources: Sources, from: string, specifier: string): string | null {
  const path = pathOf(from, specifier);
  if (path === null) return null;
  const ending = ENDINGS.find((candidate) => sources.files.has(path + candidate));
  return path + (ending ?? "");
}

function pathOf(from: string, specifier: string): string | null {
  if (/^\.\.?(?:\/|$)/.test(specifier)) return posix.join(posix.dirname(from), specifier);
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (specifier.startsWith(alias)) return posix.normalize(folder + specifier.slice(alias.length));
  }
  return null;
}
