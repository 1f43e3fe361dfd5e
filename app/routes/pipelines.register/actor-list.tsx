import { Form, Link } from "@remix-run/react";
import { ExternalLink } from "~/components/external-link";
import { Choice, Field, IntentButton, PostForm, plainOptions } from "~/components/field";
import { RowTable } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import { ContactCell } from "~/leads/ui/lead-facts";
import { MARKET_ROLES, REGISTER_PATH, registerAddress } from "~/reading/companies/market";
import { FEDERAL_STATE_NAMES } from "~/reading/places/federal-states";
import type { ActorPage } from "~/register/register-page.server";

/** Register actors that match the filter, to be stored as leads. */
export function ActorList({ list }: { list: ActorPage }) {
  const { fileName, actors, leftOut, filter, total, page, pageSize, rows } = list;
  const choice = (name: "rolle" | "bundesland", label: string, values: readonly string[]) => (
    <Choice
      {...{ id: name, name, label }}
      value={filter[name]}
      options={plainOptions(values, "alle")}
    />
  );
  return (
    <>
      <Form
        action={REGISTER_PATH}
        className="card grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
      >
        {choice("rolle", "Rolle", MARKET_ROLES)}
        {choice("bundesland", "Bundesland", [...FEDERAL_STATE_NAMES, "unbekannt"])}
        <Field id="ort" name="ort" label="Ort oder PLZ" defaultValue={filter.ort} />
        <Field id="name" name="name" label="Name" defaultValue={filter.name} />
        <IntentButton label="Filtern" className="button lg:mt-6" />
      </Form>
      <PostForm action={registerAddress(filter, page)} className="mt-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2>{formatCount(total, "Firma", "Firmen")}</h2>
          <div className="flex flex-wrap gap-2">
            <IntentButton intent="some" label="Auswahl übernehmen" />
            <details className="group">
              <summary className="button button-primary list-none group-open:hidden">
                Alle {formatNumber(total)} übernehmen …
              </summary>
              <IntentButton
                intent="all"
                label={`Ja, ${formatCount(total, "Firma", "Firmen")} in den Leadspeicher übernehmen`}
                className="button button-primary"
                disabled={total === 0}
              />
            </details>
          </div>
        </div>
        <RowTable
          caption="Firmen im Register"
          columns={["Firma", "Rollen", "Ort", "Kontakt"]}
          className="mt-2"
          rows={rows}
          keyOf={({ number }) => number}
          pager={{ page, pageSize, total, address: (to) => registerAddress(filter, Number(to)) }}
        >
          {({ number, name, legalForm, roles, website, ...actor }) => (
            <>
              <td className="col-span-2 md:w-[38%] md:max-w-0">
                <label className="flex items-start gap-2 font-medium">
                  <input type="checkbox" name="number" value={number} className="mt-1" />
                  <span className="wrap-anywhere md:truncate" title={name}>
                    {name}
                  </span>
                </label>
                <span className="flex items-center gap-2 pl-6 text-[13px] text-muted">
                  {actor.leadId && (
                    <Link className="link flex-none" to={`/leadspeicher/${actor.leadId}`}>
                      Im Leadspeicher<span className="sr-only">: {name}</span>
                    </Link>
                  )}
                  {actor.leftOut && <span className="badge flex-none">{actor.leftOut}</span>}
                  <span className="truncate [&>a]:inline" title={legalForm ?? undefined}>
                    {website && <ExternalLink href={website}>{website}</ExternalLink>}{" "}
                    {[number, legalForm].filter(Boolean).join(" · ")}
                  </span>
                </span>
              </td>
              <td className="col-span-2 text-[13px]">
                <span className="line-clamp-2" title={roles}>
                  {roles}
                </span>
              </td>
              <td className="col-span-2 md:whitespace-nowrap">
                {actor.place}
                <span className="block text-[13px] text-muted">{actor.federalState}</span>
              </td>
              <ContactCell email={actor.email} phone={actor.phone} className="md:max-w-[240px]" />
            </>
          )}
        </RowTable>
      </PostForm>
      <p className="mt-2 text-[13px] text-muted wrap-anywhere">
        Stand: {fileName} mit {formatCount(actors, "Organisation", "Organisationen")}. Nicht
        gespeichert sind natürliche Personen und beendete Marktakteure ({formatNumber(leftOut)}).
      </p>
    </>
  );
}
