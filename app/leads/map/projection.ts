import type { Point } from "~db/german-places";

/** Map units: east from the left edge, south from the upper one. */
export interface MapPoint {
  x: number;
  y: number;
}

/** The map's upper left corner, in degrees. */
const [WEST, NORTH] = [5.8, 55.1];
const UNITS_PER_DEGREE = 200;
export const MAP_SIZE = { width: 1_860, height: 2_520 };

const RADIANS = Math.PI / 180;
const northing = (latitude: number) =>
  Math.log(Math.tan((90 + latitude) * (RADIANS / 2))) / RADIANS;

/** Mercator projection: circles on the ground stay circles. */
export function project({ latitude, longitude }: Point): MapPoint {
  return {
    x: (longitude - WEST) * UNITS_PER_DEGREE,
    y: (northing(NORTH) - northing(latitude)) * UNITS_PER_DEGREE,
  };
}

export function unproject({ x, y }: MapPoint) {
  const north = northing(NORTH) - y / UNITS_PER_DEGREE;
  return {
    latitude: (2 * Math.atan(Math.exp(north * RADIANS))) / RADIANS - 90,
    longitude: WEST + x / UNITS_PER_DEGREE,
  };
}

export const unitsPerKm = (latitude: number) =>
  UNITS_PER_DEGREE / (111.2 * Math.cos(latitude * RADIANS));
