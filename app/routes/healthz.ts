import { apiRoute, handle } from "~/http/api-route.server";
import { getHealth } from "~/http/meta-api";
import { Refusal } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(getHealth, async ({ context: { services } }) => {
    if (await services.canReadStore()) return { status: "ok" };
    throw new Refusal(503, "Die Datenbank ist nicht lesbar.");
  }),
);
