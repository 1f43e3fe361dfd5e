import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Pagination } from "~/components/pagination";
import { PAGE_SIZES } from "~/leads/list/lead-filters";
import type { ListLead } from "~/leads/list/lead-view.server";
import { listAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { LeadTable } from "./lead-table";
import { SelectionBar } from "./selection-bar";

export const BULK_ADDRESS = "/leadspeicher/sammelaktion";
const OPEN_LINK = 'a[data-key="open"]';

/** The list as one form: its buttons act on the ticked rows. */
export function LeadList({
  list,
  leads,
  pressRow,
  searchParams,
  filterQuery,
  openId,
  isAllSelected,
}: {
  list: StorePage;
  /** Those of the list as they are now. */
  leads: readonly ListLead[];
  /** Shows at once what the button of a row does. */
  pressRow: (intent: string) => void;
  /** Those of the list's address, without what only the page knows. */
  searchParams: URLSearchParams;
  /** Filters and order of the list, for actions on all of its hits. */
  filterQuery: string;
  openId: string | undefined;
  isAllSelected: boolean;
}) {
  const { page, pageSize, total, totalIsExact } = list;
  const form = useRef<HTMLFormElement>(null);
  const selection = useSelection(form, list);
  useRowLinks(form);
  const location = useLocation();
  const onSubmit = useListSubmit(selection.recount, pressRow);
  return (
    <>
      <form
        ref={form}
        method="post"
        action={BULK_ADDRESS}
        onSubmit={onSubmit}
        aria-label="Leads"
        data-discover="true"
      >
        <input type="hidden" name="back" value={`${location.pathname}?${searchParams}`} />
        <input type="hidden" name="filter" value={filterQuery} />
        {isAllSelected ? <input type="hidden" name="scope" value="all" /> : null}
        {/* Enter at a checkbox presses the form's first button, which would do something to all that is ticked. */}
        <button type="submit" hidden disabled />
        <SelectionBar
          list={list}
          count={selection.count}
          isAllSelected={isAllSelected}
          searchParams={searchParams}
          onClear={() => selection.selectPage(false)}
        />
        <LeadTable
          leads={leads}
          query={list.query}
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
        cursors={{ previous: list.previousCursor, next: list.nextCursor }}
      />
    </>
  );
}

/**
 * Sends the form without leaving the page. A row's own button goes beside it, so that several can be pressed one after
 * the other; a file is left to the browser.
 */
function useListSubmit(recount: () => void, pressRow: (intent: string) => void) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
    if (!(submitter instanceof HTMLButtonElement) || submitter.formAction.endsWith("/export")) {
      return;
    }
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form, submitter);
    const target = { method: "post", action: BULK_ADDRESS, preventScrollReset: true } as const;
    if (submitter.value.includes(":")) {
      data.set("stay", "1");
      pressRow(submitter.value);
      submit(data, { ...target, navigate: false, fetcherKey: submitter.value });
      return;
    }
    submit(data, target);
    form.reset();
    recount();
  };
}

/** Follows the plain links of the rows within the page; what a browser would open elsewhere is left to it. */
function useRowLinks(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  useEffect(() => {
    const list = form.current;
    const onClick = (event: MouseEvent) => {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>(OPEN_LINK);
      if (!link) return;
      event.preventDefault();
      navigate(`${link.pathname}${link.search}`, { preventScrollReset: true });
    };
    list?.addEventListener("click", onClick);
    return () => list?.removeEventListener("click", onClick);
  }, [form, navigate]);
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return form === null ? [] : [...form.querySelectorAll<HTMLInputElement>("input.row-check")];
}

/** Ticks, or unticks, all boxes from one to another as the second one is. */
function tickBetween(
  boxes: readonly HTMLInputElement[],
  first: HTMLInputElement | null,
  second: HTMLInputElement,
): void {
  const from = first === null ? -1 : boxes.indexOf(first);
  const to = boxes.indexOf(second);
  if (from < 0) return;
  for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    box.checked = second.checked;
  }
}

/**
 * Adds to the checkboxes, with JavaScript: how many are ticked, ranges with the shift key, and all of the page at once.
 * The boxes themselves hold the selection, as they do without it.
 *
 * @param rows changes when other rows are shown
 */
function useSelection(form: RefObject<HTMLFormElement | null>, rows: unknown) {
  const [count, setCount] = useState(0);
  const last = useRef<HTMLInputElement | null>(null);
  const recount = useCallback(() => {
    setCount(boxesOf(form.current).filter((box) => box.checked).length);
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other boxes
  useEffect(recount, [recount, rows]);

  useEffect(() => {
    const list = form.current;
    const onClick = (event: MouseEvent) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || !box.classList.contains("row-check")) return;
      if (event.shiftKey) tickBetween(boxesOf(list), last.current, box);
      last.current = box;
      recount();
    };
    list?.addEventListener("click", onClick);
    return () => list?.removeEventListener("click", onClick);
  }, [form, recount]);

  /** Ticks every row of the page, or none. */
  const selectPage = useCallback(
    (isSelected: boolean) => {
      for (const box of boxesOf(form.current)) box.checked = isSelected;
      last.current = null;
      recount();
    },
    [form, recount],
  );

  return { count, recount, selectPage };
}
