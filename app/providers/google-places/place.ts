import { z } from "zod";
import { parseAddressLine, streetOf, withoutGermany } from "../../reading/places/address-line";
import { type CompanyHit, closedForNow, foundCompany } from "../company-search";
import { DegreesSchema, LooseTextSchema } from "../fetch/loose-fields";
import { SERVICE_NAMES } from "../services";

const ComponentSchema = z.looseObject({
  longText: LooseTextSchema,
  shortText: LooseTextSchema,
  types: z.array(z.string()).catch([]),
});

/**
 * Invalid values count as absent; unknown keys stay.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
export const PlaceSchema = z.looseObject({
  id: z.string().min(1),
  displayName: z
    .union([z.looseObject({ text: LooseTextSchema }), z.string().transform((text) => ({ text }))])
    .optional()
    .catch(undefined),
  formattedAddress: LooseTextSchema,
  addressComponents: z
    .array(ComponentSchema.catch({ types: [] }))
    .optional()
    .catch(undefined),
  location: z
    .looseObject({ latitude: DegreesSchema, longitude: DegreesSchema })
    .optional()
    .catch(undefined),
  websiteUri: LooseTextSchema,
  nationalPhoneNumber: LooseTextSchema,
  internationalPhoneNumber: LooseTextSchema,
  businessStatus: LooseTextSchema,
});

type Place = z.infer<typeof PlaceSchema>;

function componentsOf({ addressComponents = [] }: Place) {
  const entries = addressComponents.flatMap(({ longText, shortText, types }) => {
    const [long, short] = [longText?.trim() || null, shortText?.trim() || null];
    return types.map((type) => [type, { long: long ?? short, short: short ?? long }] as const);
  });
  // The first of a type counts.
  return new Map(entries.toReversed());
}

function addressOf(place: Place) {
  const components = componentsOf(place);
  const long = (type: string) => components.get(type)?.long ?? null;
  const written = place.formattedAddress ?? "";
  const line = parseAddressLine(written);
  const country = components.get("country")?.short?.toUpperCase() ?? line.country;
  const route = streetOf([long("route") ?? ""]);
  const number = long("street_number");
  const isWhole = number === null || route?.endsWith(` ${number}`) === true;
  const named = route !== null && !isWhole ? `${route} ${number}` : route;
  const isSame = route !== null && line.street?.startsWith(route.slice(0, 4));
  const isNumbered = number !== null || /\d ?[a-z]?$/i.test(route ?? "");
  const at = isSame && !isNumbered ? (line.street?.search(/ \d/) ?? -1) : -1;
  const area = components.get("administrative_area_level_1");
  const code = long("postal_code") ?? line.postalCode;
  const postalCode = code?.replace(/^DE?[ -]?(?=\d{5}$)/, "") ?? null;
  return {
    address: withoutGermany(written) || null,
    street: (at === -1 ? named : `${named}${line.street?.slice(at)}`) ?? line.street,
    // A numeric code has lost the leading zero of eastern Germany.
    postalCode: country === "DE" ? (postalCode?.replace(/^\d{4}$/, "0$&") ?? null) : postalCode,
    city: long("locality") ?? long("postal_town") ?? line.city ?? long("sublocality_level_1"),
    // Google's short texts are not ISO codes: „NDS“, „NRW“, „SA“.
    federalState:
      (area && (area.long === area.short ? area.long : `${area.long} (${area.short})`)) ??
      line.region,
    country,
  };
}

export function toCompanyHit(place: Place): CompanyHit {
  const isClosedForNow = place.businessStatus === "CLOSED_TEMPORARILY";
  const known = {
    name: place.displayName?.text?.trim() || null,
    website: place.websiteUri ?? null,
    phone: place.internationalPhoneNumber ?? place.nationalPhoneNumber ?? null,
    ...addressOf(place),
    latitude: place.location?.latitude ?? null,
    longitude: place.location?.longitude ?? null,
    isClosed: place.businessStatus === "CLOSED_PERMANENTLY",
    payload: place,
  };
  const listed = isClosedForNow ? closedForNow(SERVICE_NAMES["google-places"]) : undefined;
  const company = foundCompany(known, listed);
  return { id: place.id, company };
}
