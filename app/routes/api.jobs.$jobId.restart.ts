import { apiRoute } from "~/http/api.server";
import { restartJob } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(restartJob);
