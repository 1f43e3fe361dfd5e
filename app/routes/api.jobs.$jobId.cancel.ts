import { apiRoute } from "~/http/api.server";
import { cancelJob } from "~/jobs/api.server";

export const { loader, action } = apiRoute(cancelJob);
