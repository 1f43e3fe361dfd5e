import { Section } from "~/components/card";
import { Tabs } from "~/components/page";
import { formatCount, formatNumber } from "~/format/german";
import type { UsagePage, UsageRow } from "~/jobs/ledger/monthly-usage.server";

const monthName = new Intl.DateTimeFormat("de-DE", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Its columns need more than the navigation leaves of a narrow window: there each cell names itself. */
const CELL =
  "h-10 not-first:text-right max-[900px]:flex max-[900px]:h-auto max-[900px]:justify-between max-[900px]:border-0 max-[900px]:px-0 max-[900px]:py-px max-[900px]:before:text-muted max-[900px]:before:content-[attr(data-label)]";

/** „2026-11“ → „November 2026“ */
function nameMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

function describeCredits({ provider, credits, cost }: UsageRow) {
  if (credits === 0) return 0;
  return (
    <span>
      {provider === "openai" ? formatCount(credits, "Token", "Token") : formatNumber(credits)}
      <span className="block text-[13px] text-muted">
        {cost === null ? "Preis nicht bekannt" : `ca. ${cost}`}
      </span>
    </span>
  );
}

function describeCeiling({ ceiling, calls }: UsageRow): string {
  if (ceiling === null) return "keine";
  const left = Math.max(0, ceiling - calls);
  return `${formatNumber(ceiling)}, ${left === 0 ? "erreicht" : `noch ${formatNumber(left)}`}`;
}

export function UsageTable({ usage: { month, months, rows } }: { usage: UsagePage }) {
  const tabs = months.map((entry) => ({
    to: `?monat=${entry}#verbrauch`,
    label: nameMonth(entry),
    isCurrent: entry === month,
  }));
  const cellsOf = (row: UsageRow) => ({
    Aufrufe: row.calls,
    "davon berechnet": row.billed,
    "Guthaben verbraucht": describeCredits(row),
    gespart: row.saved,
    ...(month === months[0] ? { Monatsgrenze: describeCeiling(row) } : {}),
  });
  const table = rows.map((row) => ({ ...row, cells: Object.entries(cellsOf(row)) }));
  return (
    <Section
      id="verbrauch"
      className="mt-8 scroll-mt-4"
      title="Verbrauch"
      text="Aufrufe aller Läufe. Gespart sind Fragen, deren Antwort schon bekannt war. Kosten sind nach den Preisen geschätzt, die oben bei jedem Dienst stehen."
    >
      <Tabs label="Monate" tabs={tabs} className="mt-2" preventScrollReset />
      <div className="card mt-2">
        <table className="table max-[900px]:block [&_th]:static">
          <caption className="sr-only">Verbrauch im {nameMonth(month)}</caption>
          <thead className="max-[900px]:sr-only [&_th:not(:first-child)]:text-right">
            <tr>
              {["Dienst", ...(table[0]?.cells ?? []).map(([label]) => label)].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-[900px]:block">
            {table.map(({ provider, name, cells }) => (
              <tr
                key={provider}
                className="max-[900px]:block max-[900px]:border-line max-[900px]:border-b max-[900px]:px-4 max-[900px]:py-2.5 max-[900px]:last:border-b-0"
              >
                <th scope="row" className={`${CELL} text-[14px] text-text before:hidden`}>
                  {name}
                </th>
                {cells.map(([label, value]) => (
                  <td
                    key={label}
                    data-label={label}
                    className={`${CELL} ${value === 0 ? "text-muted" : ""}`}
                  >
                    {typeof value === "number" ? formatNumber(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
