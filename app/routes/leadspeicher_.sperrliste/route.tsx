import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Section } from "~/components/card";
import { Field, fieldProps, IntentButton, PostForm } from "~/components/field";
import { LinkButton, Page } from "~/components/page";
import { ACTIONS, ActionCell, NameCell, RowTable, TimeCell } from "~/components/table";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { formProblem, replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { findListedPage } from "~/leads/trash/block-list.server";
import { blockListForms } from "~/leads/trash/trash-forms.server";

export const meta: MetaFunction = () => [{ title: "Sperrliste – Leadspeicher" }];

const PAGE_SIZE = 50;
const BLOCK_LIST = "/leadspeicher/sperrliste";
const TRASH = "/leadspeicher/papierkorb";

type Entry = SerializeFrom<typeof loader>["blocked"]["entries"][number];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const load = (list: "blockedDomains" | "allowedDomains", name: string) =>
    findListedPage(services.db, list, pageNumber(searchParams, name), PAGE_SIZE);
  return {
    blocked: await load("blockedDomains", "page"),
    allowed: await load("allowedDomains", "ausnahmen"),
    /** The kept lead whose row asks before it is erased. */
    erasing: searchParams.get("endgueltig"),
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, blockListForms(services.db, actor));
}

export default function BlockListPage() {
  const { blocked, allowed, erasing } = useLoaderData<typeof loader>();
  const { total } = blocked;
  const refused = replyTo(useActionData<typeof action>(), "block");
  return (
    <Page
      title="Sperrliste"
      ownForms={["block"]}
      facts={
        total === 0
          ? "Gesperrte Firmen werden bei keiner Suche mehr gespeichert."
          : `${formatCount(total, "Domain ist gesperrt und wird", "Domains sind gesperrt und werden")} bei keiner Suche mehr gespeichert, auch nicht unter den Adressen und Nummern ihres Leads.`
      }
      actions={
        <>
          <LinkButton to="/leadspeicher/papierkorb" label="Papierkorb" />
          <LinkButton to="/leadspeicher" label="Zum Leadspeicher" />
        </>
      }
    >
      <PostForm className="mt-4 flex max-w-[720px] items-start gap-3 max-md:flex-col max-md:*:w-full">
        <Field
          {...fieldProps(refused, "domain")}
          error={formProblem(refused)}
          key={refused?.values.domain ?? total}
          id="domain"
          label="Domain, Website oder E-Mail-Adresse"
          className="min-w-0 grow"
          placeholder="firma.de"
          maxLength={300}
          required
        />
        <IntentButton intent="block" label="Sperren" className="button button-primary md:mt-6" />
      </PostForm>
      <DomainTable
        list={blocked}
        caption="Gesperrte Domains"
        columns={["Domain", "Grund", "Gesperrt"]}
        address={`${BLOCK_LIST}?page=`}
      >
        {({ domain, reason, keptId }) =>
          keptId === null ? (
            <PostForm fields={{ domain }} preventScrollReset>
              <IntentButton
                intent={reason === null ? "unblock" : "unblock-erased"}
                label="Sperre aufheben"
              />
            </PostForm>
          ) : (
            <KeptLeadActions
              id={keptId}
              back={`${BLOCK_LIST}?page=${blocked.page}`}
              isErasing={keptId === erasing}
            />
          )
        }
      </DomainTable>
      {allowed.total === 0 ? null : (
        <Section
          className="mt-8"
          title="Ausnahmen"
          text="Portale, Behörden, Kammern und Verbände überspringt die Websuche. Diese wurden trotzdem übernommen und werden es auch in späteren Suchen."
        >
          <DomainTable
            list={allowed}
            caption="Trotzdem übernommene Domains"
            columns={["Domain", "Übernommen"]}
            address={`${BLOCK_LIST}?ausnahmen=`}
          >
            {({ domain }) => (
              <PostForm fields={{ domain }} preventScrollReset>
                <IntentButton intent="disallow" label="Wieder überspringen" />
              </PostForm>
            )}
          </DomainTable>
        </Section>
      )}
    </Page>
  );
}

function DomainTable(props: {
  list: SerializeFrom<typeof loader>["blocked"];
  caption: string;
  columns: readonly string[];
  address: string;
  children: (entry: Entry) => ReactNode;
}) {
  const { entries, ...whole } = props.list;
  if (entries.length === 0) return null;
  return (
    <RowTable
      caption={props.caption}
      columns={[...props.columns, ACTIONS]}
      className="mt-6"
      rows={entries}
      keyOf={({ domain, reason, keptId }) => `${domain} ${reason} ${keptId}`}
      pager={{ ...whole, pageSize: PAGE_SIZE, address: (page) => `${props.address}${page}` }}
    >
      {(entry) => (
        <>
          <NameCell name={entry.domain}>{entry.companyName}</NameCell>
          {entry.reason === null && props.columns.length === 2 ? null : (
            <td className="max-md:col-span-2 max-md:text-[13px] wrap-anywhere">{entry.reason}</td>
          )}
          <TimeCell iso={entry.createdAt} by={entry.createdBy} />
          <ActionCell>{props.children(entry)}</ActionCell>
        </>
      )}
    </RowTable>
  );
}

/** The trash keeps the lead, and restores or erases it. */
function KeptLeadActions({
  id,
  back,
  isErasing,
}: {
  id: string;
  back: string;
  isErasing: boolean;
}) {
  return (
    <PostForm
      action={TRASH}
      fields={{ id, ids: id, back, kept: "1" }}
      className="flex flex-wrap items-center gap-2 md:justify-end"
      preventScrollReset
    >
      {isErasing ? (
        <>
          <span>Löscht alle Angaben; Sperre und Grund bleiben.</span>
          <IntentButton intent="erase" label="Endgültig löschen" className="button button-bad" />
          <LinkButton to={back} label="Abbrechen" preventScrollReset replace />
        </>
      ) : (
        <>
          <LinkButton to={`${back}&endgueltig=${id}`} label="Angaben löschen" preventScrollReset />
          <IntentButton intent="restore" label="Wieder kontaktieren" />
        </>
      )}
    </PostForm>
  );
}
