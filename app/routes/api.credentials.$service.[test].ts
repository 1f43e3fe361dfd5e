import { apiRoute } from "~/http/api.server";
import { testCredential } from "~/settings/api.server";

export const { loader, action } = apiRoute(testCredential);
