import { exportJob } from "~/exports/api.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute(exportJob);
