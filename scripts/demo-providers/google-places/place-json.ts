import type { Company } from "../world/companies";
import { trades } from "../world/trades";

/** Languages in which the demo world has its labels; everything but German gets English. */
type Language = "de" | "en";

const countryNames: Record<Language, string> = { de: "Deutschland", en: "Germany" };

interface AddressComponent {
  longText: string;
  shortText: string;
  types: string[];
  languageCode: Language;
}

/**
 * A company as `Place`. What it does not have is an absent key, never null, as on the real wire.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
export function placeJson(company: Company, languageCode = "en"): Record<string, unknown> {
  const language: Language = languageCode.startsWith("de") ? "de" : "en";
  const trade = trades.find(({ key }) => key === company.trades[0]);
  const types = [...(trade?.types ?? [])];
  if (!company.serviceAreaOnly) types.push("point_of_interest", "establishment");
  const label = trade?.typeLabel?.[language];
  return dropAbsent({
    id: company.placeId,
    name: `places/${company.placeId}`,
    types,
    nationalPhoneNumber: company.phone?.national,
    internationalPhoneNumber: company.phone?.international,
    ...(company.serviceAreaOnly ? {} : whereabouts(company, language)),
    rating: company.rating,
    googleMapsUri: `https://maps.google.com/?cid=${company.mapsCid}`,
    websiteUri: company.website,
    businessStatus: company.status,
    userRatingCount: company.ratingCount,
    displayName: { text: company.name, languageCode: "de" },
    primaryTypeDisplayName: label && { text: label, languageCode: language },
    primaryType: trade?.primaryType,
    pureServiceAreaBusiness: company.serviceAreaOnly ? true : undefined,
  });
}

function dropAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function whereabouts(company: Company, language: Language) {
  const { seat, street, houseNumber, latitude, longitude } = company;
  const streetLine = `${street} ${houseNumber}`;
  const townLine = `${seat.postalCode} ${seat.locality}`;
  return {
    formattedAddress: `${streetLine}, ${townLine}, ${countryNames[language]}`,
    shortFormattedAddress: `${streetLine}, ${seat.locality}`,
    addressComponents: addressComponents(company, language),
    postalAddress: {
      regionCode: "DE",
      languageCode: "de",
      postalCode: seat.postalCode,
      locality: seat.locality,
      addressLines: [streetLine],
    },
    location: { latitude, longitude },
  };
}

function addressComponents(company: Company, language: Language): AddressComponent[] {
  const { seat, street, houseNumber } = company;
  const { state, district } = seat;
  const component = (longText: string, types: string[], shortText = longText) => ({
    longText,
    shortText,
    types,
    languageCode: language,
  });
  return [
    component(houseNumber, ["street_number"]),
    component(street, ["route"]),
    ...(district === undefined
      ? []
      : [component(district, ["sublocality_level_1", "sublocality", "political"])]),
    component(seat.locality, ["locality", "political"]),
    component(
      language === "de" ? state.name : state.englishName,
      ["administrative_area_level_1", "political"],
      state.shortText,
    ),
    component(countryNames[language], ["country", "political"], "DE"),
    component(seat.postalCode, ["postal_code"]),
  ];
}
