import { createAnymailfinder } from "./anymailfinder/handler";
import { createGooglePlaces } from "./google-places/handler";
import { createLanguageModel } from "./language-model/handler";
import type { DemoProvider } from "./provider";
import { createSerper } from "./serper/handler";
import { createVayne } from "./vayne/handler";
import { createWebsites } from "./websites/handler";
import type { PlantedSites } from "./websites/planted-sites";

/** Every demo provider; a new one is a folder with a handler and a line in each function here. */
export function createProviders(sites: PlantedSites): DemoProvider[] {
  return [
    createGooglePlaces(),
    createSerper(),
    createAnymailfinder(),
    createVayne(),
    createLanguageModel(),
    createWebsites(sites),
  ];
}

/** What a client takes instead of the real base URLs; the provider's own path follows. */
export function baseUrlsAt(origin: string) {
  return {
    googlePlaces: `${origin}/google-places`,
    serper: `${origin}/serper`,
    anymailfinder: `${origin}/anymailfinder`,
    vayne: `${origin}/vayne`,
    openai: `${origin}/openai/v1`,
    /** A proxy: every website is asked for here, with its whole address. */
    websites: origin,
  };
}
