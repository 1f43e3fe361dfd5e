import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/card";
import { Field, fieldProps, IntentButton, PostForm } from "~/components/field";
import { LinkButton, Page } from "~/components/page";
import { ACTIONS, ActionCell, RowTable, TimeCell } from "~/components/table";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { formProblem, replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { findListedPage } from "~/leads/trash/block-list.server";
import { blockListForms } from "~/leads/trash/trash-forms.server";

export const meta: MetaFunction = () => [{ title: "Sperrliste – Leadspeicher" }];

const PAGE_SIZE = 50;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const load = (list: "blockedDomains" | "allowedDomains", name: string) =>
    findListedPage(services.db, list, pageNumber(searchParams, name), PAGE_SIZE);
  return {
    blocked: await load("blockedDomains", "page"),
    allowed: await load("allowedDomains", "ausnahmen"),
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, blockListForms(services.db, actor));
}

export default function BlockListPage() {
  const { blocked, allowed } = useLoaderData<typeof loader>();
  const { total } = blocked;
  const refused = replyTo(useActionData<typeof action>(), "block");
  return (
    <Page
      title="Sperrliste"
      ownForms={["block"]}
      facts={
        total === 0
          ? "Gesperrte Firmen werden bei keiner Suche mehr gespeichert."
          : `${formatCount(total, "Domain ist gesperrt und wird", "Domains sind gesperrt und werden")} bei keiner Suche mehr gespeichert.`
      }
      actions={
        <>
          <LinkButton to="/leadspeicher/papierkorb" label="Papierkorb" />
          <LinkButton to="/leadspeicher" label="Zum Leadspeicher" />
        </>
      }
    >
      <PostForm className="mt-4 flex max-w-[720px] flex-wrap items-start gap-3">
        <Field
          {...fieldProps(refused, "domain")}
          error={formProblem(refused)}
          key={refused?.values.domain ?? total}
          id="domain"
          label="Domain, Website oder E-Mail-Adresse"
          className="min-w-0 grow basis-64"
          placeholder="firma.de"
          maxLength={300}
          required
        />
        <IntentButton intent="block" label="Sperren" className="button button-primary mt-6" />
      </PostForm>
      <DomainTable
        list={blocked}
        caption="Gesperrte Domains"
        since="Gesperrt"
        intent="unblock"
        label="Sperre aufheben"
        address="/leadspeicher/sperrliste?page="
      />
      {allowed.total === 0 ? null : (
        <Section
          className="mt-8"
          title="Ausnahmen"
          text="Portale, Behörden, Kammern und Verbände überspringt die Websuche. Diese wurden trotzdem übernommen und werden es auch in späteren Suchen."
        >
          <DomainTable
            list={allowed}
            caption="Trotzdem übernommene Domains"
            since="Übernommen"
            intent="disallow"
            label="Wieder überspringen"
            address="/leadspeicher/sperrliste?ausnahmen="
          />
        </Section>
      )}
    </Page>
  );
}

function DomainTable(props: {
  list: SerializeFrom<typeof loader>["blocked"];
  caption: string;
  since: string;
  intent: string;
  label: string;
  address: string;
}) {
  const { entries, ...whole } = props.list;
  if (entries.length === 0) return null;
  return (
    <RowTable
      caption={props.caption}
      columns={["Domain", props.since, ACTIONS]}
      className="mt-6"
      rows={entries}
      keyOf={({ domain }) => domain}
      pager={{ ...whole, pageSize: PAGE_SIZE, address: (page) => `${props.address}${page}` }}
    >
      {({ domain, createdAt, createdBy }) => (
        <>
          <td className="truncate font-medium md:max-w-[420px]">{domain}</td>
          <TimeCell iso={createdAt} by={createdBy} />
          <ActionCell>
            <PostForm fields={{ domain }} preventScrollReset>
              <IntentButton intent={props.intent} label={props.label} />
            </PostForm>
          </ActionCell>
        </>
      )}
    </RowTable>
  );
}
