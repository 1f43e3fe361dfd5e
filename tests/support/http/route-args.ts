import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { PasswordHasher } from "~/access/passwords/password-hash.server";
import { SignInLimits } from "~/access/sign-in/sign-in-limits.server";
import { JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRunner } from "~/jobs/runner/job-runner.server";
import { RateLimiter } from "~/providers/fetch/rate-limiter.server";
import { createProviders } from "~/providers/providers.server";
import type { Service } from "~/providers/services";
import { createSiteReader } from "~/providers/website/read-site.server";
import { Credentials } from "~/settings/credentials.server";
import { KeyCipher } from "~/settings/key-cipher.server";
import { openTestStore } from "../store";

/** What routes work with, over an empty store and without any provider. */
export async function testContext(): Promise<AppLoadContext> {
  const db = await openTestStore();
  const feed = new JobFeed();
  const log = { info: () => {}, error: () => {} };
  const cipher = new KeyCipher("a secret of the tests that is long enough");
  const credentials = new Credentials(db, cipher, {});
  const nowhere = "http://127.0.0.1:9";
  const providerSetup = {
    baseUrls: {
      anymailfinder: nowhere,
      serper: nowhere,
      "google-places": nowhere,
      vayne: nowhere,
      openai: nowhere,
    },
    model: "gpt-6-luna",
    findKey: (service: Service) => credentials.findKey(service),
    limiter: new RateLimiter(1),
    settings: { retrySpeed: 1 },
  };
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
      db,
      databasePath: ":memory:",
      timeZone: "Europe/Berlin",
      isDemo: false,
      access: {
        db,
        isDemo: false,
        sessionKey: new Uint8Array(32),
        environmentToken: undefined,
        passwords: new PasswordHasher({ cost: 2 }),
        limits: new SignInLimits(),
        log: { info: () => {}, warn: () => {} },
      },
      providers: createProviders(providerSetup),
      sites: createSiteReader(),
      credentials,
      cipher,
      providerSetup,
      jobs: new JobRunner(db, feed, {}, log),
      feed,
      enrichLeads: async () => null,
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
