import { afterAll, beforeEach, onTestFinished } from "vitest";
import { resetProviders } from "./api-client";
import { startTestApp, type TestApp } from "./app-server";
import { type LeadSeed, seedLeads } from "./lead-factory";
import { checkApiAnswers } from "./openapi";

interface AppOptions {
  /** In the store before the server starts. */
  leads?: readonly LeadSeed[];
  /** Environment variables besides those of every test server. */
  settings?: Record<string, string>;
  /** Of the providers; 1 is the speed of the demo. */
  latency?: number;
}

function start({ leads = [], settings, latency }: AppOptions): Promise<TestApp> {
  const fill = (path: string) => seedLeads(path, leads);
  return startTestApp(latency, settings, leads.length > 0 ? fill : undefined);
}

/**
 * Starts the product over the local providers for all tests of a file. Each test begins without faults, and every
 * answer of the API is compared with its document.
 */
export async function openTestApp(options: AppOptions = {}): Promise<TestApp> {
  const app = await start(options);
  checkApiAnswers();
  beforeEach(() => resetProviders(app.providers.origin));
  afterAll(() => app.stop());
  return app;
}

/** Starts the product for a single test, which may end it and start it again. */
export async function openOwnApp(options: AppOptions = {}): Promise<TestApp> {
  const app = await start(options);
  onTestFinished(() => app.stop("SIGKILL"));
  return app;
}
