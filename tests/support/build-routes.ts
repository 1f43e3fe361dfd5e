import { readdir, readFile } from "node:fs/promises";
import { z } from "zod";
import { apiOperations } from "../../app/api-operations.server";

const FOLDER = "public/build";
const ManifestSchema = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      hasAction: z.boolean(),
    }),
  ),
});

/** A route of the build: its id and its address, with parameters as „:name“ and the rest as „*“. */
export interface BuildRoute {
  id: string;
  path: string;
  /** Whether forms can be sent to it. */
  hasAction: boolean;
}

/** All routes of the build that is served, and the addresses that the one of the API answers. */
export async function buildRoutes(): Promise<BuildRoute[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^manifest-.*\.js$/.test(name));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) throw new Error(`manifests: ${names.join(", ")}`);
  const text = await readFile(`${FOLDER}/${name}`, "utf8");
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const { routes } = ManifestSchema.parse(JSON.parse(json));
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (route === undefined) return "";
    return `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ""}`;
  };
  const built = Object.values(routes).map(({ id, hasAction }) => ({
    id,
    path: pathOf(id) || "/",
    hasAction,
  }));
  const paths = new Set(apiOperations.map((operation) => operation.path));
  const addresses = [...paths].filter((path) => path.startsWith("/api/"));
  return [
    ...built,
    ...addresses.map((path) => ({
      id: "routes/api.$",
      path: path.replace(/\{(\w+)\}/g, ":$1"),
      hasAction: true,
    })),
  ];
}
