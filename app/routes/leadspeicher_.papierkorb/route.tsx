import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { IntentButton, PostForm, Tick } from "~/components/field";
import { EmptyPart, LinkButton, Page } from "~/components/page";
import { ACTIONS, ActionCell, RowTable, TimeCell } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { pageNumber } from "~/http/paging.server";
import { MAX_QUERY_LENGTH } from "~/leads/list/filters";
import { findTrash, TRASH_DAYS } from "~/leads/trash/delete-leads.server";
import { trashForms } from "~/leads/trash/trash-forms.server";
import { useSelection } from "~/leads/ui/lead-list";
import { SelectedCount } from "~/leads/ui/selection-bar";
import { normalizeText } from "~/text/clean-text";

export const meta: MetaFunction = () => [{ title: "Papierkorb – Leadspeicher" }];

const PAGE_SIZE = 50;
const TRASH = "/leadspeicher/papierkorb";
const BLOCK_LIST = "/leadspeicher/sperrliste";
const SELECTED_FORM = "ausgewaehlte";

function addressOf(page: string | number, q: string, more: Record<string, string> = {}): string {
  const shown = { page: String(page), ...(q === "" ? {} : { q }), ...more };
  return `${TRASH}?${new URLSearchParams(shown)}`;
}

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const q = normalizeText(searchParams.get("q") ?? "").slice(0, MAX_QUERY_LENGTH);
  const trash = await findTrash(services.db, pageNumber(searchParams), PAGE_SIZE, q);
  const asked = searchParams.getAll("ids");
  const ids = trash.entries.map(({ id }) => id);
  const ticked = searchParams.has("alle") ? ids : ids.filter((id) => asked.includes(id));
  // `endgueltig`: asks before the ticked leads are erased.
  const isAsking = searchParams.has("endgueltig") && ticked.length > 0;
  return { ...trash, q, ticked, isAsking, days: TRASH_DAYS };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, trashForms(services, actor));
}

