import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Statistics have day boundaries: a test means the same everywhere.
process.env.TZ = "Europe/Berlin";

/** Tests of processes wait for each other and for time limits; what has another number must run at another time. */
const MOSTLY_WAITING = { maxWorkers: 4, sequence: { groupOrder: 1 } };

const SLOW =
  /(?:backups|crawler|form-refusals|jobs-restart|provider-cells|restore|secrets|server-start)\.test/;

/** What takes longest begins first: at the end it would run alone. Only a machine's later runs know that by themselves. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));
    return (await super.sort(files)).sort((one, other) => isSlow(other) - isSlow(one));
  }
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: { "~db": folder("./db"), "~tests": folder("./tests/support"), "~": folder("./app") },
  },
  test: {
    environment: "node",
    // On two cores one worker would be the default. Half of a file's time goes into timers, sockets and threads.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,db,scripts}/**/*.test.{ts,tsx,mjs}"],
          globalSetup: ["tests/support/store-template.ts"],
          // Files share their modules: no test replaces a module or leaves one changed.
          isolate: false,
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          // They start processes and threads, or replace a module.
          name: "system",
          include: ["tests/system/**/*.test.{ts,mjs}"],
          globalSetup: ["tests/support/store-template.ts"],
          ...MOSTLY_WAITING,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          setupFiles: ["tests/support/signed-fetch.ts"],
          // Files share their modules, and with them the compiled schemas of the API's document.
          isolate: false,
          ...MOSTLY_WAITING,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
