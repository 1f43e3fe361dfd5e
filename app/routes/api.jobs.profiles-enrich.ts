import { apiRoute } from "~/http/api.server";
import { startProfilesOperation } from "~/pipelines/api.server";

export const { loader, action } = apiRoute(startProfilesOperation);
