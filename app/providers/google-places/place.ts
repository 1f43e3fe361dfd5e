import { z } from "zod";
import { type CompanyHit, foundCompany } from "../company-search";

const LocalizedText = z.looseObject({ text: z.string(), languageCode: z.string().optional() });

/**
 * A place of the Places API (New), as far as it is read here. Absent values are absent keys. The rest of the record is
 * kept as it is.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
export const PlaceSchema = z.looseObject({
  id: z.string().min(1),
  displayName: LocalizedText.optional(),
  formattedAddress: z.string().optional(),
  addressComponents: z
    .array(
      z.looseObject({
        longText: z.string().optional(),
        shortText: z.string().optional(),
        types: z.array(z.string()).default([]),
      }),
    )
    .optional(),
  location: z
    .looseObject({ latitude: z.number().optional(), longitude: z.number().optional() })
    .optional(),
  websiteUri: z.string().optional(),
  nationalPhoneNumber: z.string().optional(),
  internationalPhoneNumber: z.string().optional(),
  businessStatus: z.string().optional(),
});

type Place = z.infer<typeof PlaceSchema>;
type Component = { longText?: string; shortText?: string };

/** „Beispielstraße 12, 10115 Berlin, Deutschland“ without the country that goes without saying. */
function withoutCountry(address: string): string {
  return address.replace(/,\s*(Deutschland|Germany)\s*$/i, "");
}

/** Postal code and town at the end of a German address line, for places that come without components. */
function townOf(address: string): { postalCode: string | null; city: string | null } {
  const match = /(?:^|,\s*)(\d{5}) ([^,\d][^,]{0,99})$/.exec(withoutCountry(address));
  return { postalCode: match?.[1] ?? null, city: match?.[2]?.trim() ?? null };
}

/** A place as a company, with address and phone taken apart. */
export function toCompanyHit(place: Place): CompanyHit {
  const components = new Map<string, Component>();
  for (const component of place.addressComponents ?? []) {
    for (const type of component.types) {
      if (!components.has(type)) components.set(type, component);
    }
  }
  const long = (type: string): string | null => components.get(type)?.longText ?? null;
  const short = (type: string): string | null => components.get(type)?.shortText ?? long(type);
  const address =
    place.formattedAddress === undefined ? null : withoutCountry(place.formattedAddress);
  const town = address === null ? null : townOf(address);
  const street = [long("route"), long("street_number")].filter((part) => part !== null).join(" ");
  const company = foundCompany({
    name: place.displayName?.text.trim() || null,
    website: place.websiteUri ?? null,
    phone: place.internationalPhoneNumber ?? place.nationalPhoneNumber ?? null,
    address,
    street: street || null,
    postalCode: long("postal_code") ?? town?.postalCode ?? null,
    city: long("locality") ?? long("postal_town") ?? town?.city ?? null,
    // Google's short texts are no ISO codes: „NDS“, „NRW“, „SA“.
    federalState: long("administrative_area_level_1") ?? short("administrative_area_level_1"),
    country: short("country"),
    latitude: place.location?.latitude ?? null,
    longitude: place.location?.longitude ?? null,
    isClosed: place.businessStatus === "CLOSED_PERMANENTLY",
    payload: place,
  });
  return { id: place.id, company };
}
