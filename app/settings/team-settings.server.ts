import { z } from "zod";
import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";
import { countUpTo, numberFromForm, TickSchema } from "../http/form-values";
import { OPEN_DATA_CONTACT, PLACE_DETAILS, PLACE_IDS, SERVICES } from "../providers/services";
import { MAX_PACKAGES } from "./team-settings";

export const OfferSchema = z.strictObject({
  sells: z.string().min(1),
  packages: z
    .array(z.strictObject({ name: z.string().min(1), description: z.string() }))
    .min(1)
    .max(MAX_PACKAGES),
});
export type Offer = z.infer<typeof OfferSchema>;

const SENDER_FIELDS = ["name", "position", "company", "email", "phone", "website"] as const;
type SenderField = (typeof SENDER_FIELDS)[number];
export function perSenderField<Value>(
  make: (name: SenderField) => Value,
): Record<SenderField, Value>;
export function perSenderField(make: (name: SenderField) => unknown): Record<string, unknown> {
  return Object.fromEntries(SENDER_FIELDS.map((name) => [name, make(name)]));
}

const SenderSchema = z.strictObject(perSenderField(() => z.string()));
export type Sender = z.infer<typeof SenderSchema>;

const ImprintSettingsSchema = z.object({ isRead: TickSchema, personalEmail: TickSchema });
export type ImprintSettings = z.infer<typeof ImprintSettingsSchema>;

const DaysSchema = z.preprocess(numberFromForm, countUpTo(3_650));
const RetentionSettingsSchema = z.object({ rawDays: DaysSchema, uploadDays: DaysSchema });
export type RetentionSettings = z.infer<typeof RetentionSettingsSchema>;

const NO_CONTACT = "Eine E-Mail-Adresse oder die Adresse einer Seite eingeben, oder leer lassen.";
const isContact = (text: string) => text === "" || OPEN_DATA_CONTACT.test(text);
const ContactSchema = z.string().trim().prefault("").refine(isContact, NO_CONTACT);

/** € per unit; null means unknown, a missing entry the usual price. */
const PricesSchema = z.partialRecord(
  z.enum([...SERVICES, PLACE_IDS, PLACE_DETAILS]),
  z.number().nullable(),
);

/** The schema reads forms and the store. Falls back if unset or stored in an earlier version's format. */
function setting<Value extends object>(
  name: string,
  schema: z.ZodType<Value>,
  fallback: NoInfer<Value>,
) {
  return {
    schema,
    load: async (db: Db): Promise<Value> =>
      schema.safeParse(await getSetting(db, name)).data ?? fallback,
    save: (db: Db, value: Value, by: { actor: string; now: number }): Promise<void> =>
      putSetting(db, name, value, by),
  };
}

export const offerSetting = setting("offer", OfferSchema, {
  sells:
    "Software und Beratung für Unternehmen, die ihre Kundenbetreuung, ihre Abläufe und ihren Vertrieb digitaler und einfacher machen wollen.",
  packages: [
    {
      name: "Einstieg",
      description: "Kleine Betriebe mit einem Standort und überschaubarem Bedarf.",
    },
    {
      name: "Standard",
      description: "Mittlere Unternehmen mit mehreren Leistungen oder eigenem Kundenservice.",
    },
    {
      name: "Premium",
      description: "Große Unternehmen, Versorger und Gruppen mit mehreren Standorten.",
    },
  ],
});

export const senderSetting = setting(
  "sender",
  SenderSchema,
  perSenderField(() => ""),
);

export const imprintSetting = setting("imprint", ImprintSettingsSchema, {
  isRead: true,
  personalEmail: false,
});

/** Uploads stay as long as deleted leads: undoing an import may need them. */
export const retentionSetting = setting("retention", RetentionSettingsSchema, {
  rawDays: 180,
  uploadDays: 30,
});

/** The operators of OpenStreetMap's servers see it; may be empty. */
export const osmSetting = setting("osm", z.object({ contact: ContactSchema }), { contact: "" });

export const pricesSetting = setting("prices", PricesSchema, {});
