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

const dollarAmount = new Intl.NumberFormat("de-DE", { style: "currency", currency: "USD" });

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
        Aufrufe aller Läufe. Gespart sind Fragen, deren Antwort schon bekannt war. Kosten des
        Sprachmodells sind nach bekannten Preisen geschätzt.
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
        <table className="table usage-table">
          <caption className="sr-only">Verbrauch im {nameMonth(month)}</caption>
          <thead className="max-[899px]:sr-only">
            <tr>
              <th scope="col">Dienst</th>
              <th scope="col">Aufrufe</th>
              <th scope="col">davon berechnet</th>
              <th scope="col">{USED}</th>
              <th scope="col">gespart</th>
              {isCurrent ? <th scope="col">Monatsgrenze</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.provider}>
                <th scope="row">{row.name}</th>
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
    <td data-label={label} className={value === 0 ? "text-muted" : undefined}>
      {formatNumber(value)}
    </td>
  );
}

/** In the service's own unit; tokens of a language model with their estimated cost. */
function Credits({ row: { credits, cost } }: { row: UsageRow }) {
  if (cost === null || credits === 0) return <Count label={USED} value={credits} />;
  const price = describeCost(cost);
  return (
    <td data-label={USED}>
      <span>
        {formatCount(credits, "Token", "Token")}
        {price === null ? null : <span className="block text-[13px] text-muted">{price}</span>}
      </span>
    </td>
  );
}

/** „ca. 0,42 $“ */
function describeCost({ cost, unpriced }: NonNullable<UsageRow["cost"]>): string | null {
  if (cost === 0) return unpriced > 0 ? "Preis nicht bekannt" : null;
  if (unpriced > 0) return `mindestens ${dollarAmount.format(cost)}`;
  return cost < 0.005 ? "unter 0,01 $" : `ca. ${dollarAmount.format(cost)}`;
}

/** The ceiling, and how many calls are left of it. */
function Ceiling({ row: { ceiling, calls } }: { row: UsageRow }) {
  if (ceiling === null) {
    return (
      <td data-label="Monatsgrenze" className="text-muted">
        keine
      </td>
    );
  }
  const left = Math.max(0, ceiling - calls);
  return (
    <td data-label="Monatsgrenze">
      <span>
        {formatNumber(ceiling)}
        <span className={`block text-[13px] ${left === 0 ? "text-bad" : "text-muted"}`}>
          {left === 0 ? "erreicht" : `noch ${formatNumber(left)}`}
        </span>
      </span>
    </td>
  );
}
