import type { Company } from "../world/companies";

/**
 * A company as `Place`. What it does not have is an absent key, never null, as on the real wire.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
export function placeJson(company: Company, languageCode = "en"): Record<string, unknown> {
  const isGerman = languageCode.startsWith("de");
  const { trade, serviceAreaOnly } = company;
  const place = {
    id: company.placeId,
    types: [...trade.types, ...(serviceAreaOnly ? [] : ["point_of_interest", "establishment"])],
    nationalPhoneNumber: company.phone?.national,
    internationalPhoneNumber: company.phone?.international,
    ...(serviceAreaOnly ? {} : whereabouts(company, isGerman)),
    rating: company.rating,
    googleMapsUri: `https://maps.google.com/?cid=${company.mapsCid}`,
    websiteUri: company.website,
    businessStatus: company.status,
    userRatingCount: company.ratingCount,
    displayName: { text: company.name, languageCode: "de" },
    primaryTypeDisplayName: trade.types[0] && { text: trade.label, languageCode: "de" },
    primaryType: trade.types.find((type) => type !== "service"),
    pureServiceAreaBusiness: serviceAreaOnly || undefined,
  };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}

function whereabouts({ seat, street, houseNumber, ...company }: Company, isGerman: boolean) {
  const { state, district, locality, postalCode } = seat;
  const country = isGerman ? "Deutschland" : "Germany";
  const component = (longText: string, types: string[], shortText = longText) => ({
    longText,
    shortText,
    types,
    languageCode: isGerman ? "de" : "en",
  });
  const stateName = isGerman ? state.name : state.englishName;
  return {
    formattedAddress: `${street} ${houseNumber}, ${postalCode} ${locality}, ${country}`,
    addressComponents: [
      component(houseNumber, ["street_number"]),
      component(street, ["route"]),
      ...(district === undefined
        ? []
        : [component(district, ["sublocality_level_1", "sublocality", "political"])]),
      component(locality, ["locality", "political"]),
      component(stateName, ["administrative_area_level_1", "political"], state.shortText),
      component(country, ["country", "political"], "DE"),
      component(postalCode, ["postal_code"]),
    ],
    location: { latitude: company.latitude, longitude: company.longitude },
  };
}
