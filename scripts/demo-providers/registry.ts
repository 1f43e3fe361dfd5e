import { createAnymailfinder } from "./anymailfinder/handler";
import { createGooglePlaces } from "./google-places/handler";
import type { DemoProvider } from "./provider";

/** Every demo provider; a new one is a folder with a handler and a line in each function here. */
export function createProviders(): DemoProvider[] {
  return [createGooglePlaces(), createAnymailfinder()];
}

/** What a client takes instead of the real base URLs; the provider's own path follows. */
export function baseUrlsAt(origin: string) {
  return {
    googlePlaces: `${origin}/google-places`,
    anymailfinder: `${origin}/anymailfinder`,
  };
}
