import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { openTestStore } from "~db/store.test-support";
import { JobFeed } from "../jobs/job-feed.server";
import { JobRunner } from "../jobs/job-runner.server";

/** What routes work with, over an empty store and without any provider. */
export async function testContext(): Promise<AppLoadContext> {
  const db = await openTestStore();
  const feed = new JobFeed();
  const log = { info: () => {}, error: () => {} };
  return {
    actor: "anna",
    requestId: "request-1",
    services: {
      db,
      databasePath: ":memory:",
      timeZone: "Europe/Berlin",
      isDemo: false,
      mapsProvider: null,
      emailFinder: null,
      jobs: new JobRunner(db, feed, {}, log),
      feed,
      canReadStore: async () => true,
    },
  };
}

/** The arguments of a loader or an action. */
export async function routeArgs(
  url: string,
  init: RequestInit = {},
  params: Record<string, string> = {},
): Promise<LoaderFunctionArgs> {
  return { request: new Request(url, init), params, context: await testContext() };
}
