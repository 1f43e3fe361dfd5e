export const SERVICES = ["anymailfinder", "serper", "google-places", "vayne", "openai"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_NAMES: Record<Service, string> = {
  anymailfinder: "Anymailfinder",
  serper: "Serper",
  "google-places": "Google Places",
  vayne: "Vayne",
  openai: "OpenAI",
};

/** Display order: the search first, unused services last. */
export const SERVICE_ORDER: readonly Service[] = [
  "google-places",
  "serper",
  "anymailfinder",
  "vayne",
  "openai",
];

/** `google-area` walks the whole area, past the 60 companies of a search. */
export const MAPS_SOURCES = ["google", "google-area", "osm"] as const;
export type MapsSource = (typeof MAPS_SOURCES)[number];

/** Needs no key, so the list of services omits it. */
export const OPEN_DATA = "openstreetmap";
export const OPEN_DATA_NAME = "OpenStreetMap";
/** A mail address or URL, limited to characters valid in a header. */
export const OPEN_DATA_CONTACT =
  /^(?=[\x21-\x7e]{1,200}$)(?:[^@()<>]+@[^@()<>]+\.[^@()<>]+|https?:\/\/[^()<>]+)$/;

export function providerName(id: string): string {
  if (id === OPEN_DATA) return OPEN_DATA_NAME;
  if (id === "import") return "Import";
  const service = serviceOf(id);
  const name = isService(service) ? SERVICE_NAMES[service] : id;
  return isPriced(id) && service !== id ? `${name} (${PRICES[id].short})` : name;
}

export function isService(name: string): name is Service {
  return Object.hasOwn(SERVICE_NAMES, name);
}

export interface CallLimits {
  maxConcurrent: number;
  maxPerMinute: number;
}

export const DEFAULT_LIMITS: Record<Service, CallLimits> = {
  // No documented limit; each call probes mailboxes for up to three minutes.
  anymailfinder: { maxConcurrent: 5, maxPerMinute: 300 },
  // Free accounts are held to 5 calls a second.
  serper: { maxConcurrent: 3, maxPerMinute: 240 },
  // A project may make 600 a minute.
  "google-places": { maxConcurrent: 5, maxPerMinute: 300 },
  // 3 calls in 5 seconds and 20 a minute in the older of two documents.
  vayne: { maxConcurrent: 1, maxPerMinute: 20 },
  openai: { maxConcurrent: 4, maxPerMinute: 60 },
};

/** Google bills mere ids and single places apart. */
export const PLACE_IDS = "google-places-ids";
export const PLACE_DETAILS = "google-places-details";
export type Priced = Service | typeof PLACE_IDS | typeof PLACE_DETAILS;
/** Billed apart from the service's usual calls. */
export const partsOf = (service: Service) =>
  service === "google-places" ? ([PLACE_IDS, PLACE_DETAILS] as const) : [];
export const serviceOf = (provider: string) => provider.replace(/-(?:ids|details)$/, "");

/** Usual price in €, November 2026, sources in docs/reference.md; null if unknown. The model's is for `USUAL_MODEL`. */
export const PRICES: Record<
  Priced,
  { per: number; unit: string; usual: number | null; short?: string }
> = {
  anymailfinder: { per: 1, unit: "je gefundener E-Mail", usual: 0.03 },
  serper: { per: 1_000, unit: "je 1.000 Abrufe", usual: 0.87 },
  "google-places": { per: 1_000, unit: "je 1.000 Abrufe", usual: 30.5 },
  [PLACE_IDS]: { per: 1_000, unit: "je 1.000 Zählungen", usual: 0, short: "Zählung" },
  [PLACE_DETAILS]: {
    per: 1_000,
    unit: "je 1.000 einzelne Firmen",
    usual: 17.4,
    short: "einzelne Firmen",
  },
  vayne: { per: 1, unit: "je Profil", usual: null },
  openai: { per: 1_000_000, unit: "je Million Token", usual: 0.13 },
};
export const isPriced = (id: string): id is Priced => Object.hasOwn(PRICES, id);
export const USUAL_MODEL = /^gpt-6-luna(-\d{4}-\d{2}-\d{2})?$/;

export interface KeyCheck {
  ok: boolean;
  message: string;
  /** Credit left, in the service's own unit. */
  credits?: number;
}

export function isSpent({ credits = 1 }: KeyCheck): boolean {
  return credits < 1;
}
