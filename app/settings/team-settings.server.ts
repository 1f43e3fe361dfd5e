import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";
import { type CampaignSettings, type Offer, type Sender, TEAM_SETTINGS } from "./team-settings";

/** What is stored in a form of an earlier version counts as not set. */
async function load<Value>(
  db: Db,
  name: string,
  {
    schema,
    fallback,
  }: { schema: { safeParse(value: unknown): { data?: Value | undefined } }; fallback: Value },
): Promise<Value> {
  return schema.safeParse(await getSetting(db, name)).data ?? fallback;
}

/** What the team sells. */
export function loadOffer(db: Db): Promise<Offer> {
  return load<Offer>(db, "offer", TEAM_SETTINGS.offer);
}

/** Who writes to the leads. */
export function loadSender(db: Db): Promise<Sender> {
  return load<Sender>(db, "sender", TEAM_SETTINGS.sender);
}

/** Where campaigns begin. */
export function loadCampaignSettings(db: Db): Promise<CampaignSettings> {
  return load<CampaignSettings>(db, "campaigns", TEAM_SETTINGS.campaigns);
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
