import {
  type Browser,
  test as base,
  type ConsoleMessage,
  devices,
  expect,
  type Page,
} from "@playwright/test";
import { resetProviders } from "./api-client";
import { signInByLink, startTestApp, type TestApp } from "./app-server";

const { viewport: VIEWPORT } = devices["Desktop Chrome"];

/** The product in one setting, with what its tests share. */
interface SharedApp {
  app: TestApp;
  /** The owner's session. */
  session: { name: string; value: string };
  /** Pages that one test leaves to the next, by the name of their user. */
  pages: Map<string, Page>;
}

interface WorkerFixtures {
  /** Starts the product when the first test of the worker asks for it by a name. */
  openApp: (name: string, start: () => Promise<TestApp>) => Promise<SharedApp>;
}

interface TestFixtures {
  /** Of the product's environment. Whatever was opened in another setting goes on beside it. */
  settings: Record<string, string>;
  shared: SharedApp;
  /** The built product over the local providers, one for each worker, project and setting. */
  app: TestApp;
  /** Collects what the browser complains about, a refused script first of all; the test fails if anything is left. */
  complaints: string[];
  /** A page in another browser, in which nobody has signed in. */
  stranger: Page;
  /** Resolves when the scripts of the page have taken it over, and have done what they do at first; at once without. */
  alive(): Promise<void>;
}

/**
 * The page that the tests before had, as good as new: a really new one takes a second of the processor's time for
 * processes and scripts that this one has already.
 */
async function lendPage(
  browser: Browser,
  kept: Map<string, Page>,
  user: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const page = kept.get(user) ?? (await (await browser.newContext()).newPage());
  kept.set(user, page);
  await use(page);
  const context = page.context();
  // A tab that is loading may not close for long: what a test opened besides goes with its whole context.
  if (context.pages().length > 1) {
    kept.delete(user);
    await context.close();
    return;
  }
  for (const event of ["dialog", "request"] as const) page.removeAllListeners(event);
  await page.unrouteAll();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(VIEWPORT);
  // Whatever the last page still does ends here, and the storage is that of its origin.
  await page.goto("/healthz");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
}

async function shareApp(app: TestApp): Promise<SharedApp> {
  const [name = "", ...value] = (await signInByLink(app.server)).split("=");
  return { app, session: { name, value: value.join("=") }, pages: new Map() };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  openApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const opened = new Map<string, Promise<SharedApp>>();
      await use((name, start) => {
        const shared = opened.get(name) ?? start().then(shareApp);
        opened.set(name, shared);
        return shared;
      });
      for (const shared of opened.values()) await (await shared).app.stop();
    },
    { scope: "worker" },
  ],
  settings: [{}, { option: true }],
  shared: async ({ openApp, settings }, use) =>
    use(await openApp(JSON.stringify(settings), () => startTestApp(0, settings))),
  app: async ({ shared }, use) => use(shared.app),
  // The owner has signed in there.
  page: async ({ browser, shared: { app, session, pages } }, use) => {
    await lendPage(browser, pages, "owner", async (page) => {
      await page.context().addCookies([{ ...session, url: app.server.url, httpOnly: true }]);
      await use(page);
    });
    await resetProviders(app.providers.origin);
  },
  stranger: async ({ browser, shared }, use) => lendPage(browser, shared.pages, "stranger", use),
  context: async ({ page }, use) => use(page.context()),
  alive: async ({ page, javaScriptEnabled }, use) =>
    use(async () => {
      if (!javaScriptEnabled) return;
      await page.waitForFunction(() =>
        Object.keys(document.body).some((key) => key.startsWith("__reactProps")),
      );
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      );
    }),
  baseURL: async ({ app }, use) => use(app.server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const note = (text: string) => void complaints.push(text);
      const noteMessage = (message: ConsoleMessage) => {
        // The browser looks for this one beside documents that are no pages.
        if (message.location().url.endsWith("/favicon.ico")) return;
        if (message.type() === "error" || message.type() === "warning") note(message.text());
      };
      const noteError = (error: Error) => note(error.message);
      page.on("console", noteMessage);
      page.on("pageerror", noteError);
      await use(complaints);
      page.off("console", noteMessage);
      page.off("pageerror", noteError);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
