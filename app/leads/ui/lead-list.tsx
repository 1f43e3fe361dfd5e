import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { removesLeads } from "../bulk/page-actions";
import type { ListLead } from "../list/filters";
import { CONTACTED_TAG, FAVORITE_TAG } from "../tag";
import { BulkProgress, BulkQuestion, type Hits, type RunningAction } from "./bulk-question";
import { ColumnForm } from "./column-menu";
import { LeadTable, type TableProps } from "./lead-table";
import { SelectionBar } from "./selection-bar";

export const BULK_ADDRESS = "/leadspeicher/sammelaktion";
const OPEN_LINK = 'a[data-key="open"]';

/** One form, so its buttons act on the ticked rows. Belongs in a `.lead-area`, below the filters. */
export function LeadList({
  leads,
  hits: live,
  tags,
  owners,
  onRowAction,
  bulkFilter,
  back,
  isAllSelected = false,
  running,
  ...table
}: {
  hits: Hits;
  tags: readonly string[];
  owners: readonly string[];
  onRowAction: (intent: string) => void;
  /** The list's query in the lead store, for actions on all hits. */
  bulkFilter: string;
  back: string;
  isAllSelected?: boolean;
  /** A bulk action under way; undefined where its progress is not shown. */
  running?: RunningAction | null;
} & Omit<TableProps, "isAllSelected" | "isPageSelected" | "onSelectPage">) {
  const form = useRef<HTMLFormElement>(null);
  const selection = useSelection(form, leads);
  useRowLinks(form);
  const onSubmit = useListSubmit(selection.recount, onRowAction, running !== undefined);
  const hits = useSeenHits(live, isAllSelected && bulkFilter);
  const kept = isAllSelected && !back.includes("auswahl=") ? `${back}&auswahl=alle` : back;
  return (
    <>
      <ColumnForm back={back} />
      <form
        ref={form}
        method="post"
        action={BULK_ADDRESS}
        onSubmit={onSubmit}
        aria-label="Leads"
        className="contents"
      >
        <input type="hidden" name="back" value={kept} />
        <input type="hidden" name="filter" value={bulkFilter} />
        {isAllSelected ? <input type="hidden" name="scope" value="all" /> : null}
        {hits.totalIsExact ? <input type="hidden" name="expectedCount" value={hits.total} /> : null}
        {/* Enter in a checkbox presses the first submit button. This disabled one does nothing. */}
        <button type="submit" hidden disabled />
        {hits.asked && isAllSelected ? (
          <BulkQuestion asked={hits.asked} hits={hits} leads={leads} address={table.address} />
        ) : running && isAllSelected ? (
          <BulkProgress run={running} />
        ) : (
          <SelectionBar
            hits={{ ...hits, shown: leads.length }}
            tags={tags}
            owners={owners}
            count={selection.count}
            isAllSelected={isAllSelected}
            address={table.address}
            onClear={() => selection.selectPage(false)}
          />
        )}
        <LeadTable
          {...table}
          leads={leads}
          isAllSelected={isAllSelected}
          isPageSelected={selection.count === leads.length}
          onSelectPage={selection.selectPage}
        />
      </form>
    </>
  );
}

/** While a search runs, the list grows; a selection of all hits keeps the number that was shown. */
function useSeenHits(live: Hits, selection: string | false): Hits {
  const { total, totalIsExact } = live;
  const { key } = useLocation();
  const question = live.asked ? key : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each selection and each question shows its own number
  const seen = useMemo(() => ({ total, totalIsExact }), [selection, question]);
  return selection === false ? live : { ...live, ...seen };
}

/** Submits without leaving the page; the browser downloads exports. */
function useListSubmit(
  recount: () => void,
  onRowAction: (intent: string) => void,
  isInPlace: boolean,
) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
    if (!(submitter instanceof HTMLButtonElement) || submitter.value === "export") {
      return;
    }
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form, submitter);
    const target = { method: "post", action: BULK_ADDRESS, preventScrollReset: true } as const;
    if (submitter.closest("tr")) {
      data.set("stay", "1");
      onRowAction(submitter.value);
      submit(data, { ...target, navigate: false, fetcherKey: submitter.value });
      return;
    }
    if (isInPlace) data.set("inPlace", "1");
    submit(data, target);
    const menu = submitter.closest(".menu");
    menu?.removeAttribute("open");
    menu?.querySelector("summary")?.focus();
    for (const name of ["tag", "followUpAt", "reason"]) {
      const typed = form.elements.namedItem(name);
      if (typed instanceof HTMLInputElement) typed.value = "";
    }
    if (!removesLeads(submitter.value.replace(/:.*/s, ""))) return;
    form.reset();
    recount();
  };
}

/** „favorite“, „uncontact“, „approve“ … */
export function applyRowAction(lead: ListLead, action: string): ListLead {
  const isOn = !action.startsWith("un");
  const updatedAt = new Date().toISOString();
  if (action.endsWith("approve")) return { ...lead, approved: isOn, updatedAt };
  const tag = action.endsWith("favorite") ? FAVORITE_TAG : CONTACTED_TAG;
  const others = lead.tags.filter((other) => other !== tag);
  return { ...lead, tags: isOn ? [...others, tag] : others, updatedAt };
}

const CONTROLS = "a, button, input, label, summary";

function useRowLinks(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  useEffect(() => {
    const list = form.current;
    const onClick = (event: MouseEvent) => {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      if (!(target instanceof Element)) return;
      const isFree = target.closest(CONTROLS) === null && getSelection()?.type !== "Range";
      const link = isFree
        ? target.closest("tr[data-row]")?.querySelector<HTMLAnchorElement>(OPEN_LINK)
        : target.closest<HTMLAnchorElement>(OPEN_LINK);
      if (!link) return;
      event.preventDefault();
      navigate(`${link.pathname}${link.search}`, { preventScrollReset: true });
    };
    list?.addEventListener("click", onClick);
    return () => list?.removeEventListener("click", onClick);
  }, [form, navigate]);
}

function boxesOf(form: HTMLElement | null): HTMLInputElement[] {
  return form === null ? [] : [...form.querySelectorAll<HTMLInputElement>("input.row-check")];
}

/** The checkboxes hold the selection; `rows` changes with the shown rows. */
export function useSelection(form: RefObject<HTMLElement | null>, rows: unknown) {
  const [count, setCount] = useState(0);
  const last = useRef<HTMLInputElement | null>(null);
  const recount = useCallback(() => {
    setCount(boxesOf(form.current).filter((box) => box.checked).length);
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other boxes
  useEffect(() => {
    recount();
    const list = form.current;
    const onClick = ({ target, shiftKey }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement) || !target.matches(".row-check")) return;
      const boxes = boxesOf(list);
      const to = boxes.indexOf(target);
      const from = shiftKey && last.current ? boxes.indexOf(last.current) : -1;
      const range = from < 0 ? [] : boxes.slice(Math.min(from, to), Math.max(from, to) + 1);
      for (const box of range) box.checked = target.checked;
      last.current = target;
      recount();
    };
    list?.addEventListener("click", onClick);
    return () => list?.removeEventListener("click", onClick);
  }, [form, recount, rows]);

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
