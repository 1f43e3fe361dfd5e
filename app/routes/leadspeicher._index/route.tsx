import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { CircleAlert, Download } from "lucide-react";
import { PageHeader } from "~/components/page-header";
import { Pagination } from "~/components/pagination";
import { formatCount } from "~/format/german";
import { findLeads } from "~/leads/find-leads.server";
import { findTermsWithCounts } from "~/leads/find-terms.server";
import { defaultDirection, PAGE_SIZES } from "~/leads/lead-filters";
import { toLeads } from "~/leads/lead-json.server";
import { toLeadView } from "~/leads/lead-view.server";
import { listAddress, parsePageQuery } from "~/leads/page-query";
import { FilterBar } from "./filter-bar";
import { LeadTable } from "./lead-table";

export const meta: MetaFunction = () => [{ title: "Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { query, issues } = parsePageQuery(new URL(request.url).searchParams);
  const [{ leads, ...page }, terms] = await Promise.all([
    findLeads(services.db, { ...query, cursor: undefined }, services.timeZone),
    findTermsWithCounts(services.db),
  ]);
  return {
    leads: (await toLeads(services.db, leads)).map(toLeadView),
    ...page,
    query: { ...query, dir: query.dir ?? defaultDirection(query.sort) },
    issues,
    terms,
  };
}

export default function LeadStorePage() {
  const { leads, query, issues, terms, total, totalIsExact, page, pageSize, pageCount } =
    useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  const { sort, dir, page: _page, pageSize: _pageSize, cursor: _cursor, ...filter } = query;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const hits = `${totalIsExact ? "" : "mehr als "}${formatCount(total, "Lead", "Leads")}`;
  return (
    <main className="p-4 md:p-6">
      <PageHeader title="Leadspeicher" facts={isFiltered ? `${hits} mit diesen Filtern` : hits}>
        {total > 0 ? (
          <a className="button" href={exportAddress(searchParams)} download>
            <Download size={16} aria-hidden />
            Als Excel exportieren
          </a>
        ) : null}
      </PageHeader>
      {issues.length > 0 ? (
        <div className="notice notice-warn mt-4" role="alert">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          <ul>
            {issues.map((issue) => (
              <li key={issue.path}>
                Der Filter „{issue.path}“ gilt nicht: {issue.message}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {isFiltered || total > 0 ? (
        <FilterBar filter={filter} sort={sort} dir={dir} pageSize={pageSize} terms={terms} />
      ) : null}
      {leads.length > 0 ? (
        <>
          <LeadTable leads={leads} sort={sort} dir={dir} searchParams={searchParams} />
          <Pagination
            page={page}
            pageCount={pageCount}
            pageSize={pageSize}
            pageSizes={PAGE_SIZES}
            first={(page - 1) * pageSize + 1}
            last={(page - 1) * pageSize + leads.length}
            total={total}
            totalIsExact={totalIsExact}
            address={(change) => listAddress(searchParams, change)}
          />
        </>
      ) : (
        <Empty isFiltered={isFiltered} />
      )}
    </main>
  );
}

/** The same filters and order as the page, without its paging. */
function exportAddress(searchParams: URLSearchParams): string {
  const { query } = parsePageQuery(searchParams);
  const names = new Set(Object.keys(query));
  const kept = [...searchParams].filter(
    ([name, value]) =>
      names.has(name) && value.trim() !== "" && !["page", "pageSize", "cursor"].includes(name),
  );
  return `/api/leads/export?${new URLSearchParams(kept)}`;
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <section className="card mt-4 p-6">
      <h2>{isFiltered ? "Keine Treffer" : "Noch keine Leads"}</h2>
      <p className="mt-1 text-muted">
        {isFiltered
          ? "Mit diesen Filtern gibt es keinen Lead. Weniger Filter zeigen mehr."
          : "Leads kommen aus Suchen. Jede gefundene Firma mit eigener Website steht danach hier, einmal."}
      </p>
      <p className="mt-4">
        {isFiltered ? (
          <Link className="button" to="/leadspeicher">
            Alle Filter zurücksetzen
          </Link>
        ) : (
          <Link className="button button-primary" to="/suche">
            Firmen suchen
          </Link>
        )}
      </p>
    </section>
  );
}
