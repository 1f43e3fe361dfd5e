import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IntentButton, PostForm, Tick } from "~/components/field";
import { EmptyPart, LinkButton, Page } from "~/components/page";
import { ACTIONS, ActionCell, NameCell, RowTable, TimeCell } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { pageNumber } from "~/http/paging.server";
import { findTrash, TRASH_DAYS } from "~/leads/trash/delete-leads.server";
import { trashForms } from "~/leads/trash/trash-forms.server";

export const meta: MetaFunction = () => [{ title: "Papierkorb – Leadspeicher" }];

const PAGE_SIZE = 50;
const SELECTION = { label: "Auswahl", isHidden: true };
const SELECTED_FORM = "ausgewaehlte";
const addressOf = (page: string | number) => `/leadspeicher/papierkorb?page=${page}`;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const trash = await findTrash(services.db, pageNumber(searchParams), PAGE_SIZE);
  // `erasing`: the lead whose row asks before it is erased for good.
  return { ...trash, days: TRASH_DAYS, erasing: searchParams.get("endgueltig") };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, trashForms(services, actor));
}

export default function TrashPage() {
  const { entries, total, page, days, erasing } = useLoaderData<typeof loader>();
  const back = addressOf(page);
  return (
    <Page
      title="Papierkorb"
      facts={`${formatCount(total, "gelöschter Lead", "gelöschte Leads")}. Nach ${days} Tagen werden sie endgültig entfernt.`}
      actions={
        <>
          <LinkButton to="/leadspeicher/sperrliste" label="Sperrliste" />
          <LinkButton to="/leadspeicher" label="Zum Leadspeicher" />
        </>
      }
    >
      {entries.length === 0 ? (
        <EmptyPart title="Der Papierkorb ist leer">
          Gelöschte Leads liegen hier {days} Tage und lassen sich zurückholen.
        </EmptyPart>
      ) : (
        <>
          <PostForm
            fields={{ back }}
            id={SELECTED_FORM}
            className="mt-4 flex flex-wrap gap-2"
            preventScrollReset
          >
            <IntentButton intent="restore-ticked" label="Ausgewählte wiederherstellen" />
            <IntentButton
              intent="restore-all"
              label={`Alle ${formatNumber(total)} wiederherstellen`}
            />
          </PostForm>
          <RowTable
            caption="Gelöschte Leads"
            columns={[SELECTION, "Firma", "Gelöscht", ACTIONS]}
            className="mt-3"
            rows={entries}
            keyOf={({ id }) => id}
            pager={{ page, pageSize: PAGE_SIZE, total, address: addressOf }}
          >
            {(entry) => (
              <>
                <td className="w-px">
                  <input
                    type="checkbox"
                    name="ids"
                    value={entry.id}
                    form={SELECTED_FORM}
                    disabled={entry.isBlocked}
                    aria-label={`${entry.companyName ?? entry.domain} auswählen`}
                  />
                </td>
                <NameCell
                  name={entry.companyName ?? entry.domain}
                  // Leaves room for the checkbox on a phone.
                  className="max-md:w-[calc(100vw-88px)] md:w-1/2 md:max-w-0"
                >
                  {[entry.city, entry.domain].filter(Boolean).join(" · ")}
                  {entry.isBlocked && <span className="badge badge-warn ml-2">gesperrt</span>}
                </NameCell>
                <TimeCell iso={entry.deletedAt} by={entry.deletedBy} />
                <ActionCell>
                  <TrashActions entry={entry} back={back} isErasing={entry.id === erasing} />
                </ActionCell>
              </>
            )}
          </RowTable>
        </>
      )}
    </Page>
  );
}

const PLAIN_LINK =
  "inline-flex min-h-9 cursor-pointer items-center px-2 text-[13px] text-muted underline hover:text-text";

function TrashActions({
  entry: { id, domain, isBlocked },
  back,
  isErasing,
}: {
  entry: SerializeFrom<typeof loader>["entries"][number];
  back: string;
  isErasing: boolean;
}) {
  const order = isErasing
    ? "items-center md:ml-auto md:max-w-[356px] md:justify-end"
    : "md:flex-row-reverse md:flex-nowrap md:whitespace-nowrap";
  return (
    <PostForm fields={{ id, back }} className={`flex flex-wrap gap-2 ${order}`} preventScrollReset>
      {isErasing ? (
        <>
          <span>Das lässt sich nicht zurücknehmen.</span>
          {isBlocked ? null : (
            <Tick name="block" label={`${domain} nicht wieder vorschlagen`} className="" />
          )}
          <IntentButton intent="erase" label="Endgültig löschen" className="button button-bad" />
          <LinkButton to={back} label="Abbrechen" preventScrollReset replace />
        </>
      ) : (
        <>
          <IntentButton intent="restore" label="Wiederherstellen" disabled={isBlocked} />
          {isBlocked ? null : (
            <IntentButton
              intent="block"
              label="Sperren"
              className={PLAIN_LINK}
              title="Diese Domain nie wieder speichern"
            />
          )}
          <Link className={PLAIN_LINK} to={`${back}&endgueltig=${id}`} preventScrollReset>
            Endgültig löschen
          </Link>
        </>
      )}
    </PostForm>
  );
}
