import type { Db } from "~db/client";
import { notFound } from "../refusal";
import type { Campaign } from "./campaign";
import { findCampaign } from "./find-campaigns.server";

/**
 * A campaign for an answer of the API.
 *
 * @throws Refusal 404 when there is none
 */
export async function namedCampaign(db: Db, id: string): Promise<Campaign> {
  const found = await findCampaign(db, id);
  if (found === undefined) throw notFound("Diese Kampagne gibt es nicht.");
  return found.campaign;
}
