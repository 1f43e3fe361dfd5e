/** @type {import('@remix-run/dev').AppConfig} */
export default {
  server: "./app/server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  tailwind: false,
  postcss: true,
  ignoredRouteFiles: ["**/.*", "**/*.test.ts"],
  watchPaths: ["./db/**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
};
