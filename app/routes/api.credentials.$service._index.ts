import { apiRoute } from "~/http/api.server";
import { deleteCredential, putCredential } from "~/settings/api.server";

export const { loader, action } = apiRoute(putCredential, deleteCredential);
