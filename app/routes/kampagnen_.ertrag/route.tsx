import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { findYieldPage, type YieldTotal } from "~/campaigns/yield.server";
import { Section } from "~/components/card";
import { Choice, IntentButton } from "~/components/field";
import { EmptyPart, LinkButton, Page } from "~/components/page";
import { NameCell, numeric, RowTable } from "~/components/table";
import { formatCount, formatEuros, formatMonth, formatNumber } from "~/format/german";
import { providerName } from "~/providers/services";

export const meta: MetaFunction = () => [{ title: "Ertrag – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return findYieldPage(services.db, new URL(request.url).searchParams);
}

const ORDERS = [
  { value: "spent", label: "Höchste Kosten" },
  { value: "perNew", label: "Günstigste neue Leads" },
];
const list = (values: readonly string[], nameOf: (value: string) => string) =>
  ["", ...values].map((value) => ({ value, label: value === "" ? "Alle" : nameOf(value) }));
const field = (id: string, label: string, value: string) => ({ id, name: id, label, value });

const money = (euros: number | null, none = "–") => (euros === null ? none : formatEuros(euros));
const each = (euros: number | null) => (euros === null ? "" : ` (je ${formatEuros(euros)})`);
const cellsOf = (row: YieldTotal) => ({
  Aufrufe: formatNumber(row.calls),
  Kosten: money(row.euros, "unbekannt"),
  Gefunden: formatNumber(row.found),
  Neu: formatNumber(row.newLeads),
  "Mit E-Mail": formatNumber(row.withEmail),
  Freigegeben: formatNumber(row.approved),
  Kontaktiert: formatNumber(row.contacted),
  "Je neuem": money(row.eurosPerNew),
  "Je Freigabe": money(row.eurosPerApproved),
});

export default function YieldPage() {
  const loaded = useLoaderData<typeof loader>();
  const { rows, sums, cost, month, provider, sort, months, providers, proposals } = loaded;
  const address = (page: string) => `?${new URLSearchParams({ month, provider, sort, page })}`;
  return (
    <Page
      title="Ertrag"
      facts={`${cost ?? formatEuros(0)} für ${formatCount(sums.newLeads, "neuen Lead", "neue Leads")}${each(sums.eurosPerNew)}, davon ${formatNumber(sums.approved)} freigegeben${each(sums.eurosPerApproved)}`}
      actions={<LinkButton to="/kampagnen" label="Kampagnen" />}
    >
      <Form method="get" className="mt-4 flex flex-wrap items-end gap-3">
        <Choice {...field("month", "Monat", month)} options={list(months, formatMonth)} />
        <Choice
          {...field("provider", "Dienst", provider)}
          options={list(providers, providerName)}
        />
        <Choice {...field("sort", "Zuerst", sort)} options={ORDERS} />
        <IntentButton label="Anzeigen" />
      </Form>
      {rows.length === 0 ? (
        <EmptyPart title="Keine Aufrufe" actions={<LinkButton to="/suche" label="Suchen" />}>
          Hier steht nach einer Suche, was sie kostete und brachte.
        </EmptyPart>
      ) : (
        <RowTable
          caption="Suchen, ihre Kosten und ihre Leads"
          columns={["Suche", "Dienst", ...Object.keys(cellsOf(sums)).map(numeric)]}
          rows={rows}
          keyOf={(row) => JSON.stringify(row)}
          pager={{ ...loaded, address }}
        >
          {(row) => (
            <>
              <NameCell
                name={row.term ?? "Sonstiges"}
                className="md:max-w-[150px] min-[1400px]:max-w-[230px]"
              >
                {[row.place, month === "" && formatMonth(row.month)].filter(Boolean).join(" · ")}
              </NameCell>
              <td>{providerName(row.provider)}</td>
              {Object.entries(cellsOf(row)).map(([label, value]) => (
                <td
                  key={label}
                  className="col-span-2 text-right max-md:flex max-md:justify-between"
                >
                  <span className="text-muted md:hidden">{label}</span>
                  {value}
                </td>
              ))}
            </>
          )}
        </RowTable>
      )}
      <p className="mt-3 max-w-[720px] text-[13px] text-muted">
        Zu einer Suche gehören ihre Ergänzung, das Lesen der Websites und die Fragen nach E-Mails.
        „Je neuem“ Lead und „Je Freigabe“ gelten für die ganze Suche, alle gezeigten Dienste.
      </p>
      {proposals.length > 0 && (
        <Section
          title="Nächste Suche"
          text={`Günstig${month && ` im ${formatMonth(month)}`} und seit einem Monat nicht gesucht.`}
        >
          <ul className="mt-2">
            {proposals.map(({ was, wo, euros }) => (
              <li key={`${was}|${wo}`}>
                <Link
                  className="link inline-block py-1"
                  to={`/suche?${new URLSearchParams({ was, wo })}`}
                >
                  {was}, {wo}: etwa {formatEuros(euros)} je neuem Lead
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
