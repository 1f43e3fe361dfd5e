import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
  useSearchParams,
  useSubmit,
} from "@remix-run/react";
import { Search } from "lucide-react";
import { useCallback, useContext, useEffect, useMemo, useRef } from "react";
import { Notice } from "~/components/notice";
import { EmptyPart, LinkButton } from "~/components/page";
import { Pagination } from "~/components/pagination";
import { TimeZoneContext } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatCount } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { countExactly } from "~/leads/bulk/bulk-leads.server";
import { isPageAction, takesArgument } from "~/leads/bulk/page-actions";
import { newLeadForm } from "~/leads/edit/lead-panel.server";
import {
  AS_MAP,
  activeFilters,
  filterParameters,
  formAddress,
  issueSentence,
  listAddress,
  listQuery,
} from "~/leads/list/page-query";
import { defaultAddress } from "~/leads/list/saved-views.server";
import { loadStorePage } from "~/leads/list/store-page.server";
import { OsmCredit } from "~/leads/ui/lead-facts";
import { BULK_ADDRESS, LeadList } from "~/leads/ui/lead-list";
import { CLOSED } from "~/leads/ui/panel-search";
import { offerSetting } from "~/settings/team-settings.server";
import { NoHits } from "./active-filters";
import { FilterBar } from "./filter-bar";
import { LeadStats } from "./lead-stats";
import { SimilarLeads } from "./similar-leads";
import { ExportMenu, MoreMenu, NewLead } from "./store-actions";
import { useCurrentLeads } from "./use-current-leads";
import { ViewTabs } from "./view-tabs";

export const meta: MetaFunction<typeof loader> = ({ data: list }) => [
  { title: list?.active === undefined ? "Leadspeicher" : `${list.active.name} – Leadspeicher` },
];

/** „auswahl=alle“ selects all hits of the list, „aktion“ asks before it acts; neither is a filter. */
const SELECTION = "auswahl";

function listParams(searchParams: URLSearchParams) {
  const params = new URLSearchParams(searchParams);
  for (const name of [SELECTION, "aktion", "mit", ...Object.keys(CLOSED)]) params.delete(name);
  return params;
}

function pendingAction(params: URLSearchParams) {
  const name = params.get("aktion") ?? "";
  return isPageAction(name) ? { name, value: params.get("mit") ?? "" } : null;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, actor } = context;
  const { pathname, search, searchParams } = new URL(request.url);
  const isList = params.leadId === undefined && !pathname.endsWith("/karte");
  const isEntry = search === "" && isList;
  const begin = isEntry ? await defaultAddress(services.db, actor) : null;
  if (begin !== null) throw redirect(begin);
  // Without scripts the filter form sends all of its fields.
  const hasEmpty = [...searchParams.values()].some((value) => value.trim() === "");
  if (isList && (hasEmpty || searchParams.has(AS_MAP[0])))
    throw redirect(formAddress(searchParams, searchParams));
  const { packages } = await offerSetting.load(services.db);
  const list = await loadStorePage(services, listParams(searchParams), actor, packages);
  if (list.totalIsExact || !searchParams.has("aktion")) return list;
  const total = await countExactly(services.db, list.query, services.timeZone);
  return { ...list, total, totalIsExact: true };
}

/** Filters that a lead can leave by a change. */
const LEAVABLE_FILTERS =
  "q tag not.tag contacted contactedBefore favorite approvedOnly owner not.owner followUpDue without".split(
    " ",
  );

