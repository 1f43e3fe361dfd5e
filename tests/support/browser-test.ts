import { test as base, expect } from "@playwright/test";
import { startTestApp, type TestApp } from "./app-server";

/** Providers answer at once, but in tests that watch a search. */
const LATENCY = 0;

interface WorkerFixtures {
  /** The built product over the local providers, one for each worker and project. */
  app: TestApp;
}

interface TestFixtures {
  /** Collects what the browser complains about, a refused script first of all; the test fails if anything is left. */
  complaints: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const app = await startTestApp(LATENCY);
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, use) => use(app.server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
