import { apiRoute } from "~/http/api.server";
import { addToHistory, listHistory } from "~/search/api.server";

export const { loader, action } = apiRoute(listHistory, addToHistory);
