import { apiRoute } from "~/http/api.server";
import { getCredentialsStatus } from "~/settings/api.server";

export const { loader, action } = apiRoute(getCredentialsStatus);
