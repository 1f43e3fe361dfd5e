import { z } from "zod";
import { FEDERAL_STATE_NAMES } from "../leads/federal-states";

export const MAX_PACKAGES = 6;
export const MAX_PACKAGE_NAME = 60;
export const MAX_PACKAGE_TEXT = 300;
export const MAX_SELLS = 2_000;
export const MAX_SENDER_TEXT = 200;

/** The packages that the team sells, which leads are judged by. */
export const OfferSchema = z.strictObject({
  sells: z.string().min(1),
  packages: z
    .array(z.strictObject({ name: z.string().min(1), description: z.string() }))
    .min(1)
    .max(MAX_PACKAGES),
});
export type Offer = z.infer<typeof OfferSchema>;

/** Who writes to the leads; an empty text is not used. */
export const SenderSchema = z.strictObject({
  name: z.string(),
  position: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
});
export type Sender = z.infer<typeof SenderSchema>;

/** Which federal states a campaign for utilities begins with. */
export const CampaignSettingsSchema = z.strictObject({
  firstStates: z.array(z.enum(FEDERAL_STATE_NAMES)).max(FEDERAL_STATE_NAMES.length),
});
export type CampaignSettings = z.infer<typeof CampaignSettingsSchema>;
