import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { CircleDashed } from "lucide-react";
import { formatCount, formatNumber } from "~/format/german";
import { AS_MAP, listAddress } from "~/leads/list/page-query";
import { type LeadPoint, loadLeadMap } from "~/leads/map/load-map.server";
import outlines from "~/leads/map/outlines.json";
import { leadsAddress, nameOf, PlaceTable } from "./place-table";
import { useDrawnCircle } from "./use-drawn-circle";

/** Pixels: the width the map is drawn for, and the line height that sizes text and circles. */
const [WIDTH, LINE] = [560, 13];
/** Most towns with a name, and the least distance between names in lines, across and down. */
const [MAX_NAMES, WIDE, HIGH] = [24, 8, 2];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return loadLeadMap(services, new URL(request.url).searchParams);
}

/** Places with room for their name beside the circle. */
function namedPoints(points: readonly LeadPoint[], line: number): LeadPoint[] {
  const named: LeadPoint[] = [];
  for (const point of points) {
    const isFree = named.every(
      ({ x, y }) => Math.abs(x - point.x) > WIDE * line || Math.abs(y - point.y) > HIGH * line,
    );
    if (isFree && named.length < MAX_NAMES) named.push(point);
  }
  return named;
}

const SHADES = ["[--share:0%]", "[--share:12%]", "[--share:24%]", "[--share:36%]", "[--share:50%]"];

/**
 * Replaces the list with a map of Germany: states shaded by count, and a circle per postal code area.
 * The keyboard and screen readers reach the table, which holds the same counts.
 */
export default function LeadMapPage() {
  const map = useLoaderData<typeof loader>();
  const { view, points, isWhole } = map;
  const searchParams = new URLSearchParams([...map.parameters, AS_MAP]);
  const navigate = useNavigate();
  const { isOn, toggle, drawn, handlers } = useDrawnCircle((near) => {
    const address = listAddress(searchParams, { federalState: null, ...near });
    navigate(address, { preventScrollReset: true });
  });
  const circle = drawn ?? map.circle;
  const toState = (name: string) => listAddress(searchParams, { federalState: name });
  const states = outlines.map((outline, at) => ({ ...outline, n: map.states[at]?.n ?? 0 }));
  const most = Math.max(1, ...states.map(({ n }) => n));
  const line = (LINE * view.width) / WIDTH;
  const [least, growth, shades] = isWhole ? [0.14, 0.5, 4] : [0.25, 0.9, 2];
  const sizeOf = (n: number) =>
    `${(least + growth * Math.sqrt(n / (points[0]?.n ?? n))).toFixed(2)}em`;
  return (
    <section className="mt-4 grid items-start gap-6 @min-[860px]/list:grid-cols-[minmax(0,560px)_minmax(280px,1fr)]">
      <figure className="relative">
        <svg
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          className="lead-map card block max-h-[max(360px,calc(100dvh-300px))] w-full select-none"
          fontSize={line}
          aria-hidden="true"
          data-drawing={isOn ? "" : undefined}
          {...handlers}
        >
          <g>
            {states.map(({ name, path, n }) => (
              <Link key={name} to={toState(name)} preventScrollReset tabIndex={-1}>
                <title>{isWhole ? `${name}: ${formatCount(n, "Lead", "Leads")}` : name}</title>
                <path
                  d={path}
                  fillRule="evenodd"
                  className={SHADES[Math.ceil((n / most) * shades)]}
                />
              </Link>
            ))}
            {map.cells && (
              <path
                d={map.cells}
                className="pointer-events-none fill-none stroke-1 stroke-accent"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {circle && <circle cx={circle.x} cy={circle.y} r={circle.radius} />}
            {points.map(({ code, n, city, x, y }) => (
              <Link key={code} to={leadsAddress(searchParams, ["postalCode", code])} tabIndex={-1}>
                <title>{`${formatCount(n, "Lead", "Leads")} in ${nameOf(code, city)}`}</title>
                <circle cx={x} cy={y} r={sizeOf(n)} />
              </Link>
            ))}
            {isWhole
              ? states.map(({ name, x, y, n }) => (
                  <text key={name} x={x} y={y}>
                    <tspan className="lead-map-state">{name}</tspan>
                    <tspan x={x} dy="1.1em">
                      {formatNumber(n)}
                    </tspan>
                  </text>
                ))
              : namedPoints(points, line).map(({ code, city, x, y, n }) => (
                  <text key={code} x={x} y={y} dy={`-${sizeOf(n)}`}>
                    {city}
                  </text>
                ))}
            {drawn && <text x={drawn.x} y={drawn.y}>{`${drawn.km} km`}</text>}
          </g>
        </svg>
        <button
          type="button"
          className="button only-js absolute top-2 right-2"
          aria-pressed={isOn}
          onClick={toggle}
        >
          <CircleDashed size={16} aria-hidden />
          {isOn ? "Vom Mittelpunkt nach außen ziehen …" : "Umkreis ziehen"}
        </button>
        <figcaption className="mt-2 text-[13px] text-muted">
          Kräftiger = mehr Leads (bis {formatNumber(most)}). Kreise fassen benachbarte PLZ zusammen.
          „Weitere Filter“ nehmen einen Umkreis um einen Ort.{" "}
          {map.cells && "Felder sind bei Google ganz gezählt. "}
          Umrisse: Natural Earth, Orte: GeoNames.
        </figcaption>
      </figure>
      <PlaceTable map={map} searchParams={searchParams} />
    </section>
  );
}
