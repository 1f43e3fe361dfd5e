import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useParams,
  useSearchParams,
} from "@remix-run/react";
import { Download, Trash2, Upload } from "lucide-react";
import { useMemo } from "react";
import { Menu } from "~/components/menu";
import { Notice } from "~/components/notice";
import { PageHeader } from "~/components/page-header";
import { formatCount } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { startSearchJob } from "~/jobs/kinds/start-job.server";
import { filterParameters, issueSentence, listQuery } from "~/leads/list/page-query";
import { loadStorePage } from "~/leads/list/store-page.server";
import { OsmCredit } from "~/leads/ui/osm-credit";
import { QuickSerpFormSchema } from "~/pipelines/company-search/search-schema.server";
import { NoHits } from "./active-filters";
import { FilterBar } from "./filter-bar";
import { KeyboardHelp } from "./keyboard-help";
import { BULK_ADDRESS, LeadList } from "./lead-list";
import { LeadStats } from "./lead-stats";
import { QuickSearch } from "./quick-search";
import { useCurrentLeads } from "./use-current-leads";

export const meta: MetaFunction = () => [{ title: "Leadspeicher" }];

/** „auswahl=alle“ selects all hits of the list; it is none of its filters. */
const SELECTION = "auswahl";

function listParams(searchParams: URLSearchParams) {
  const params = new URLSearchParams(searchParams);
  params.delete(SELECTION);
  return params;
}

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return loadStorePage(services, listParams(new URL(request.url).searchParams));
}

/** What a change of a single lead can take it out of, or move it in. */
const MOVING = ["q", "tag", "contacted", "favorite", "approvedOnly"];

/**
 * The list is read anew for another address, and where something was done to it. The panel is beside it; what one lead's
 * buttons and notes change is shown in its row without asking, where the lead stays in its place.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  nextParams,
  formMethod = "GET",
  formAction = "",
  formData,
  actionStatus = 200,
}: ShouldRevalidateFunctionArgs): boolean {
  const params = listParams(nextUrl.searchParams);
  if (listParams(currentUrl.searchParams).toString() !== params.toString()) return true;
  if (formMethod === "GET") return currentUrl.href === nextUrl.href;
  const intent = String(formData?.get("intent"));
  const isButton = formAction.startsWith(BULK_ADDRESS) && intent.includes(":");
  const isPanel = formAction.startsWith(`/leadspeicher/${nextParams.leadId}`);
  if (!isButton && (!isPanel || intent === "details")) return true;
  const isMoved = params.get("sort") === "updatedAt" || MOVING.some((name) => params.has(name));
  return isMoved || (isButton && actionStatus >= 400);
}

/** „Schnell neue Suche“: a web search without emails. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const search = pageForm({
    schema: QuickSerpFormSchema,
    async run(input) {
      const job = await startSearchJob(services, "web", { ...input, enrich: false }, actor);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(request, { "": search });
}

/** The list, and beside it the panel of a lead where one is open. */
export default function LeadStorePage() {
  const list = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  const [params] = useSearchParams();
  const searchParams = useMemo(() => listParams(params), [params]);
  const { leads, stats, pressRow } = useCurrentLeads(list);
  const { leadId } = useParams();
  const used = useMemo(() => new URLSearchParams(list.parameters), [list]);
  const isFiltered = filterParameters(used).length > 0;
  const { issues, total, totalIsExact } = list;
  const hits = `${totalIsExact ? "" : "mehr als "}${formatCount(total, "Lead", "Leads")}`;
  return (
    <main
      className={
        leadId === undefined ? undefined : "items-start xl:grid xl:grid-cols-[minmax(0,1fr)_440px]"
      }
      data-panel={leadId === undefined ? undefined : "open"}
    >
      <div
        className={`store-list @container/list min-w-0 p-4 md:p-6 ${leadId === undefined ? "" : "max-xl:hidden"}`}
      >
        <PageHeader
          title="Leadspeicher"
          isSecondary={leadId !== undefined}
          facts={<span role="status">{isFiltered ? `${hits} mit diesen Filtern` : hits}</span>}
        >
          <QuickSearch reply={reply} searchParams={params} />
          <Link className="button" to="/leadspeicher/import">
            <Upload size={16} aria-hidden />
            <span className="max-md:sr-only">Importieren</span>
          </Link>
          <Link className="button" to="/leadspeicher/papierkorb">
            <Trash2 size={16} aria-hidden />
            <span className="max-md:sr-only">Papierkorb</span>
          </Link>
          {total > 0 ? <ExportMenu searchParams={used} /> : null}
        </PageHeader>
        {issues.length > 0 ? (
          <Notice className="mt-4">
            <ul>
              {issues.map((issue) => (
                <li key={issue.path}>{issueSentence(issue)}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {isFiltered || total > 0 ? (
          <>
            <LeadStats stats={stats} searchParams={used} />
            <div className="filter-area">
              <FilterBar list={list} searchParams={used} />
            </div>
          </>
        ) : null}
        {list.leads.length > 0 ? (
          <LeadList
            list={list}
            leads={leads}
            pressRow={pressRow}
            searchParams={searchParams}
            filterQuery={
              // A filter that can't be used goes along, so that no action takes the wider list for the one meant.
              (issues.length > 0 ? searchParams : listQuery(used)).toString()
            }
            openId={leadId}
            isAllSelected={params.get(SELECTION) === "alle"}
          />
        ) : isFiltered ? (
          <NoHits searchParams={used} />
        ) : (
          <NoLeads />
        )}
        {list.hasOpenData ? <OsmCredit className="mt-3" /> : null}
        <KeyboardHelp />
      </div>
      <Outlet />
    </main>
  );
}

function NoLeads() {
  return (
    <section className="card mt-4 p-6">
      <h2>Noch keine Leads</h2>
      <p className="mt-1 text-muted">
        Leads kommen aus Suchen oder aus einer Liste, die das Team schon hat. Jede Firma mit eigener
        Website steht danach hier, einmal.
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link className="button button-primary" to="/suche">
          Firmen suchen
        </Link>
        <Link className="button" to="/leadspeicher/import">
          Liste importieren
        </Link>
      </p>
    </section>
  );
}

const VARIANTS = [
  { variant: "view", label: "Aktuelle Ansicht" },
  { variant: "with-email", label: "Nur mit E-Mail" },
  { variant: "approved", label: "Nur freigegebene" },
];

/** The shown list, or part of it, as an Excel file: all of its pages, in its order. */
function ExportMenu({ searchParams }: { searchParams: URLSearchParams }) {
  const query = listQuery(searchParams);
  const address = (variant: string) =>
    `/api/leads/export?${new URLSearchParams([...query, ["variant", variant]])}`;
  return (
    <Menu label="Exportieren" icon={<Download size={16} aria-hidden />} align="end">
      <ul className="menu-list" aria-label="Als Excel-Datei">
        {VARIANTS.map(({ variant, label }) => (
          <li key={variant}>
            <a className="menu-item" href={address(variant)} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="menu-note">Excel-Datei (.xlsx) mit allen Seiten der Liste</p>
    </Menu>
  );
}
