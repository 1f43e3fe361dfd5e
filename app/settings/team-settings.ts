import { z } from "zod";
import { FEDERAL_STATE_NAMES } from "../leads/federal-states";

export const MAX_PACKAGES = 6;
export const MAX_PACKAGE_NAME = 60;
export const MAX_PACKAGE_TEXT = 300;
export const MAX_SELLS = 2_000;
export const MAX_SENDER_TEXT = 200;

const line = (max: number) => z.string().trim().max(max, `Höchstens ${max} Zeichen.`);

/** What the team sells, and in which packages: what leads are judged by. */
const OfferSchema = z.strictObject({
  sells: line(MAX_SELLS).min(1, "Beschreiben, was das Team verkauft."),
  packages: z
    .array(
      z.strictObject({
        name: line(MAX_PACKAGE_NAME).min(1, "Einen Namen eingeben."),
        description: line(MAX_PACKAGE_TEXT),
      }),
    )
    .min(1, "Mindestens ein Paket anlegen.")
    .max(MAX_PACKAGES, `Höchstens ${MAX_PACKAGES} Pakete.`),
});
export type Offer = z.infer<typeof OfferSchema>;

/** Who writes to the leads; an empty text is not used. */
const SenderSchema = z.strictObject({
  name: line(MAX_SENDER_TEXT),
  position: line(MAX_SENDER_TEXT),
  company: line(MAX_SENDER_TEXT),
  email: line(MAX_SENDER_TEXT),
  phone: line(MAX_SENDER_TEXT),
  website: line(MAX_SENDER_TEXT),
});
export type Sender = z.infer<typeof SenderSchema>;

/** Which federal states a campaign for utilities begins with. */
export const CampaignSettingsSchema = z.strictObject({
  firstStates: z.array(z.enum(FEDERAL_STATE_NAMES)).max(FEDERAL_STATE_NAMES.length),
});
export type CampaignSettings = z.infer<typeof CampaignSettingsSchema>;

/** The team's own settings by the names they are stored under, with what holds until somebody sets them. */
export const TEAM_SETTINGS = {
  offer: {
    schema: OfferSchema,
    fallback: {
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
    } satisfies Offer,
  },
  sender: {
    schema: SenderSchema,
    fallback: {
      name: "",
      position: "",
      company: "",
      email: "",
      phone: "",
      website: "",
    } satisfies Sender,
  },
  campaigns: {
    schema: CampaignSettingsSchema,
    fallback: { firstStates: ["Bayern", "Nordrhein-Westfalen"] } satisfies CampaignSettings,
  },
} as const;
