import { z } from "zod";
import type { Db } from "~db/client";
import { type PageForms, pageForm, type Redirect } from "../http/form.server";
import {
  isSpent,
  type KeyCheck,
  PLACE_DETAILS,
  PLACE_IDS,
  partsOf,
  SERVICE_NAMES,
  type Service,
} from "../providers/services";
import { invalid } from "../refusal";
import type { KeyCipher } from "./app-secret.server";
import { KeySchema, requireService } from "./credentials.server";
import { LimitsSchema, PriceSchema, saveLimits } from "./provider-limits.server";
import { type CardServices, type HintsReply, settingCards } from "./setting-cards.server";
import { pricesSetting } from "./team-settings.server";
import { type KeyTestServices, testKey, testStoredKey } from "./test-key.server";

interface SettingsServices extends KeyTestServices, CardServices {
  db: Db;
  cipher: KeyCipher;
}

export interface CardReply extends HintsReply {
  check?: KeyCheck;
  /** A refused key, sealed for „Trotzdem speichern“. */
  draft?: string;
}

const CardSchema = z.object({ service: z.string().default("").transform(requireService) });
/** A key never returns to the page. */
const KEY_FIELD = { hidden: ["key"], field: "key" };

function draftPurpose(service: Service): string {
  return `draft ${service}`;
}

function done(service: Service, sentence: string): Redirect {
  const text = `${SERVICE_NAMES[service]}: ${sentence}`;
  return { back: `/einstellungen#${service}`, flash: { text } };
}

/** @throws Refusal 404 without a `service` */
export function settingsForms(
  services: SettingsServices,
  by: { actor: string; now: number; signal: AbortSignal },
): PageForms<CardReply> {
  const { cipher, credentials, db, providerSetup } = services;
  const cards = settingCards(services).flatMap((card) => Object.entries(card.forms(db, by)));
  return {
    ...Object.fromEntries(cards),
    save: pageForm({
      ...KEY_FIELD,
      schema: CardSchema.extend({ key: KeySchema.prefault("") }),
      async run({ service, key }) {
        credentials.refuseFixed(service);
        const check = await testKey(services, service, key, by.signal);
        if (!check.ok) {
          const sealed = cipher.seal(key, draftPurpose(service));
          const draft = Buffer.from(sealed).toString("base64url");
          return { reply: { check, draft }, status: 422 };
        }
        await credentials.save(service, key);
        const more = isSpent(check) ? " Sein Guthaben ist aufgebraucht." : "";
        return done(service, `Der Schlüssel ist geprüft und gespeichert.${more}`);
      },
    }),
    "save-anyway": pageForm({
      ...KEY_FIELD,
      schema: CardSchema.extend({ draft: z.string().default("") }),
      async run({ service, draft }) {
        const key = cipher.open(Buffer.from(draft, "base64url"), draftPurpose(service));
        if (key === null) {
          throw invalid(
            "key",
            "Die Eingabe ist verloren gegangen. Bitte den Schlüssel noch einmal eingeben.",
          );
        }
        await credentials.save(service, key);
        return done(
          service,
          "Der Schlüssel ist gespeichert, obwohl die Prüfung fehlgeschlagen ist.",
        );
      },
    }),
    test: pageForm({
      ...KEY_FIELD,
      schema: CardSchema,
      async run({ service }) {
        return { reply: { check: await testStoredKey(services, service, by.signal) } };
      },
    }),
    remove: pageForm({
      ...KEY_FIELD,
      schema: CardSchema,
      async run({ service }) {
        await credentials.remove(service);
        return done(service, "Der Schlüssel ist entfernt.");
      },
    }),
    limits: pageForm({
      schema: CardSchema.extend({
        ...LimitsSchema.shape,
        price: PriceSchema,
        [PLACE_IDS]: PriceSchema,
        [PLACE_DETAILS]: PriceSchema,
      }),
      async run({ service, price, ...limits }) {
        const own = partsOf(service).map((part) => [part, limits[part]]);
        const prices = { ...(await pricesSetting.load(db)), ...Object.fromEntries(own) };
        await pricesSetting.save(db, { ...prices, [service]: price }, by);
        await saveLimits({ db, limiter: providerSetup.limiter }, service, limits, by);
        return done(service, "Grenzen und Preis sind gespeichert und gelten ab jetzt.");
      },
    }),
  };
}
