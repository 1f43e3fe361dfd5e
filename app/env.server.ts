import { z } from "zod";
import { OPEN_DATA_CONTACT } from "./providers/services";

/** `npm run check` searches the public build for it. */
const CANARY = "leadspeicher-environment";

const optionalText = z.string().trim().min(1).optional();
const url = (fallback: string) => z.url({ protocol: /^https?$/ }).default(fallback);

const EnvSchema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_PATH: z.string().default("data/leads.sqlite"),
  BACKUP_DIR: optionalText,
  /** 0 disables nightly backups. */
  BACKUP_DAYS: z.coerce.number().int().min(0).max(3_650).default(7),
  BACKUP_BEFORE_UPDATE: z.stringbool().default(true),
  APP_ORIGIN: z
    .string()
    .transform((text) => text.split(",").map((origin) => origin.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((origin) => new URL(origin).origin)))
    // Cookies do not distinguish http from https.
    .pipe(
      z
        .array(z.string())
        .refine(
          (origins) =>
            new Set(origins.map((origin) => new URL(origin).host)).size === origins.length,
          "names the same host twice, perhaps with http and with https",
        ),
    )
    .default([]),
  APP_SECRET: z.string().trim().min(32, "needs at least 32 characters").optional(),
  /** Untrimmed: a password may begin or end with a space. */
  APP_PASSWORD: z.string().optional(),
  APP_PASSWORD_FILE: optionalText,
  APP_API_TOKEN: z.string().trim().min(32, "needs at least 32 characters").optional(),
  GOOGLE_PLACES_API_KEY: optionalText,
  GOOGLE_PLACES_BASE_URL: url("https://places.googleapis.com"),
  OVERPASS_BASE_URL: url("https://overpass-api.de"),
  NOMINATIM_BASE_URL: url("https://nominatim.openstreetmap.org"),
  OSM_CONTACT: z
    .string()
    .trim()
    .regex(OPEN_DATA_CONTACT, "needs a mail address or a page")
    .optional(),
  SERPER_API_KEY: optionalText,
  SERPER_BASE_URL: url("https://google.serper.dev"),
  ANYMAILFINDER_API_KEY: optionalText,
  ANYMAILFINDER_BASE_URL: url("https://api.anymailfinder.com"),
  VAYNE_API_KEY: optionalText,
  VAYNE_BASE_URL: url("https://www.vayne.io"),
  OPENAI_API_KEY: optionalText,
  OPENAI_BASE_URL: url("https://api.openai.com/v1"),
  OPENAI_MODEL: z.string().trim().min(1).max(200).default("gpt-6-luna"),
  SCRAPER_PROXY_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROVIDER_PROXY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Tests disable it. */
  AUTO_ENRICHMENT: z.stringbool().default(true),
  TZ: z
    .string()
    .default("Europe/Berlin")
    .refine((zone) => {
      try {
        return new Intl.DateTimeFormat("de", { timeZone: zone }) instanceof Intl.DateTimeFormat;
      } catch {
        return false;
      }
    }, "is no known time zone"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Only `npm run demo` sets it. */
  DEMO: z.stringbool().default(false),
  /** Tests raise it. */
  RETRY_SPEED: z.coerce.number().positive().default(1),
  /** Milliseconds; tests lower it. */
  CALL_TIME_LIMIT_MS: z.coerce.number().positive().optional(),
});

type Env = z.infer<typeof EnvSchema>;

/**
 * An empty variable counts as unset.
 * @throws Error that names invalid variables, never their values
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = EnvSchema.safeParse(set);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path[0]?.toString()}: ${issue.message}`,
  );
  const error = new Error(`Einstellungen prüfen: ${faults.join("; ")}`);
  error.name = CANARY;
  throw error;
}

export const env: Env = parseEnv(process.env);
