import { apiRoute } from "~/http/api.server";
import { getJob } from "~/jobs/api.server";

export const { loader, action } = apiRoute(getJob);
