import type { ServerBuild } from "@remix-run/node";
import { createAppHandler } from "~/http/app-handler.server";
import { DATA, type HandlerMaker } from "./gated-server";
import { testContext } from "./route-args";

/** A build as small as Remix accepts: a page, an API route and an upload route that read bodies. */
export const remixHandler: HandlerMaker = (seen) => {
  const loader = () => Response.json({ data: DATA, id: "1" });
  const action = async ({ request }: { request: Request }) => {
    const text = await request.text().catch((error: unknown) => {
      seen.bodyErrors.push(error);
      throw error;
    });
    seen.changes.push(`${request.method} ${new URL(request.url).pathname} ${text.length}`);
    return Response.json({ data: DATA });
  };
  const page = () => null;
  const build: ServerBuild = {
    mode: "production",
    routes: {
      root: { id: "root", path: "", module: { default: page } },
      page: {
        id: "page",
        parentId: "root",
        path: "seite",
        module: { default: page, loader, action },
      },
      list: {
        id: "list",
        parentId: "root",
        path: "leadspeicher/import",
        module: { default: page, loader, action },
      },
      leads: { id: "leads", path: "api/leads", module: { default: undefined, loader, action } },
      upload: { id: "upload", path: "api/jobs/csv-enrich", module: { default: undefined, action } },
    },
    entry: {
      module: {
        default: (_request: Request, status: number) => new Response(DATA, { status }),
        handleError() {},
      },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_lazyRouteDiscovery: true,
      v3_singleFetch: true,
    },
  };
  const context = testContext();
  return async (req, res, next) => {
    const known = await context;
    createAppHandler(build, () => known)(req, res, next);
  };
};
