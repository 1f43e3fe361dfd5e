import type { Finding } from "./finding";
import { type Import, importsOf } from "./imports";
import { isServerOnly, type Layer, layerOf, routeFolderOf } from "./layers";
import type { Sources } from "./source-files";

/** Refused with types too: the one must not even know the other's words. */
const UNKNOWN_TO: Partial<Record<Layer, Layer[]>> = {
  components: ["ui", "room", "routes"],
  ui: ["routes", "http"],
  http: ["ui", "room", "routes"],
  room: ["ui", "routes", "components"],
  foundation: ["routes", "components", "ui", "http", "room", "providers", "composition", "db"],
  providers: ["routes", "components", "ui", "http", "room", "composition"],
  db: ["routes", "components", "ui", "http", "room", "foundation", "providers", "composition"],
};
/** Refused as values; a type leaves nothing behind when the program runs. */
const UNUSED_BY: Partial<Record<Layer, Layer[]>> = {
  routes: ["db", "providers"],
  components: ["db", "providers", "composition"],
  ui: ["db", "providers", "composition"],
  providers: ["db"],
};
/** The places where the parts are put together; a worker thread has a connection of its own. */
const OPENS_DATABASE = /^app\/(?:db\.server|composition\.server|.*\.worker)\.ts$/;

/** Breaches of the arrows between the layers. */
export function findBoundaryBreaches(sources: Sources): Finding[] {
  return [...sources.files.keys()].flatMap((path) => {
    if (layerOf(path) === null) {
      return [
        { path, message: "this folder has no place yet: name it in scripts/check/layers.ts" },
      ];
    }
    return importsOf(sources, path).flatMap((found) => {
      const message = judge(found);
      return message === null ? [] : [{ path, line: found.line, message }];
    });
  });
}

/** What is wrong with an import, or null. */
function judge(found: Import): string | null {
  const from = layerOf(found.from);
  const to = layerOf(found.to);
  if (from === null || to === null || from === "tests") return null;
  if (to === "tests") return `${found.specifier} belongs to the tests`;
  if (UNKNOWN_TO[from]?.includes(to)) return `${from} must not know ${to} (${found.specifier})`;
  if (from === "routes" && to === "routes" && !isSameRoute(found)) {
    return `a route imports no other route (${found.specifier})`;
  }
  return found.isType ? null : judgeValue(found, from, to);
}

function judgeValue(found: Import, from: Layer, to: Layer): string | null {
  const { specifier } = found;
  if (UNUSED_BY[from]?.includes(to)) return `${from} must not use ${to} (${specifier})`;
  const isServerModule = isServerOnly(found.to);
  if (from === "routes" && to === "composition" && isServerModule) {
    return `a route gets what is composed through its context, not from ${specifier}`;
  }
  // The browser would get an empty module, and `undefined` for everything in it.
  if ((from === "components" || from === "ui") && isServerModule)
    return `a component runs in the browser (${specifier})`;
  // The words of the schema are data that the browser may have, too.
  if (to !== "db" || !found.from.startsWith("app/") || found.to.startsWith("db/schema/"))
    return null;
  if (!isServerOnly(found.from)) return `only *.server.ts may use the database (${specifier})`;
  if (!specifier.startsWith("~db/")) return `the database is imported as ~db/… (${specifier})`;
  if (opensDatabase(found) && !OPENS_DATABASE.test(found.from)) {
    return "only the composition opens the database; take the handle as an argument";
  }
  return null;
}

function isSameRoute({ from, to }: Import): boolean {
  const folder = routeFolderOf(from);
  return from !== folder && routeFolderOf(to) === folder;
}

function opensDatabase({ to, names }: Import): boolean {
  return (
    to.startsWith("db/client") && names.some((name) => name === "*" || name.startsWith("open"))
  );
}
