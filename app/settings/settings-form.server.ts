import { z } from "zod";
import type { Db } from "~db/client";
import { type PageForms, pageForm, type Way } from "../http/form.server";
import { TickSchema } from "../http/form-values";
import { CONTACT } from "../providers/openstreetmap/contact";
import { isSpent, type KeyCheck, SERVICE_NAMES, type Service } from "../providers/services";
import { conflict, invalid } from "../refusal";
import type { KeyCipher } from "./app-secret.server";
import { KeySchema, requireService } from "./credentials.server";
import { LimitsSchema, PriceSchema, saveLimits } from "./provider-limits.server";
import { countOutdated, type Outdated, RetentionSchema } from "./retention.server";
import {
  imprintSetting,
  osmSetting,
  pricesSetting,
  retentionSetting,
} from "./team-settings.server";
import { type KeyTestServices, testKey, testStoredKey } from "./test-key.server";

interface SettingsServices extends KeyTestServices {
  db: Db;
  cipher: KeyCipher;
  isOsmContactFixed: boolean;
}

export interface CardReply {
  check?: KeyCheck;
  /** A refused key, sealed for „Trotzdem speichern“. */
  draft?: string;
  outdated?: Outdated;
}

const NO_CONTACT = "Eine E-Mail-Adresse oder die Adresse einer Seite eingeben, oder leer lassen.";
const isContact = (text: string) => text === "" || CONTACT.test(text);
const ContactSchema = z.string().trim().prefault("").refine(isContact, NO_CONTACT);
const FIXED_CONTACT = {
  save(): never {
    throw conflict("Der Kontakt steht in der Umgebung des Servers (OSM_CONTACT).");
  },
};
const CardSchema = z.object({ service: z.string().default("").transform(requireService) });
/** A key never returns to the page. */
const KEY_FIELD = { hidden: ["key"], field: "key" };

function draftPurpose(service: Service): string {
  return `draft ${service}`;
}

function done(service: Service, sentence: string): Way {
  const text = `${SERVICE_NAMES[service]}: ${sentence}`;
  return { back: `/einstellungen#${service}`, flash: { text } };
}

/** @throws Refusal 404 without a `service` */
export function settingsForms(
  services: SettingsServices,
  by: { actor: string; now: number; signal: AbortSignal },
): PageForms<CardReply> {
  const { cipher, credentials, db, providerSetup } = services;
  /** A card of the page is such a row here, and its fields there. */
  const saved = <Value>(
    schema: z.ZodType<Value>,
    setting: { save(db: Db, value: Value, by: { actor: string; now: number }): Promise<void> },
    card: string,
    text: string,
  ) =>
    pageForm({
      schema,
      async run(value) {
        await setting.save(db, value, by);
        return { back: `/einstellungen#${card}`, flash: { text } };
      },
    });
  return {
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
    imprint: saved(
      z.object({ isRead: TickSchema, personalEmail: TickSchema }),
      imprintSetting,
      "impressum",
      "Impressum: Gespeichert und gilt ab jetzt.",
    ),
    contact: saved(
      z.object({ contact: ContactSchema }),
      services.isOsmContactFixed ? FIXED_CONTACT : osmSetting,
      "openstreetmap",
      "OpenStreetMap: Der Kontakt ist gespeichert und gilt ab jetzt.",
    ),
    retention: saved(
      RetentionSchema,
      retentionSetting,
      "aufbewahrung",
      "Aufbewahrung: Gespeichert und gilt ab dem nächsten Aufräumen.",
    ),
    "retention-preview": pageForm({
      schema: RetentionSchema,
      async run(settings) {
        return { reply: { outdated: await countOutdated(db, settings, by.now) } };
      },
    }),
    limits: pageForm({
      schema: CardSchema.extend({ ...LimitsSchema.shape, price: PriceSchema }),
      async run({ service, price, ...limits }) {
        const prices = await pricesSetting.load(db);
        await pricesSetting.save(db, { ...prices, [service]: price }, by);
        await saveLimits({ db, limiter: providerSetup.limiter }, service, limits, by);
        return done(service, "Grenzen und Preis sind gespeichert und gelten ab jetzt.");
      },
    }),
  };
}
