import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Statistics have day boundaries: a test means the same everywhere.
process.env.TZ = "Europe/Berlin";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: { "~db": folder("./db"), "~tests": folder("./tests/support"), "~": folder("./app") },
  },
  test: {
    environment: "node",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,db,scripts}/**/*.test.{ts,tsx,mjs}"],
          globalSetup: ["tests/support/store-template.ts"],
          // Half the time on two cores, where one worker would be the default.
          maxWorkers: 2,
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          setupFiles: ["tests/support/signed-fetch.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Every file starts a server of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
});
