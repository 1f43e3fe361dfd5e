import { Link } from "@remix-run/react";
import { formatCount, formatNumber } from "~/format/german";
import type { UsagePage, UsageRow } from "~/settings/monthly-usage.server";

const monthName = new Intl.DateTimeFormat("de-DE", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Of a service's credits or tokens; what is left of them is not known here. */
const USED = "Guthaben verbraucht";

/** Its columns need more than the navigation leaves of a narrow window: there each cell names itself. */
const CELL =
  "h-10 not-first:text-right max-[900px]:flex max-[900px]:h-auto max-[900px]:justify-between max-[900px]:border-0 max-[900px]:px-0 max-[900px]:py-px max-[900px]:before:text-muted max-[900px]:before:content-[attr(data-label)]";

/** „2026-11“ → „November 2026“ */
function nameMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

export function UsageTable({ usage: { month, months, rows } }: { usage: UsagePage }) {
  const isCurrent = month === months[0];
  return (
    <section id="verbrauch" className="mt-8 scroll-mt-4" aria-labelledby="verbrauch-titel">
      <h2 id="verbrauch-titel">Verbrauch</h2>
      <p className="text-muted">
        Aufrufe aller Läufe. Gespart sind Fragen, deren Antwort schon bekannt war. Kosten sind nach
        den Preisen geschätzt, die oben bei jedem Dienst stehen.
      </p>
      <nav aria-label="Monate" className="mt-2 flex flex-wrap gap-1">
        {months.map((entry) => (
          <Link
            key={entry}
            to={`?monat=${entry}#verbrauch`}
            className="tab"
            aria-current={entry === month ? "page" : undefined}
            preventScrollReset
          >
            {nameMonth(entry)}
          </Link>
        ))}
      </nav>
      <div className="card mt-2">
        <table className="table max-[900px]:block [&_th]:static">
          <caption className="sr-only">Verbrauch im {nameMonth(month)}</caption>
          <thead className="max-[900px]:sr-only [&_th:not(:first-child)]:text-right">
            <tr>
              <th scope="col">Dienst</th>
              <th scope="col">Aufrufe</th>
              <th scope="col">davon berechnet</th>
              <th scope="col">{USED}</th>
              <th scope="col">gespart</th>
              {isCurrent ? <th scope="col">Monatsgrenze</th> : null}
            </tr>
          </thead>
          <tbody className="max-[900px]:block">
            {rows.map((row) => (
              <tr
                key={row.provider}
                className="max-[900px]:block max-[900px]:border-line max-[900px]:border-b max-[900px]:px-4 max-[900px]:py-2.5 max-[900px]:last:border-b-0"
              >
                <th scope="row" className={`${CELL} text-[14px] text-text before:hidden`}>
                  {row.name}
                </th>
                <Count label="Aufrufe" value={row.calls} />
                <Count label="davon berechnet" value={row.billed} />
                <Credits row={row} />
                <Count label="gespart" value={row.saved} />
                {isCurrent ? <Ceiling row={row} /> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <td data-label={label} className={`${CELL} ${value === 0 ? "text-muted" : ""}`}>
      {formatNumber(value)}
    </td>
  );
}

/** In the service's own unit, with what it costs. */
function Credits({ row: { provider, credits, cost } }: { row: UsageRow }) {
  if (credits === 0) return <Count label={USED} value={credits} />;
  return (
    <td data-label={USED} className={CELL}>
      <span>
        {provider === "openai" ? formatCount(credits, "Token", "Token") : formatNumber(credits)}
        <span className="block text-[13px] text-muted">
          {cost === null ? "Preis nicht bekannt" : `ca. ${cost}`}
        </span>
      </span>
    </td>
  );
}

/** The ceiling, and how many calls are left of it. */
function Ceiling({ row: { ceiling, calls } }: { row: UsageRow }) {
  const left = Math.max(0, (ceiling ?? 0) - calls);
  const rest = left === 0 ? "erreicht" : `noch ${formatNumber(left)}`;
  return (
    <td data-label="Monatsgrenze" className={CELL}>
      {ceiling === null ? "keine" : `${formatNumber(ceiling)}, ${rest}`}
    </td>
  );
}
