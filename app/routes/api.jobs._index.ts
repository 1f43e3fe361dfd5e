import { apiRoute } from "~/http/api.server";
import { listJobs } from "~/jobs/api.server";

export const { loader, action } = apiRoute(listJobs);
