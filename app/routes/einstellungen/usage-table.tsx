import { Section } from "~/components/card";
import { Tabs } from "~/components/page";
import { numeric, RowTable } from "~/components/table";
import { formatCount, formatMonth, formatNumber } from "~/format/german";
import type { UsagePage, UsageRow } from "~/jobs/ledger/monthly-usage.server";

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

function describeCeiling({ ceiling, limited }: UsageRow): string {
  if (ceiling === null) return "keine";
  const left = Math.max(0, ceiling - limited);
  return `${formatNumber(ceiling)}, ${left === 0 ? "erreicht" : `noch ${formatNumber(left)}`}`;
}

export function UsageTable({ usage: { month, months, rows } }: { usage: UsagePage }) {
  const tabs = months.map((entry) => ({
    to: `?monat=${entry}#verbrauch`,
    label: formatMonth(entry),
    isCurrent: entry === month,
  }));
  const cellsOf = (row: UsageRow) => ({
    Aufrufe: row.calls,
    "davon berechnet": row.billed,
    "Guthaben verbraucht": describeCredits(row),
    gespart: row.saved,
    ...(month === months[0] ? { Monatsgrenze: describeCeiling(row) } : {}),
  });
  const labels = rows.slice(0, 1).flatMap((row) => Object.keys(cellsOf(row)));
  return (
    <Section
      id="verbrauch"
      className="mt-8 scroll-mt-4"
      title="Verbrauch"
      text="Aufrufe aller Läufe. Gespart sind Fragen, deren Antwort schon bekannt war. Kosten sind nach den Preisen geschätzt, die oben bei jedem Dienst stehen."
    >
      <Tabs label="Monate" tabs={tabs} className="mt-2" preventScrollReset />
      <RowTable
        caption={`Verbrauch im ${formatMonth(month)}`}
        columns={["Dienst", ...labels.map(numeric)]}
        rows={rows}
        keyOf={({ provider }) => provider}
        className="mt-2"
      >
        {(row) => (
          <>
            <td className="col-span-2 font-medium">{row.name}</td>
            {Object.entries(cellsOf(row)).map(([label, value]) => (
              <td
                key={label}
                className={`col-span-2 text-right max-md:flex max-md:justify-between ${value === 0 ? "text-muted" : ""}`}
              >
                <span className="text-muted md:hidden">{label}</span>
                {typeof value === "number" ? formatNumber(value) : value}
              </td>
            ))}
          </>
        )}
      </RowTable>
    </Section>
  );
}
