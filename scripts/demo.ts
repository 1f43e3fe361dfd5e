import { startDemoProviders } from "./demo-providers/server";
import { serve } from "./server";

/** Keys that the local providers take; nothing leaves this machine. */
const DEMO_KEY = "demo";

/**
 * Starts the product over invented companies: local providers in the place of the outside ones, and a database of its
 * own. Settings of the real product are not read, so that no key and no lead of a team gets into it.
 */
async function demo(): Promise<void> {
  const providers = await startDemoProviders({ latency: Number(process.env.DEMO_LATENCY ?? 1) });
  Object.assign(process.env, {
    DEMO: "true",
    DATABASE_PATH: process.env.DEMO_DATABASE_PATH ?? "data/demo.sqlite",
    GOOGLE_PLACES_API_KEY: DEMO_KEY,
    GOOGLE_PLACES_BASE_URL: providers.baseUrls.googlePlaces,
    ANYMAILFINDER_API_KEY: DEMO_KEY,
    ANYMAILFINDER_BASE_URL: providers.baseUrls.anymailfinder,
  });
  await serve();
}

await demo();
