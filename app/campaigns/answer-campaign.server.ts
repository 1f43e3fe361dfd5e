import type { Db } from "~db/client";
import { ProblemError } from "../http/problem";
import { NotReadyError } from "../pipelines/not-ready-error";
import type { Campaign } from "./campaign";
import { findCampaign } from "./find-campaigns.server";

/**
 * A campaign for an answer of the API.
 *
 * @throws ProblemError 404 when there is none
 */
export async function namedCampaign(db: Db, id: string): Promise<Campaign> {
  const found = await findCampaign(db, id);
  if (found === undefined) throw new ProblemError(404, "Diese Kampagne gibt es nicht.");
  return found.campaign;
}

/**
 * Waits for a change of a campaign.
 *
 * @throws ProblemError 409 when it can't be made as things are
 */
export async function readyOr409<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof NotReadyError) throw new ProblemError(409, error.message);
    throw error;
  }
}
