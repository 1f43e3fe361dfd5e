import { apiRoute, handle } from "~/http/api-route.server";
import { findStatePlaces } from "~/places/find-places.server";
import { listPlaces } from "~/places/places-api";

export const { loader, action } = apiRoute(
  handle(listPlaces, async ({ query: { state } }) => ({ states: findStatePlaces(state) })),
);
