import { apiRoute } from "~/http/api.server";
import { startQuickSerp } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(startQuickSerp);
