import { apiRoute } from "~/http/api.server";
import { startSerp } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(startSerp);
