import { useRouteLoaderData } from "@remix-run/react";
import { useCallback, useMemo, useState } from "react";
import type { loadLeadPanel } from "~/leads/edit/lead-panel.server";
import type { ListLead } from "~/leads/list/filters";
import type { StorePage } from "~/leads/list/store-page.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { applyRowAction } from "~/leads/ui/lead-list";

/** A lead that changed since the list was loaded, and the state that the list's counts include. */
interface Changed {
  before: ListLead;
  lead: ListLead;
}

const has = (tag: string) => (lead: ListLead) => lead.tags.includes(tag);
/** Counts that row buttons change. */
const COUNTED = {
  contacted: has(CONTACTED_TAG),
  favorites: has(FAVORITE_TAG),
  approved: (lead: ListLead) => lead.approved,
};

const note = (changed: ReadonlyMap<string, Changed>, before: ListLead, lead: ListLead) =>
  new Map(changed).set(lead.id, { before: changed.get(lead.id)?.before ?? before, lead });

/**
 * Applies changes by row buttons and newer data of the panel to the loaded list, so that neither reloads it.
 * Unchanged leads stay the same objects.
 */
export function useCurrentLeads(list: StorePage) {
  const panel: ListLead | undefined = useRouteLoaderData<typeof loadLeadPanel>(
    "routes/leadspeicher.$leadId",
  )?.lead;
  const [known, setKnown] = useState({ list, panel, changed: new Map<string, Changed>() });

  if (known.list !== list || known.panel !== panel) {
    let changed = known.list === list ? known.changed : new Map<string, Changed>();
    if (panel !== undefined && panel !== known.panel) {
      const shown = list.leads.find(({ id }) => id === panel.id);
      // A new list counts the panel's change already, though the lead may have left it.
      const before = known.list === list && known.panel?.id === panel.id ? known.panel : panel;
      changed = note(changed, shown ?? before, panel);
    }
    setKnown({ list, panel, changed });
  }

  const { changed } = known;
  const current = useMemo(() => {
    const stats = { ...list.stats };
    for (const { before, lead } of changed.values()) {
      for (const name of ["contacted", "favorites", "approved"] as const) {
        stats[name] += Number(COUNTED[name](lead)) - Number(COUNTED[name](before));
      }
    }
    return { stats, leads: list.leads.map((lead) => changed.get(lead.id)?.lead ?? lead) };
  }, [list, changed]);

  const onRowAction = useCallback((intent: string) => {
    const [action = "", id = ""] = intent.split(":");
    setKnown((now) => {
      const before = now.list.leads.find((lead) => lead.id === id);
      if (before === undefined) return now;
      const lead = applyRowAction(now.changed.get(id)?.lead ?? before, action);
      return { ...now, changed: note(now.changed, before, lead) };
    });
  }, []);

  return { ...current, onRowAction };
}
