import { apiRoute } from "~/http/api.server";
import { generateEmail } from "~/outreach/api.server";

export const { loader, action } = apiRoute(generateEmail);
