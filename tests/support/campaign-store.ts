import type { CampaignInput } from "~/campaigns/campaign-input";
import type { CampaignServices } from "~/campaigns/run-campaigns.server";
import { onJobEnded } from "~/campaigns/run-campaigns.server";
import type { Db } from "~db/client";
import { findTasks } from "~db/queries/campaigns";
import type { CampaignTaskRow, JobFailureKind, JobRow, JobStatus } from "~db/schema";
import { mapsWith, servicesWith } from "./fake-providers";
import { openTestStore } from "./store";

/** A store with what campaigns need, where jobs end only when the test says so. */
export interface CampaignScene extends CampaignServices {
  published: string[];
}

export async function openCampaignScene(): Promise<CampaignScene> {
  const scene: CampaignScene = {
    db: await openTestStore(),
    providers: servicesWith({ maps: mapsWith([]) }).providers,
    published: [],
    timeZone: "Europe/Berlin",
    jobs: { wake: () => undefined },
    feed: {
      publish: ({ jobId }) => {
        scene.published.push(jobId);
      },
    },
  };
  return scene;
}

/** A campaign for one term at some of the largest places of Bremen. */
export function inputOf(fields: Partial<CampaignInput> = {}): CampaignInput {
  return {
    kind: "bundeslaender",
    terms: ["Stadtwerke"],
    states: ["Bremen"],
    placesPerState: 3,
    count: 20,
    again: false,
    ...fields,
  };
}

/** The jobs that wait or run, oldest first. */
export async function openJobs(db: Db): Promise<JobRow[]> {
  return db
    .selectFrom("jobs")
    .selectAll()
    .where("status", "in", ["queued", "running"])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** The only job that is open. */
export async function theOpenJob(db: Db): Promise<JobRow> {
  const [job, ...more] = await openJobs(db);
  if (job === undefined || more.length > 0) throw new Error(`${more.length + 1} jobs are open`);
  return job;
}

/** Ends a job as its run does, and tells its campaign. */
export async function endJob(
  db: Db,
  job: JobRow,
  change: {
    status?: JobStatus;
    error?: string;
    failureKind?: JobFailureKind;
    warnings?: string;
    found?: number;
    fresh?: number;
  },
): Promise<JobRow> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("jobs")
      .set({ status: "complete", finishedAt: Date.now(), ...change })
      .where("id", "=", job.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await onJobEnded(trx, ended, "Europe/Berlin");
    return ended;
  });
}

/** The searches of a campaign in their order. */
export async function tasksOf(db: Db, campaignId: string): Promise<CampaignTaskRow[]> {
  return (await findTasks(db, campaignId, { limit: 5_000, offset: 0 })).tasks;
}

/** Their statuses, in one line. */
export async function statusesOf(db: Db, campaignId: string): Promise<string> {
  return (await tasksOf(db, campaignId)).map(({ status }) => status).join(" ");
}
