import { apiRoute } from "~/http/api.server";
import { deleteLeadOperation, getLead, patchLeadOperation } from "~/leads/api.server";

export const { loader, action } = apiRoute(getLead, patchLeadOperation, deleteLeadOperation);
