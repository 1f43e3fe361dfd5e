import type { Service } from "../providers/services";

/** As people meet the services: the search first, what is not used yet last. */
export const SERVICE_ORDER: readonly Service[] = [
  "google-places",
  "serper",
  "anymailfinder",
  "vayne",
  "openai",
];
