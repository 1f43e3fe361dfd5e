import { Link } from "@remix-run/react";
import { formatCount, formatNumber } from "~/format/german";
import { AS_MAP, listAddress } from "~/leads/list/page-query";
import type { LeadMap } from "~/leads/map/load-map.server";

/** Further places appear only as circles. */
const MAX_ROWS = 25;

const CELL = "h-8 border-line border-t pr-2";

/** „45127 Essen“, „451… Essen“ */
export const nameOf = (code: string, city: string | null) =>
  `${code}${code.length < 5 ? "…" : ""} ${city ?? ""}`.trim();

/** The list of a place's leads: the map's filters plus the place's. */
export function leadsAddress(searchParams: URLSearchParams, [name = "", value = ""]: string[]) {
  const kept = [...searchParams].filter(([other]) => other === "without" || other !== name);
  return listAddress(new URLSearchParams([...kept, [name, value]]), { [AS_MAP[0]]: null });
}

/** The map's counts and those it cannot show, each linked to its leads. */
export function PlaceTable({ map, searchParams }: { map: LeadMap; searchParams: URLSearchParams }) {
  const { isWhole, points, withoutCode, abroad } = map;
  const states = map.states.map(({ name, n }) => ({ name, n, filter: ["federalState", name] }));
  const codes = points.map(({ code, city, n }) => {
    return { name: nameOf(code, city), n, filter: ["postalCode", code] };
  });
  const rows = isWhole ? states.slice(0, -1).sort((a, b) => b.n - a.n) : codes.slice(0, MAX_ROWS);
  const unknown = [
    { name: "ohne Bundesland", n: states.at(-1)?.n ?? 0, filter: ["without", "federalState"] },
    { name: "ohne PLZ", n: withoutCode, filter: ["without", "postalCode"] },
  ];
  const more = isWhole ? 0 : points.length - MAX_ROWS;
  return (
    <div>
      <table className="w-full">
        <caption className="pb-1 text-left font-semibold">
          {isWhole ? "Leads nach Bundesland" : "Leads nach PLZ und Ort"}
        </caption>
        <tbody>
          {[...rows, ...unknown.filter(({ n }) => n > 0)].map(({ name, n, filter }) => (
            <tr key={name}>
              <th scope="row" className={`${CELL} text-left font-normal`}>
                {filter[0] === "federalState" ? (
                  <Link
                    to={listAddress(searchParams, { federalState: name })}
                    className="link"
                    preventScrollReset
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              <td className={`${CELL} w-2/5`}>
                <meter
                  className="place-meter block h-1.5 w-full appearance-none bg-none"
                  max={rows[0]?.n}
                  value={n}
                  aria-hidden="true"
                />
              </td>
              <td className="h-8 border-line border-t text-right tabular-nums">
                <Link
                  className="link min-w-6"
                  to={leadsAddress(searchParams, filter)}
                  aria-label={`${formatCount(n, "Lead", "Leads")}: ${name}`}
                >
                  {formatNumber(n)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[13px] text-muted">
        {more > 0 ? `und ${formatNumber(more)} weitere auf der Karte. ` : null}
        {abroad > 0
          ? `${formatNumber(abroad)} mit einer PLZ, die nicht auf der Karte liegt.`
          : null}
      </p>
    </div>
  );
}