export default function TrashPage() {
  const { entries, total, page, q, ticked, isAsking, days } = useLoaderData<typeof loader>();
  const area = useRef<HTMLDivElement>(null);
  const { count } = useSelection(area, entries);
  const here = addressOf(page, q);
  return (
    <Page
      title="Papierkorb"
      facts={`${formatCount(total, "gelöschter Lead", "gelöschte Leads")}${q === "" ? "" : ` mit „${q}“`}. Nach ${days} Tagen wird endgültig gelöscht.`}
      actions={
        <>
          <LinkButton to={BLOCK_LIST} label="Sperrliste" />
          <LinkButton to="/leadspeicher" label="Zum Leadspeicher" />
        </>
      }
    >
      {total === 0 && q === "" ? (
        <EmptyPart title="Der Papierkorb ist leer">
          Gelöschte Leads liegen hier {days} Tage und lassen sich zurückholen.
        </EmptyPart>
      ) : (
        <div className="lead-area mt-4" ref={area}>
          <search className="flex flex-wrap gap-2">
            <Form className="flex min-w-0 grow gap-2 md:max-w-[400px]">
              <input
                name="q"
                type="search"
                className="input min-w-0"
                key={q}
                defaultValue={q}
                maxLength={MAX_QUERY_LENGTH}
                placeholder="Firma, Domain, Ort"
                aria-label="Im Papierkorb suchen"
              />
              <IntentButton label="Suchen" />
            </Form>
            {total > 0 && (
              <LinkButton
                to={addressOf(page, q, { alle: "ja" })}
                label="Alle dieser Seite auswählen"
                preventScrollReset
              />
            )}
            {q === "" && total > 1 && (
              <PostForm fields={{ back: here }}>
                <IntentButton
                  intent="restore-all"
                  label={`Alle ${formatNumber(total)} wiederherstellen`}
                />
              </PostForm>
            )}
          </search>
          <PostForm
            key={String(isAsking)}
            fields={{ back: here, page, q: q || null }}
            id={SELECTED_FORM}
            className="selection-bar flex-wrap"
            preventScrollReset
          >
            {/* Enter in a checkbox presses the first submit button. This disabled one does nothing. */}
            <button type="submit" hidden disabled />
            {isAsking ? (
              <>
                {ticked.map((id) => (
                  <input key={id} type="hidden" name="ids" value={id} />
                ))}
                <span className="pl-1">Das lässt sich nicht zurücknehmen.</span>
                <Tick name="block" label="Nicht wieder vorschlagen" className="" />
                <IntentButton
                  intent="erase"
                  label={`${formatCount(ticked.length, "Lead", "Leads")} endgültig löschen`}
                  className="button button-bad"
                />
                <LinkButton to={here} label="Abbrechen" preventScrollReset replace />
              </>
            ) : (
              <>
                <p className="flex-none pl-1 font-medium" aria-live="polite">
                  <SelectedCount count={count} />
                </p>
                <IntentButton intent="restore-ticked" label="Wiederherstellen" />
                <IntentButton
                  label="Endgültig löschen"
                  name="endgueltig"
                  value="ja"
                  formMethod="get"
                />
                <LinkButton
                  to={here}
                  label="Auswahl aufheben"
                  className="button max-md:hidden"
                  reloadDocument
                />
              </>
            )}
          </PostForm>
          {total === 0 ? (
            <EmptyPart
              title="Keine Treffer"
              actions={<LinkButton to={TRASH} label="Ganzen Papierkorb zeigen" />}
            >
              Im Papierkorb gibt es keinen Lead mit „{q}“.
            </EmptyPart>
          ) : (
            <section>
              <RowTable
                caption="Gelöschte Leads"
                columns={["Firma", "Gelöscht", ACTIONS]}
                className=""
                rows={entries}
                keyOf={({ id }) => `${id} ${ticked.includes(id)}`}
                pager={{ page, pageSize: PAGE_SIZE, total, address: (to) => addressOf(to, q) }}
              >
                {(entry) => (
                  <>
                    <td className="max-md:col-span-2 md:w-1/2 md:max-w-0">
                      <label className="flex items-center gap-3">
                        <input
                          type="checkbox"
                          name="ids"
                          value={entry.id}
                          className="row-check"
                          form={isAsking ? undefined : SELECTED_FORM}
                          disabled={isAsking}
                          defaultChecked={ticked.includes(entry.id)}
                        />
                        <span className="min-w-0">
                          <span className="block truncate font-medium">
                            {entry.companyName ?? entry.domain}
                          </span>
                          <span className="block truncate text-[13px] text-muted">
                            {[entry.city, entry.domain].filter(Boolean).join(" · ")}
                          </span>
                        </span>
                      </label>
                    </td>
                    <TimeCell
                      iso={entry.deletedAt}
                      by={entry.deletedBy}
                      className="max-md:col-span-2 max-md:pl-7"
                    />
                    <ActionCell>
                      <TrashActions
                        entry={entry}
                        back={here}
                        question={addressOf(page, q, { ids: entry.id, endgueltig: "ja" })}
                      />
                    </ActionCell>
                  </>
                )}
              </RowTable>
            </section>
          )}
        </div>
      )}
    </Page>
  );
}

const PLAIN_LINK =
  "inline-flex min-h-9 cursor-pointer items-center px-1 text-[13px] md:px-2 text-muted underline hover:text-text";

function TrashActions({
  entry: { id, domain, blocked },
  back,
  question,
}: {
  entry: SerializeFrom<typeof loader>["entries"][number];
  back: string;
  question: string;
}) {
  return (
    <PostForm
      fields={{ id, back }}
      className="flex flex-wrap gap-1 md:flex-row-reverse md:flex-nowrap md:gap-2 md:whitespace-nowrap"
      preventScrollReset
    >
      <IntentButton
        intent="restore"
        label="Wiederherstellen"
        className="button max-md:px-2! max-md:text-[13px]"
        disabled={blocked !== null}
      />
      {blocked && (
        <Link className={`${PLAIN_LINK} max-w-60`} to={BLOCK_LIST} title="Zur Sperrliste">
          <span className="truncate">{blocked} ist gesperrt</span>
        </Link>
      )}
      {blocked === domain ? null : (
        <IntentButton
          intent="block"
          label="Sperren"
          className={PLAIN_LINK}
          title="Diese Domain nie wieder speichern"
        />
      )}
      <Link className={`${PLAIN_LINK} max-md:hidden`} to={question} preventScrollReset>
        Endgültig löschen
      </Link>
    </PostForm>
  );
}
