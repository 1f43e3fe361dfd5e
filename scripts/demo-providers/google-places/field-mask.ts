/** Which fields of the answer are wanted; a node without children means everything below it. */
export interface MaskNode {
  children: Map<string, MaskNode>;
}

const ANSWER_FIELDS = new Set([
  "places",
  "nextPageToken",
  "routingSummaries",
  "contextualContents",
  "searchUri",
]);

/** Fields of `Place` in the public description of the API, also those the demo world never fills. */
const PLACE_FIELDS = new Set(
  `accessibilityOptions addressComponents addressDescriptor adrFormatAddress allowsDogs attributions
  businessStatus containingPlaces curbsidePickup currentOpeningHours currentSecondaryOpeningHours
  delivery dineIn displayName editorialSummary evChargeAmenitySummary evChargeOptions
  formattedAddress fuelOptions generativeSummary goodForChildren goodForGroups goodForWatchingSports
  googleMapsLinks googleMapsUri iconBackgroundColor iconMaskBaseUri id internationalPhoneNumber
  liveMusic location menuForChildren movedPlace movedPlaceId name nationalPhoneNumber
  neighborhoodSummary openingDate outdoorSeating parkingOptions paymentOptions photos plusCode
  postalAddress priceLevel priceRange primaryType primaryTypeDisplayName pureServiceAreaBusiness
  rating regularOpeningHours regularSecondaryOpeningHours reservable restroom reviewSummary reviews
  servesBeer servesBreakfast servesBrunch servesCocktails servesCoffee servesDessert servesDinner
  servesLunch servesVegetarianFood servesWine shortFormattedAddress subDestinations takeout timeZone
  transitStation types userRatingCount utcOffsetMinutes viewport websiteUri`.split(/\s+/),
);

function isKnownPath(path: string): boolean {
  if (path === "*") return true;
  const [answerField = "", placeField] = path.split(".");
  if (!ANSWER_FIELDS.has(answerField)) return false;
  if (answerField !== "places" || placeField === undefined) return true;
  return placeField === "*" || PLACE_FIELDS.has(placeField);
}

/** A mask that names a field which does not exist. */
export class UnknownMaskPath extends Error {
  constructor(path: string) {
    super(`Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`);
  }
}

/**
 * Parses `X-Goog-FieldMask`: comma-separated paths without blanks; "*" stands for everything.
 * Source: https://developers.google.com/maps/documentation/places/web-service/choose-fields
 *
 * @throws {UnknownMaskPath} for a field that the answer does not have, blanks included.
 */
export function parseFieldMask(header: string): MaskNode {
  const root: MaskNode = { children: new Map() };
  const paths = header.split(",");
  for (const path of paths) {
    if (!isKnownPath(path)) throw new UnknownMaskPath(path);
  }
  if (paths.includes("*")) return root;
  // Short paths first: once "places" is wanted as a whole, "places.id" must not narrow it.
  for (const path of paths.sort((a, b) => a.length - b.length)) addPath(root, path);
  return root;
}

function addPath(root: MaskNode, path: string): void {
  let node = root;
  for (const name of path.replace(/\.\*$/, "").split(".")) {
    const known = node.children.get(name);
    if (known !== undefined && known.children.size === 0) return;
    const next = known ?? { children: new Map() };
    node.children.set(name, next);
    node = next;
  }
}

/** Leaves only the wanted fields of an answer; absent fields stay absent. */
export function applyFieldMask(value: unknown, mask: MaskNode): unknown {
  if (mask.children.size === 0) return value;
  if (Array.isArray(value)) return value.map((entry) => applyFieldMask(entry, mask));
  if (typeof value !== "object" || value === null) return value;
  const wanted = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const below = mask.children.get(name);
    if (below !== undefined) wanted.set(name, applyFieldMask(field, below));
  }
  return Object.fromEntries(wanted);
}