/**
 * Reloads the list for another address and after actions on it. Row buttons and the panel update only their row,
 * unless the lead may move or leave the list.
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
  const [action = "", id] = intent.split(":");
  const isOfLead = id !== undefined && !(isPageAction(action) && takesArgument(action));
  const isButton = formAction.startsWith(BULK_ADDRESS) && isOfLead;
  const isPanel = formAction.startsWith(`/leadspeicher/${nextParams.leadId}`);
  if (!isButton && !isPanel) return true;
  // Views count whom a lead belongs to, when it is due and whether it has an email.
  const isCounted =
    ["mailed", "adopt", "refute"].includes(action) ||
    ["followUpAt", "email"].some((field) => formData?.has(`seen.${field}`));
  const isMoved =
    isCounted ||
    params.get("sort") === "updatedAt" ||
    LEAVABLE_FILTERS.some((name) => params.has(name));
  // The panel that pressed the button is gone, and with it what its row would be told.
  const isLeft = formData?.get("stay") === "panel" && !intent.endsWith(`:${nextParams.leadId}`);
  return isMoved || (isButton && isLeft) || (isButton && actionStatus >= 400);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, { new: newLeadForm(services, actor) });
}

export default function LeadStorePage() {
  const list = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const [params] = useSearchParams();
  const searchParams = useMemo(() => listParams(params), [params]);
  const { leads, stats, onRowAction } = useCurrentLeads(list);
  const { lastAction } = list;
  const running = lastAction?.isOpen ? lastAction : null;
  useRefreshedPage(running !== null);
  useActionEnd(running === null ? lastAction?.id : undefined);
  const { leadId } = useParams();
  const { pathname } = useLocation();
  const isMap = pathname.endsWith("/karte");
  const used = useMemo(
    () => new URLSearchParams([...list.parameters, ...(isMap ? [AS_MAP] : [])]),
    [list, isMap],
  );
  const address = useCallback(
    (change: Record<string, string | null>) => listAddress(searchParams, change),
    [searchParams],
  );
  const tags = useMemo(() => list.choices.tag.map(({ value }) => value), [list]);
  const timeZone = useContext(TimeZoneContext);
  const filters = activeFilters(used, timeZone, list.runs).map(({ label }) => label);
  const isFiltered = filterParameters(used).length > 0;
  const { issues, total, totalIsExact } = list;
  const Title = leadId === undefined ? "h1" : "h2";
  const facts = [
    `${totalIsExact ? "" : "mehr als "}${formatCount(total, "Lead", "Leads")}`,
    ...filters,
  ].join(" · ");
  return (
    <main
      className={leadId && "items-start xl:grid xl:grid-cols-[minmax(0,1fr)_440px]"}
      data-panel={leadId && "open"}
    >
      <div
        className={`store-list @container/list min-w-0 p-4 md:px-6 md:pb-6 ${leadId ? "max-xl:hidden" : ""}`}
      >
        {list.leads.length > 0 && !isMap ? (
          <a
            href="#liste"
            className="fixed top-2 left-2 z-30 bg-surface p-2 not-focus:[clip-path:inset(50%)]"
          >
            Zur Liste
          </a>
        ) : null}
        {/* One row; in narrow lists the views stand below. */}
        <header className="store-head flex items-center gap-x-4 gap-y-2 @max-[560px]/list:flex-wrap max-md:gap-1">
          {/* Its width depends on no number, so that the views stay in place. */}
          <div className="min-w-0 max-md:flex-1 md:w-44 md:flex-none">
            <Title className="text-[20px] leading-[22px]">Leadspeicher</Title>
            <p
              className="truncate text-[12px] text-muted leading-[14px]"
              role="status"
              title={facts}
            >
              {facts}
            </p>
          </div>
          {isFiltered || total > 0 ? (
            <>
              <ViewTabs list={list} stats={stats} />
              <LeadStats stats={stats} />
            </>
          ) : (
            <span className="grow" />
          )}
          <div className="store-actions ml-auto flex flex-none items-center gap-2 max-md:gap-1">
            <NewLead reply={replyTo(sent, "new")} />
            {/* On a phone the navigation leads to the search as quickly. */}
            <LinkButton to="/suche" icon={Search} className="button max-md:hidden">
              <span className="@max-[1300px]/list:sr-only">Neue Suche</span>
            </LinkButton>
            {total > 0 ? <ExportMenu counts={list.exportCounts} searchParams={used} /> : null}
            <MoreMenu />
          </div>
        </header>
        <Notice className="mt-4">
          {issues.length > 0 && (
            <ul>
              {issues.map((issue) => (
                <li key={issue.path}>{issueSentence(issue)}</li>
              ))}
            </ul>
          )}
        </Notice>
        <Notice tone="info" className="mt-4">
          {list.missingJudgements}
        </Notice>
        <div className="lead-area">
          {isFiltered || total > 0 ? <FilterBar list={list} searchParams={used} /> : null}
          {isMap && list.leads.length > 0 ? (
            <Outlet />
          ) : list.leads.length > 0 ? (
            <>
              <LeadList
                leads={leads}
                now={list.readAt}
                layout={list.layout}
                query={list.query}
                hits={{ ...list, filters, asked: pendingAction(params) }}
                tags={tags}
                owners={list.owners}
                onRowAction={onRowAction}
                address={address}
                openQuery={searchParams.toString()}
                bulkFilter={
                  // Includes unusable filters, so that no action affects the wider list.
                  (issues.length > 0 ? searchParams : listQuery(used)).toString()
                }
                back={`${pathname}?${searchParams}`}
                openId={leadId}
                isAllSelected={params.get(SELECTION) === "alle"}
                running={running}
              />
              <Pagination
                page={list.page}
                pageSize={list.pageSize}
                shown={leads.length}
                total={total}
                totalIsExact={totalIsExact}
                address={address}
                hasNext={list.nextCursor !== null}
              />
            </>
          ) : isFiltered ? (
            <NoHits searchParams={used} runs={list.runs} limiting={list.limiting} />
          ) : (
            <EmptyPart
              title="Noch keine Leads"
              actions={
                <>
                  <LinkButton to="/suche" label="Firmen suchen" className="button button-primary" />
                  <LinkButton to="/leadspeicher/import" label="Liste importieren" />
                </>
              }
            >
              Leads kommen aus Suchen oder aus einer Liste, die das Team schon hat. Jede Firma mit
              eigener Website steht danach hier, einmal.
            </EmptyPart>
          )}
        </div>
        <SimilarLeads leads={list.similar} query={searchParams.toString()} openId={leadId} />
        {list.hasOpenData ? <OsmCredit className="mt-3" /> : null}
      </div>
      {isMap ? null : <Outlet />}
    </main>
  );
}

/** Says how a bulk action ended, unless it had ended when the page was opened. */
function useActionEnd(endedId: string | undefined) {
  const submit = useSubmit();
  const told = useRef(endedId);
  useEffect(() => {
    if (endedId === undefined || endedId === told.current) return;
    told.current = endedId;
    const intent = `ended:${endedId}`;
    submit({ intent }, { method: "post", action: BULK_ADDRESS, navigate: false });
  }, [endedId, submit]);
}
