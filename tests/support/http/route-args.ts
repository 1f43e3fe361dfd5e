import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { JobFollower } from "~/jobs/progress/follow-job.server";
import { JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRunner } from "~/jobs/runner/job-runner.server";
import { createProviders } from "~/providers/providers.server";
import { createSiteReader } from "~/providers/website/read-site.server";
import { openAccess } from "../access";
import { settingsOver } from "../settings";

/** What routes work with, over an empty store and without any provider. */
export async function testContext(): Promise<AppLoadContext> {
  const access = await openAccess();
  const feed = new JobFeed();
  const settings = settingsOver(access.db, "http://127.0.0.1:9");
  return {
    identity: {
      kind: "session",
      actor: "anna",
      role: "administrator",
      userId: "1",
      sessionHash: "1",
      isByLink: false,
    },
    actor: "anna",
    client: { address: "127.0.0.1", host: "127.0.0.1:3000", isSecure: false },
    requestId: "request-1",
    services: {
      databasePath: ":memory:",
      isDemo: false,
      access,
      ...settings,
      providers: createProviders(settings.providerSetup, {
        baseUrls: { overpass: "http://127.0.0.1:9", nominatim: "http://127.0.0.1:9" },
        origin: "tests",
        contact: async () => null,
        areas: { get: async () => undefined, save: async () => {} },
      }),
      sites: createSiteReader(),
      jobs: new JobRunner(access.db, feed, {}, { info: () => {}, error: () => {} }),
      feed,
      follower: new JobFollower(access.db, feed),
      enrichLeads: async () => null,
      listLeads: async () => "",
      startBulk: () => Promise.reject(new Error("no job starts here")),
      canReadStore: async () => true,
      findBackups: () => ({ folder: "", days: 0, backups: [], failure: null }),
      faults: [],
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
