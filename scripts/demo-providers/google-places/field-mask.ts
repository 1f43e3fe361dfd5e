/** Fields of `Place` in the public description of the API that a client of ours asks for. */
const PLACE_FIELDS = new Set(
  `addressComponents businessStatus displayName formattedAddress googleMapsUri id location nationalPhoneNumber
  internationalPhoneNumber primaryType primaryTypeDisplayName pureServiceAreaBusiness rating types userRatingCount
  websiteUri`.split(/\s+/),
);

/**
 * The first path of an `X-Goog-FieldMask` that the answer does not have, blanks included; "*" stands for everything.
 * Source: https://developers.google.com/maps/documentation/places/web-service/choose-fields
 */
export function findUnknownPath(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    const [answerField, placeField = "*"] = path.split(".");
    if (answerField !== "places") return path !== "*" && path !== "nextPageToken";
    return placeField !== "*" && !PLACE_FIELDS.has(placeField);
  });
}

/** Leaves only the wanted fields of an answer; absent fields stay absent. */
export function applyFieldMask(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes("") || paths.includes("*")) return value;
  if (Array.isArray(value)) return value.map((entry) => applyFieldMask(entry, paths));
  if (typeof value !== "object" || value === null) return value;
  const wanted = Object.entries(value).flatMap(([name, field]) => {
    const below = paths.filter((path) => path === name || path.startsWith(`${name}.`));
    const rests = below.map((path) => path.slice(name.length + 1));
    return rests.length === 0 ? [] : [[name, applyFieldMask(field, rests)]];
  });
  return Object.fromEntries(wanted);
}
