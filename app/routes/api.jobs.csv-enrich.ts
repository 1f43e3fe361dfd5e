import { apiRoute } from "~/http/api.server";
import { startCsv } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(startCsv);
