import { test as base, expect } from "@playwright/test";
import { signInByLink, startTestApp, type TestApp } from "./app-server";

/** Providers answer at once, but in tests that watch a search. */
const LATENCY = 0;

interface WorkerFixtures {
  /** The built product over the local providers, one for each worker and project. */
  app: TestApp;
  /** The owner's session. */
  session: { name: string; value: string };
}

interface TestFixtures {
  /** Collects what the browser complains about, a refused script first of all; the test fails if anything is left. */
  complaints: string[];
}

/** What Chromium notes when a page that follows a job is left while the next moment is being read. */
const LEFT_STREAM =
  /^(?:AbortError: )?(?:BodyStreamBuffer was aborted|signal is aborted without reason)/;

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
  session: [
    async ({ app }, use) => {
      const [name = "", ...value] = (await signInByLink(app.server)).split("=");
      await use({ name, value: value.join("=") });
    },
    { scope: "worker" },
  ],
  // Whoever opens a page has signed in, unless a test says otherwise.
  storageState: async ({ app, session }, use) => {
    const cookie = {
      ...session,
      domain: new URL(app.server.url).hostname,
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax" as const,
    };
    await use({ cookies: [cookie], origins: [] });
  },
  baseURL: async ({ app }, use) => use(app.server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const note = (text: string) => {
        if (!LEFT_STREAM.test(text)) complaints.push(text);
      };
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") note(message.text());
      });
      page.on("pageerror", (error) => note(error.message));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
