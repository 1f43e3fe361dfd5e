import type { Db } from "~db/client";
import { findPlace } from "~db/german-places";
import { findWalkedBoxes } from "~db/queries/area-cells";
import { findLeadPlaces, type LeadPlace } from "~db/queries/lead-places";
import { listed } from "~db/queries/read-rows";
import { BoxSchema } from "../../reading/places/regions";
import { toListFilter } from "../list/find-leads.server";
import { parsePageQuery } from "../list/parse-query.server";
import outlines from "./outlines.json";
import { MAP_SIZE, type MapPoint, project, unitsPerKm } from "./projection";

/** More circles would overlap, so they are merged into larger areas. */
const MAX_POINTS = 500;

const MAX_CELLS = 2_000;

function outlineOf(text: string): string {
  const [south, west, north, east] = BoxSchema.parse(JSON.parse(text));
  const low = project({ latitude: south, longitude: west });
  const high = project({ latitude: north, longitude: east });
  const [left, bottom, right, top] = [low.x, low.y, high.x, high.y].map((at) => at.toFixed(1));
  return `M${left} ${bottom}H${right}V${top}H${left}Z`;
}

/** The circle with a margin of a fifth of its radius. */
function viewAround({ x, y, radius }: MapPoint & { radius: number }) {
  const width = 2.4 * radius;
  const height = (width * MAP_SIZE.height) / MAP_SIZE.width;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

const sum = (places: readonly { n: number }[]) => places.reduce((all, { n }) => all + n, 0);

function groupByCode(places: readonly LeadPlace[], digits = 5): (LeadPlace & { code: string })[] {
  const groups = new Map<string, LeadPlace & { code: string }>();
  for (const place of places) {
    const code = place.postalCode.slice(0, digits);
    const group = groups.get(code);
    if (group !== undefined) group.n += place.n;
    // Postal code filters can't find other codes either.
    else if (/^\d+$/.test(code) && code.length === digits) groups.set(code, { ...place, code });
  }
  return groups.size <= MAX_POINTS ? [...groups.values()] : groupByCode(places, digits - 1);
}

export type LeadPoint = Awaited<ReturnType<typeof findPoints>>[number];

/** A group is placed at its largest postal code. */
async function findPoints(db: Db, places: readonly LeadPlace[]) {
  const groups = groupByCode(places.toSorted((a, b) => b.n - a.n));
  const rows = await db
    .selectFrom("leads")
    .select(["seq", "city", "latitude", "longitude"])
    .where("seq", "in", listed(groups.map(({ seq }) => seq)))
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const points = groups.flatMap(({ code, n, seq, postalCode }) => {
    const { latitude = null, longitude = null, city = null } = bySeq.get(seq) ?? {};
    const own = latitude === null || longitude === null ? undefined : { latitude, longitude };
    const place = own ?? findPlace(postalCode.slice(0, 5).padEnd(5, "0"));
    return place === undefined ? [] : [{ code, n, city, ...project(place) }];
  });
  return points.sort((a, b) => b.n - a.n);
}

export type LeadMap = Awaited<ReturnType<typeof loadLeadMap>>;

export async function loadLeadMap(
  { db, timeZone }: { db: Db; timeZone: string },
  searchParams: URLSearchParams,
) {
  const { query, parameters } = parsePageQuery(searchParams);
  const filter = toListFilter(query, timeZone);
  const { near, federalState = [], foundBy, term: terms = null } = filter;
  const jobIds = foundBy?.flatMap((one) => one.jobIds ?? []) ?? null;
  const places = await findLeadPlaces(db, filter);
  const points = await findPoints(db, places);
  const circle = near && { ...project(near), radius: near.km * unitsPerKm(near.latitude) };
  const chosen = outlines.filter(({ name }) => federalState.includes(name));
  const shown = circle ? viewAround(circle) : chosen.length === 1 ? chosen[0]?.view : undefined;
  const withoutCode = sum(places.filter(({ postalCode }) => postalCode === ""));
  return {
    parameters,
    /** The last entry, "", counts leads without a state. */
    states: [...outlines.map(({ name }) => name), ""].map((name) => ({
      name,
      n: sum(places.filter(({ state }) => state === name)),
    })),
    points,
    circle: circle ?? null,
    /** SVG path of the cells that were walked, by the filtered jobs or all. */
    cells: (await findWalkedBoxes(db, { jobIds, terms }, MAX_CELLS)).map(outlineOf).join(""),
    isWhole: shown === undefined,
    view: shown ?? { x: 0, y: 0, ...MAP_SIZE },
    withoutCode,
    abroad: sum(places) - sum(points) - withoutCode,
  };
}
