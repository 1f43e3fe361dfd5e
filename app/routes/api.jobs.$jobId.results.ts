import { apiRoute } from "~/http/api.server";
import { listJobResults } from "~/jobs/api.server";

export const { loader, action } = apiRoute(listJobResults);
