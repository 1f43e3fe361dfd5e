import { z } from "zod";
import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";
import { FEDERAL_STATE_NAMES } from "../leads/federal-states";
import {
  type CampaignSettings,
  type ImprintSettings,
  MAX_PACKAGES,
  type Offer,
  type Sender,
} from "./team-settings";

/** The packages that the team sells, which leads are judged by. */
export const OfferSchema = z.strictObject({
  sells: z.string().min(1),
  packages: z
    .array(z.strictObject({ name: z.string().min(1), description: z.string() }))
    .min(1)
    .max(MAX_PACKAGES),
});

/** Who writes to the leads; an empty text is not used. */
export const SenderSchema = z.strictObject({
  name: z.string(),
  position: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
});

/** Which federal states a campaign for utilities begins with. */
export const CampaignSettingsSchema = z.strictObject({
  firstStates: z.array(z.enum(FEDERAL_STATE_NAMES)).max(FEDERAL_STATE_NAMES.length),
});

/** Whether what companies say of themselves is read and stored, and whose addresses of it. */
export const ImprintSettingsSchema = z.strictObject({
  isRead: z.boolean(),
  personalEmail: z.boolean(),
});

/** Falls back where nothing is set, or only in a form of an earlier version. */
async function load<Value>(
  db: Db,
  name: string,
  schema: z.ZodType<Value>,
  fallback: Value,
): Promise<Value> {
  return schema.safeParse(await getSetting(db, name)).data ?? fallback;
}

export function loadOffer(db: Db): Promise<Offer> {
  return load(db, "offer", OfferSchema, {
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
}

export function loadSender(db: Db): Promise<Sender> {
  const fallback = { name: "", position: "", company: "", email: "", phone: "", website: "" };
  return load(db, "sender", SenderSchema, fallback);
}

export function loadCampaignSettings(db: Db): Promise<CampaignSettings> {
  return load(db, "campaigns", CampaignSettingsSchema, {
    firstStates: ["Bayern", "Nordrhein-Westfalen"],
  });
}

export function loadImprintSettings(db: Db): Promise<ImprintSettings> {
  const fallback = { isRead: true, personalEmail: false };
  return load(db, "imprint", ImprintSettingsSchema, fallback);
}

interface By {
  actor: string;
  now: number;
}

export function saveOffer(db: Db, offer: Offer, by: By): Promise<void> {
  return putSetting(db, "offer", offer, by);
}

export function saveSender(db: Db, sender: Sender, by: By): Promise<void> {
  return putSetting(db, "sender", sender, by);
}

export function saveCampaignSettings(db: Db, settings: CampaignSettings, by: By): Promise<void> {
  return putSetting(db, "campaigns", settings, by);
}

export function saveImprintSettings(db: Db, settings: ImprintSettings, by: By): Promise<void> {
  return putSetting(db, "imprint", settings, by);
}
