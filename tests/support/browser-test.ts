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

/** What Chromium notes when a page that follows a job is left while the next moment is being read. */
const LEFT_STREAM = /^AbortError: BodyStreamBuffer was aborted/;

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
        const isComplaint = message.type() === "error" || message.type() === "warning";
        if (isComplaint && !LEFT_STREAM.test(message.text())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
