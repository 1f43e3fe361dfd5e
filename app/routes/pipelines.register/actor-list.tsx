import { Form, Link } from "@remix-run/react";
import { ExternalLink } from "~/components/external-link";
import { Choice, Field, IntentButton } from "~/components/field";
import { Pagination } from "~/components/pagination";
import { Table } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";
import { ContactCell } from "~/leads/ui/lead-facts";
import {
  MARKET_ROLES,
  REGISTER_PATH,
  type RegisterFilter,
  registerAddress,
} from "~/register/market";
import type { ActorPage, ActorView } from "~/register/register-page.server";

const COLUMNS = ["Firma", "Rollen", "Ort", "Kontakt"];

/** The actors of the register that the filter finds, to be stored as leads. */
export function ActorList({ list }: { list: ActorPage }) {
  const { fileName, actors, leftOut, filter, total, page, pageSize, rows } = list;
  return (
    <>
      <FilterForm filter={filter} />
      <Form method="post" action={registerAddress(filter, page)} className="mt-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2>{formatCount(total, "Firma", "Firmen")}</h2>
          <div className="flex flex-wrap gap-2">
            <IntentButton intent="some">Auswahl übernehmen</IntentButton>
            <details className="group">
              <summary className="button button-primary list-none group-open:hidden">
                Alle {formatNumber(total)} übernehmen …
              </summary>
              <IntentButton intent="all" className="button button-primary" disabled={total === 0}>
                Ja, {formatCount(total, "Firma", "Firmen")} in den Leadspeicher übernehmen
              </IntentButton>
            </details>
          </div>
        </div>
        <Table caption="Firmen im Register" columns={COLUMNS} className="mt-2">
          {rows.map((actor) => (
            <ActorRow key={actor.number} actor={actor} />
          ))}
        </Table>
        <Pagination
          page={page}
          pageSize={pageSize}
          shown={rows.length}
          total={total}
          address={(change) => registerAddress(filter, Number(change.page))}
        />
      </Form>
      <p className="mt-2 text-[13px] text-muted wrap-anywhere">
        Stand: {fileName} mit {formatCount(actors, "Organisation", "Organisationen")}. Nicht
        gespeichert sind natürliche Personen und beendete Marktakteure ({formatNumber(leftOut)}).
      </p>
    </>
  );
}

function FilterForm({ filter }: { filter: RegisterFilter }) {
  const choice = (name: "rolle" | "bundesland", label: string, values: readonly string[]) => {
    const options = [
      { value: "", label: "alle" },
      ...values.map((value) => ({ value, label: value })),
    ];
    return <Choice id={name} name={name} label={label} value={filter[name]} options={options} />;
  };
  return (
    <Form
      action={REGISTER_PATH}
      className="card grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
    >
      {choice("rolle", "Rolle", MARKET_ROLES)}
      {choice("bundesland", "Bundesland", [...FEDERAL_STATE_NAMES, "unbekannt"])}
      <Field id="ort" name="ort" label="Ort oder PLZ" defaultValue={filter.ort} />
      <Field id="name" name="name" label="Name" defaultValue={filter.name} />
      <button type="submit" className="button lg:mt-6">
        Filtern
      </button>
    </Form>
  );
}

function ActorRow({ actor }: { actor: ActorView }) {
  const { number, name, legalForm, roles, place, federalState, website, email, phone } = actor;
  return (
    <tr>
      <td className="col-span-2 wrap-anywhere md:max-w-[360px]">
        <label className="flex items-start gap-2 font-medium">
          <input type="checkbox" name="number" value={number} className="mt-1" />
          {name}
        </label>
        <span className="block text-[13px] text-muted">
          {[legalForm, number].filter(Boolean).join(" · ")}{" "}
          {website === null ? null : <ExternalLink href={website}>{website}</ExternalLink>}
        </span>
        {actor.leftOut && <span className="badge">{actor.leftOut}</span>}
        {actor.leadId && (
          <Link className="link text-[13px]" to={`/leadspeicher/${actor.leadId}`}>
            Im Leadspeicher<span className="sr-only">: {name}</span>
          </Link>
        )}
      </td>
      <td className="col-span-2 text-[13px]">{roles}</td>
      <td className="col-span-2">
        {place}
        <span className="block text-[13px] text-muted">{federalState}</span>
      </td>
      <ContactCell email={email} phone={phone} />
    </tr>
  );
}
