import { distanceKm, findPlace, type Point } from "./german-places";
import { dialledCountry } from "./phone-number";

interface MapPoint {
  x: number;
  y: number;
}

/** Map units: the source's borders are a kilometre or two off. */
const TOLERANCE = 4;
const STEPS = [0, -TOLERANCE, TOLERANCE];
/** German postal codes lie this close to their estimated point; foreign five-digit codes do not. */
const CODE_KM = 30;
/** Latitude north of France and Czechia, which also have five-digit codes. */
const FIVE_DIGITS_FROM = 51.2;

export function ringsOf(path: string): MapPoint[][] {
  return path.split("z").map((part) => {
    let [x, y] = [0, 0];
    return [...part.matchAll(/(-?\d+) ?(-?\d+)/g)].map(([, east, south]) => {
      x += Number(east);
      y += Number(south);
      return { x, y };
    });
  });
}

export function isWithin(rings: readonly MapPoint[][], { x, y }: MapPoint): boolean {
  let crossed = 0;
  for (const corners of rings) {
    let a = corners.at(-1);
    for (const b of corners) {
      if (a && a.y > y !== b.y > y && x > a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
        crossed += 1;
      }
      a = b;
    }
  }
  return crossed % 2 === 1;
}

export function outlineOf(name: string, path: string) {
  const rings = ringsOf(path);
  const [xs, ys] = [rings.flat().map(({ x }) => x), rings.flat().map(({ y }) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const has = ({ x, y }: MapPoint) =>
    x >= west && x <= east && y >= north && y <= south && isWithin(rings, { x, y });
  return { name, has };
}

/** The point's own state comes first; null stands for abroad. */
export function statesAround(
  states: readonly ReturnType<typeof outlineOf>[],
  { x, y }: MapPoint,
): (string | null)[] {
  return STEPS.flatMap((east) =>
    STEPS.map((south) => {
      const point = { x: x + east, y: y + south };
      return states.find(({ has }) => has(point))?.name ?? null;
    }),
  );
}

/** Null if neither place, postal code nor phone tells the country. */
export function countryOfPlace(
  place: Point,
  { postalCode, phone }: { postalCode: string | null; phone: string | null },
  around: readonly (string | null)[],
): string | null {
  const [here] = around;
  const isInside = !around.includes(null);
  const isOutside = around.every((state) => state === null);
  const coded = /^\d{5}$/.test(postalCode ?? "") ? findPlace(postalCode ?? "") : undefined;
  if (isInside || (coded && distanceKm(coded, place) <= CODE_KM)) return "DE";
  const dialled = dialledCountry(phone ?? "");
  if (dialled !== null) return isOutside && dialled === "DE" ? null : dialled;
  const isPossible = coded
    ? here !== null || place.latitude > FIVE_DIGITS_FROM
    : postalCode === null;
  return isPossible && !isOutside ? "DE" : null;
}
