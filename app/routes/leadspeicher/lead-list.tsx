import { useLocation, useSubmit } from "@remix-run/react";
import { type FormEvent, useRef } from "react";
import { Pagination } from "~/components/pagination";
import { type LeadSortField, PAGE_SIZES } from "~/leads/list/lead-filters";
import type { LeadView } from "~/leads/list/lead-view.server";
import { listAddress } from "~/leads/list/page-query";
import { LeadTable } from "./lead-table";
import { SelectionBar } from "./selection-bar";
import { useSelection } from "./use-selection";

/** A page of the list with its paging. */
export interface ListPage {
  leads: readonly LeadView[];
  sort: LeadSortField;
  dir: "asc" | "desc";
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
}

const ACTION = "/leadspeicher/sammelaktion";

/** The list as one form: what is ticked in it goes to the button that is pressed. */
export function LeadList({
  list,
  searchParams,
  filterQuery,
  openId,
  isAllSelected,
  tags,
}: {
  list: ListPage;
  /** Those of the list's address, without what only the page knows. */
  searchParams: URLSearchParams;
  /** Filters and order of the list, for actions on all of its hits. */
  filterQuery: string;
  openId: string | undefined;
  isAllSelected: boolean;
  tags: readonly string[];
}) {
  const { leads, page, pageSize, total, totalIsExact } = list;
  const form = useRef<HTMLFormElement>(null);
  const selection = useSelection(form, leads);
  const location = useLocation();
  const onSubmit = useListSubmit(selection.recount);
  const all = listAddress(searchParams, { auswahl: "alle", page: String(page) });
  return (
    <>
      <form ref={form} method="post" action={ACTION} onSubmit={onSubmit} aria-label="Leads">
        <input type="hidden" name="back" value={`${location.pathname}?${searchParams}`} />
        <input type="hidden" name="filter" value={filterQuery} />
        {isAllSelected ? <input type="hidden" name="scope" value="all" /> : null}
        {/* Enter at a checkbox presses the form's first button, which would do something to all that is ticked. */}
        <button type="submit" hidden disabled />
        <SelectionBar
          count={selection.count}
          total={total}
          totalIsExact={totalIsExact}
          rowsOnPage={leads.length}
          isAllSelected={isAllSelected}
          selectAllAddress={all}
          listAddress={listAddress(searchParams, { page: String(page) })}
          tags={tags}
          onClear={() => selection.selectPage(false)}
        />
        <LeadTable
          leads={leads}
          sort={list.sort}
          dir={list.dir}
          searchParams={searchParams}
          openId={openId}
          isAllSelected={isAllSelected}
          isPageSelected={selection.count === leads.length}
          onSelectPage={selection.selectPage}
        />
      </form>
      <Pagination
        page={page}
        pageSize={pageSize}
        pageSizes={PAGE_SIZES}
        shown={leads.length}
        total={total}
        totalIsExact={totalIsExact}
        address={(change) => listAddress(searchParams, change)}
      />
    </>
  );
}

/**
 * Sends the form without leaving the page. A row's own button goes beside it, so that several can be pressed one after
 * the other; a file is left to the browser.
 */
function useListSubmit(recount: () => void) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
    if (!(submitter instanceof HTMLButtonElement) || submitter.formAction.endsWith("/export")) {
      return;
    }
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form, submitter);
    const target = { method: "post", action: ACTION, preventScrollReset: true } as const;
    if (submitter.value.includes(":")) {
      data.set("stay", "1");
      submit(data, { ...target, navigate: false, fetcherKey: submitter.value });
      return;
    }
    submit(data, target);
    form.reset();
    recount();
  };
}
