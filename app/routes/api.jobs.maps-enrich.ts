import { apiRoute } from "~/http/api.server";
import { startMaps } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(startMaps);
