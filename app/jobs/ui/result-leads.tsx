import { useLocation, useSearchParams } from "@remix-run/react";
import { useMemo, useState } from "react";
import type { ListLead, ListOptions } from "../../leads/list/filters";
import { applyRowAction, LeadList } from "../../leads/ui/lead-list";
import type { JobSnapshot, ResultView } from "../progress/job-snapshot";
import { ResultState } from "./result-table";

export function ResultLeads({
  snapshot: { job, parts, results, page, readAt },
  total,
  isNew,
  hasPersons,
  list: { tags, owners, layout: own },
  address,
}: {
  snapshot: JobSnapshot;
  total: number;
  isNew: boolean;
  hasPersons: boolean;
  list: ListOptions;
  address: (page: number) => string;
}) {
  const { pathname, search } = useLocation();
  const isAllSelected = useSearchParams()[0].get("auswahl") === "alle";
  const { leads, onRowAction } = useOptimisticLeads(results);
  // Relative times in rows stay fixed while results arrive.
  const [now] = useState(readAt);
  const extra = useMemo(() => {
    const byLead = new Map(results.map((result) => [result.lead?.id, result]));
    const cell = (id: string) => {
      const result = byLead.get(id);
      return result && <ResultState result={result} />;
    };
    return [{ heading: "Stand", width: 208, cell }];
  }, [results]);
  const layout = useMemo(() => {
    const isAdded = hasPersons && !own.columns.includes("person");
    return isAdded ? { ...own, columns: ["person" as const, ...own.columns] } : own;
  }, [own, hasPersons]);
  // These filters show the same list in the Leadspeicher.
  const filter = new URLSearchParams([job, ...parts].map(({ id }) => ["jobId", id]));
  if (isNew) filter.set("isNew", "true");
  filter.set("dir", "asc");
  return (
    <LeadList
      leads={leads}
      now={now}
      layout={layout}
      query={null}
      hits={{ total, page, filters: [isNew ? "neu" : ""].filter(Boolean) }}
      tags={tags}
      owners={owners}
      onRowAction={onRowAction}
      address={({ auswahl }) => {
        const shown = address(page);
        return auswahl ? `${shown}${shown.includes("?") ? "&" : "?"}auswahl=${auswahl}` : shown;
      }}
      openQuery={filter.toString()}
      bulkFilter={filter.toString()}
      back={`${pathname}${search}`}
      isAllSelected={isAllSelected}
      extra={extra}
    />
  );
}

function useOptimisticLeads(results: readonly ResultView[]) {
  const [optimistic, setOptimistic] = useState<
    ReadonlyMap<string, { from: ListLead; lead: ListLead }>
  >(new Map());
  const stored = useMemo(
    () => new Map(results.flatMap(({ lead }) => (lead ? [[lead.id, lead]] : []))),
    [results],
  );
  const leads = useMemo(
    () =>
      [...stored.values()].map((lead) => {
        const change = optimistic.get(lead.id);
        return change?.from.updatedAt === lead.updatedAt ? change.lead : lead;
      }),
    [stored, optimistic],
  );
  const onRowAction = (intent: string) => {
    const [action = "", id = ""] = intent.split(":");
    const [from, shown] = [stored.get(id), leads.find((lead) => lead.id === id)];
    if (from && shown)
      setOptimistic(new Map(optimistic).set(id, { from, lead: applyRowAction(shown, action) }));
  };
  return { leads, onRowAction };
}
