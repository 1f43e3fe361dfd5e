import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { IntentButton } from "~/components/field";
import { PageHeader } from "~/components/page-header";
import { Pagination } from "~/components/pagination";
import { ACTIONS, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatCount, formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { pageNumber } from "~/http/paging.server";
import { findTrash, TRASH_DAYS } from "~/leads/trash/delete-leads.server";
import { trashForms } from "~/leads/trash/trash-forms.server";

export const meta: MetaFunction = () => [{ title: "Papierkorb – Leadspeicher" }];

const PAGE_SIZE = 50;
/** The form that the rows' boxes belong to. */
const TICKED = "ausgewaehlte";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const trash = await findTrash(services.db, pageNumber(searchParams), PAGE_SIZE);
  // Asked in the row itself, before a lead is erased for good.
  return { ...trash, days: TRASH_DAYS, erasing: searchParams.get("endgueltig") };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, trashForms(services, actor));
}

export default function TrashPage() {
  const { entries, total, page, days, erasing } = useLoaderData<typeof loader>();
  const address = `/leadspeicher/papierkorb${page > 1 ? `?page=${page}` : ""}`;
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Papierkorb"
        facts={`${formatCount(total, "gelöschter Lead", "gelöschte Leads")}. Nach ${days} Tagen werden sie endgültig entfernt.`}
      >
        <Link className="button" to="/leadspeicher/sperrliste">
          Sperrliste
        </Link>
        <Link className="button" to="/leadspeicher">
          Zum Leadspeicher
        </Link>
      </PageHeader>
      {entries.length === 0 ? (
        <section className="card mt-4 p-6">
          <h2>Der Papierkorb ist leer</h2>
          <p className="mt-1 text-muted">
            Gelöschte Leads liegen hier {days} Tage und lassen sich zurückholen.
          </p>
        </section>
      ) : (
        <>
          <Form method="post" id={TICKED} className="mt-4 flex flex-wrap gap-2" preventScrollReset>
            <input type="hidden" name="back" value={address} />
            <IntentButton intent="restore-ticked">Ausgewählte wiederherstellen</IntentButton>
            <IntentButton intent="restore-all">
              {`Alle ${formatNumber(total)} wiederherstellen`}
            </IntentButton>
          </Form>
          <Table
            caption="Gelöschte Leads"
            columns={[
              { label: "Auswahl", isHidden: true },
              "Firma",
              "Ort",
              "Gelöscht",
              "Wird gelöscht am",
              ACTIONS,
            ]}
            className="mt-3"
          >
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="w-px">
                  <input
                    type="checkbox"
                    name="ids"
                    value={entry.id}
                    form={TICKED}
                    disabled={entry.isBlocked}
                    aria-label={`${entry.companyName ?? entry.domain} auswählen`}
                  />
                </td>
                <td className="md:max-w-[320px]">
                  <span className="block truncate font-medium">
                    {entry.companyName ?? entry.domain}
                  </span>
                  <span className="block truncate text-[13px] text-muted">
                    {entry.domain}
                    {entry.isBlocked ? (
                      <span className="badge badge-warn ml-2">gesperrt</span>
                    ) : null}
                  </span>
                </td>
                <td className="only-wide">{entry.city}</td>
                <td className="whitespace-nowrap text-[13px] md:text-[14px]">
                  <Time iso={entry.deletedAt} />
                  <span className="block text-[13px] text-muted">{entry.deletedBy}</span>
                </td>
                <td className="only-wide whitespace-nowrap">
                  <Time iso={entry.erasedAt} day />
                </td>
                <td className="order-last col-span-2">
                  {entry.id === erasing ? (
                    <EraseQuestion entry={entry} back={address} />
                  ) : (
                    <TrashActions entry={entry} page={page} />
                  )}
                </td>
              </tr>
            ))}
          </Table>
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            shown={entries.length}
            total={total}
            address={({ page: to }) => `/leadspeicher/papierkorb?page=${to ?? 1}`}
          />
        </>
      )}
    </main>
  );
}

/** Lighter than bringing a lead back. */
const QUIET =
  "inline-flex min-h-9 cursor-pointer items-center px-2 text-[13px] text-muted underline hover:text-text";

type Entry = SerializeFrom<typeof loader>["entries"][number];

function EraseQuestion({ entry: { id, domain, isBlocked }, back }: { entry: Entry; back: string }) {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-2 md:justify-end"
      preventScrollReset
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={back} />
      <span>Das lässt sich nicht zurücknehmen.</span>
      {isBlocked ? null : (
        <label className="flex items-center gap-2">
          <input type="checkbox" name="block" />
          {domain} nicht wieder vorschlagen
        </label>
      )}
      <IntentButton intent="erase" className="button button-bad">
        Endgültig löschen
      </IntentButton>
      <Link className="button" to={back} preventScrollReset replace>
        Abbrechen
      </Link>
    </Form>
  );
}

function TrashActions({ entry: { id, isBlocked }, page }: { entry: Entry; page: number }) {
  const address = `/leadspeicher/papierkorb?page=${page}`;
  return (
    <Form method="post" className="flex flex-wrap gap-2 md:flex-row-reverse" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={address} />
      <IntentButton intent="restore" disabled={isBlocked}>
        Wiederherstellen
      </IntentButton>
      {isBlocked ? null : (
        <IntentButton intent="block" className={QUIET} title="Diese Domain nie wieder speichern">
          Sperren
        </IntentButton>
      )}
      <Link className={QUIET} to={`${address}&endgueltig=${id}`} preventScrollReset>
        Endgültig löschen
      </Link>
    </Form>
  );
}
