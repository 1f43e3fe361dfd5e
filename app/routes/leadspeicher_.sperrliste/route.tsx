import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  SerializeFrom,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field, IntentButton } from "~/components/field";
import { PageHeader } from "~/components/page-header";
import { Pagination } from "~/components/pagination";
import { ACTIONS, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
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
  const refused = replyTo(useActionData<typeof action>(), "block", "unblock");
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Sperrliste"
        facts={
          total === 0
            ? "Was hier steht, wird nie wieder gespeichert, gleich welche Suche es findet."
            : `${formatCount(total, "Domain wird", "Domains werden")} nie wieder gespeichert, gleich welche Suche sie findet.`
        }
      >
        <Link className="button" to="/leadspeicher/papierkorb">
          Papierkorb
        </Link>
        <Link className="button" to="/leadspeicher">
          Zum Leadspeicher
        </Link>
      </PageHeader>
      <Form method="post" className="mt-4 flex max-w-[720px] flex-wrap items-start gap-3">
        <Field
          id="domain"
          name="domain"
          label="Domain, Website oder E-Mail-Adresse"
          className="min-w-0 grow basis-64"
          placeholder="firma.de"
          maxLength={300}
          defaultValue={refused?.values.domain ?? ""}
          key={refused?.values.domain ?? total}
          error={refused?.errors.domain}
          required
        />
        <IntentButton intent="block" className="button button-primary mt-6">
          Sperren
        </IntentButton>
      </Form>
      <DomainTable
        {...blocked}
        caption="Gesperrte Domains"
        since="Gesperrt"
        intent="unblock"
        label="Sperre aufheben"
        address={(to) => `/leadspeicher/sperrliste?page=${to}`}
      />
      {allowed.total === 0 ? null : (
        <section className="mt-8" aria-labelledby="allowed">
          <h2 id="allowed" className="text-[16px] font-semibold">
            Ausnahmen
          </h2>
          <p className="mt-1 max-w-[720px] text-[14px] text-muted">
            Portale, Behörden, Kammern und Verbände überspringt die Websuche. Diese wurden trotzdem
            übernommen und werden es auch in späteren Suchen.
          </p>
          <DomainTable
            {...allowed}
            caption="Trotzdem übernommene Domains"
            since="Übernommen"
            intent="disallow"
            label="Wieder überspringen"
            address={(to) => `/leadspeicher/sperrliste?ausnahmen=${to}`}
          />
        </section>
      )}
    </main>
  );
}

function DomainTable({
  entries,
  caption,
  since,
  intent,
  label,
  address,
  ...shown
}: SerializeFrom<typeof loader>["blocked"] & {
  caption: string;
  /** Head of the column that tells when it was put on the list. */
  since: string;
  intent: string;
  label: string;
  address: (page: string) => string;
}) {
  if (entries.length === 0) return null;
  return (
    <>
      <Table caption={caption} columns={["Domain", since, ACTIONS]} className="mt-6">
        {entries.map((entry) => (
          <tr key={entry.domain}>
            <td className="truncate font-medium md:max-w-[420px]">{entry.domain}</td>
            <td className="whitespace-nowrap text-[13px] text-muted md:text-[14px]">
              <Time iso={entry.createdAt} /> · {entry.createdBy}
            </td>
            <td className="order-last col-span-2">
              <Form method="post" className="md:text-right" preventScrollReset>
                <input type="hidden" name="domain" value={entry.domain} />
                <IntentButton intent={intent}>{label}</IntentButton>
              </Form>
            </td>
          </tr>
        ))}
      </Table>
      <Pagination
        {...shown}
        pageSize={PAGE_SIZE}
        shown={entries.length}
        address={({ page: to }) => address(to ?? "1")}
      />
    </>
  );
}
