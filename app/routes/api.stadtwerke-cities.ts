import { apiRoute } from "~/http/api.server";
import { listPlaces } from "~/places/api.server";

export const { loader, action } = apiRoute(listPlaces);
