/** @type {import('@remix-run/dev').AppConfig} */
export default {
  server: "./app/server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  tailwind: false,
  postcss: true,
  // A set of 1,600 icons and a big library that start faster as the part of them that is used.
  serverDependenciesToBundle: ["lucide-react", "kysely"],
  ignoredRouteFiles: ["**/.*", "**/*.test.ts"],
  watchPaths: ["./db/**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // A press while the router still learns a route would end at „Diese Seite gibt es nicht“ (docs/decisions/028).
    v3_lazyRouteDiscovery: false,
  },
};
