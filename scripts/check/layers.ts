import { isTest } from "./source-files";

/** Where a file stands; what each may import is in `boundaries.ts`. */
export type Layer =
  | "routes"
  | "components"
  | "ui"
  | "http"
  | "room"
  | "foundation"
  | "providers"
  | "composition"
  | "db"
  | "tests"
  | "outside";

/** One folder per subject of the product: "everything about …". */
const ROOMS = [
  "access",
  "campaigns",
  "enrichment",
  "exports",
  "imports",
  "jobs",
  "language-model",
  "leads",
  "outreach",
  "pipelines",
  "places",
  "search",
  "settings",
  "tables",
];
/** Know nothing of the product, so everything in `app` may use them. */
const FOUNDATIONS = ["format", "spreadsheet", "text", "types"];

/**
 * The layer of a path, or null for a folder of `app` that nobody has given a place: it belongs into
 * one of the lists above.
 */
export function layerOf(path: string): Layer | null {
  if (isTest(path)) return "tests";
  const [top = "", folder = "", ...rest] = path.split("/");
  if (top === "db") return "db";
  if (top !== "app") return "outside";
  if (rest.length === 0) return "composition";
  if (ROOMS.includes(folder)) return rest[0] === "ui" ? "ui" : "room";
  if (FOUNDATIONS.includes(folder)) return "foundation";
  const named: Layer[] = ["routes", "components", "http", "providers"];
  return named.find((layer) => layer === folder) ?? null;
}

/** Remix leaves such a module out of what the browser loads; a worker thread runs on the server too. */
export function isServerOnly(path: string): boolean {
  return /\.(?:server|worker)(?:\.tsx?)?$/.test(path);
}

/** The part of a route's path that its own files share: `app/routes/suche/`. */
export function routeFolderOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}
