import { dirname, join } from "node:path";
import { stopCompiling } from "./compile.mjs";
import { writeSampleExport } from "./demo-providers/register/sample-export";
import { startDemoProviders } from "./demo-providers/server";
import { serve } from "./server";

/** `KEYLESS=1 npm run demo`: the product without keys, which can be entered in its settings. */
const isKeyless = Boolean(process.env.KEYLESS);
/** A key that the local providers accept; nothing leaves this machine. */
const DEMO_KEY = isKeyless ? "" : "demo";
/** In a folder of its own, so that its exports and backups never stand among a team's. */
const DATABASE_PATH = isKeyless ? "data/demo-keyless/leads.sqlite" : "data/demo/leads.sqlite";
const DEMO_MODEL = "gpt-6-luna";
/** A profile order takes minutes at the real service. */
const DEMO_RETRY_SPEED = "6";

/**
 * Starts the product with invented companies, local providers and its own database. Reads no settings of the real
 * product, so that no key and no lead of a team gets into it.
 */
async function demo(): Promise<void> {
  const providers = await startDemoProviders({ latency: Number(process.env.DEMO_LATENCY ?? 1) });
  Object.assign(process.env, {
    DEMO: "true",
    RETRY_SPEED: DEMO_RETRY_SPEED,
    DATABASE_PATH: process.env.DEMO_DATABASE_PATH ?? DATABASE_PATH,
    GOOGLE_PLACES_API_KEY: DEMO_KEY,
    GOOGLE_PLACES_BASE_URL: providers.baseUrls.googlePlaces,
    OVERPASS_BASE_URL: providers.baseUrls.overpass,
    NOMINATIM_BASE_URL: providers.baseUrls.nominatim,
    OSM_CONTACT: "demo@leadspeicher.example",
    SERPER_API_KEY: DEMO_KEY,
    SERPER_BASE_URL: providers.baseUrls.serper,
    ANYMAILFINDER_API_KEY: DEMO_KEY,
    ANYMAILFINDER_BASE_URL: providers.baseUrls.anymailfinder,
    VAYNE_API_KEY: DEMO_KEY,
    VAYNE_BASE_URL: providers.baseUrls.vayne,
    OPENAI_API_KEY: DEMO_KEY,
    OPENAI_BASE_URL: providers.baseUrls.openai,
    OPENAI_MODEL: DEMO_MODEL,
    SCRAPER_PROXY_URL: providers.baseUrls.websites,
    PROVIDER_PROXY_URL: "",
  });
  await writeSampleExport(join(dirname(process.env.DATABASE_PATH ?? DATABASE_PATH), "register"));
  await stopCompiling();
  await serve();
}

await demo();
