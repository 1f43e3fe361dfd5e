import { apiRoute, handle } from "~/http/api-route.server";
import { getCredentialsStatus } from "~/settings/credentials-api";

export const { loader, action } = apiRoute(
  handle(getCredentialsStatus, async ({ context: { services } }) => {
    const statuses = await services.credentials.status();
    return {
      services: statuses.map(({ service, configured, origin }) => ({
        service,
        configured,
        origin,
      })),
    };
  }),
);
