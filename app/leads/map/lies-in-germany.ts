import outlines from "./outlines.json";
import { type MapPoint, project } from "./projection";

/** The source's borders are true to a kilometre or two: so many units of the map. */
const TOLERANCE = 4;

/** The corners of each part of a path of relative lines. */
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

/** Whether a point lies within an outline, by how often a line from it to the west crosses that. */
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

/** Borders between states are crossed twice. */
const GERMANY = outlines.flatMap(({ path }) => ringsOf(path));
const STEPS = [-TOLERANCE, 0, TOLERANCE];

/** Whether a place lies in Germany by the outline, and whether that is sure. */
export function liesInGermany(place: { latitude: number; longitude: number }) {
  const { x, y } = project(place);
  const around = STEPS.flatMap((east) => STEPS.map((south) => ({ x: x + east, y: y + south })));
  const lies = isWithin(GERMANY, { x, y });
  return { lies, isSure: around.every((point) => isWithin(GERMANY, point) === lies) };
}
