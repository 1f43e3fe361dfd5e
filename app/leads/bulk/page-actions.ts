import { formatCount } from "../../format/german";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS } from "../tag";
import type { BulkAction } from "./bulk-action";

/** A button of the list. `leads` is „1 Lead“ or „120 Leads“. */
export interface PageAction {
  /** The API's action behind it. */
  action: BulkAction;
  /** The tag that it is always about; addTag and removeTag without one take it from the form. */
  tag?: string;
  label(leads: string, tag: string): string;
  done(leads: string, tag: string): string;
}

export const PAGE_ACTIONS = {
  approve: {
    action: "approve",
    label: (leads) => `${leads} freigeben`,
    done: (leads) => `${leads} freigegeben`,
  },
  unapprove: {
    action: "unapprove",
    label: (leads) => `Freigabe von ${leads} zurückziehen`,
    done: (leads) => `Freigabe von ${leads} zurückgezogen`,
  },
  contact: {
    action: "addTag",
    tag: CONTACTED_TAG,
    label: (leads) => `${leads} als kontaktiert markieren`,
    done: (leads) => `${leads} als kontaktiert markiert`,
  },
  uncontact: {
    action: "removeTag",
    tag: CONTACTED_TAG,
    label: (leads) => `Bei ${leads} „kontaktiert“ entfernen`,
    done: (leads) => `Bei ${leads} „kontaktiert“ entfernt`,
  },
  favorite: {
    action: "addTag",
    tag: FAVORITE_TAG,
    label: (leads) => `${leads} zu Favoriten machen`,
    done: (leads) => `${leads} zu Favoriten gemacht`,
  },
  unfavorite: {
    action: "removeTag",
    tag: FAVORITE_TAG,
    label: (leads) => `${leads} aus den Favoriten nehmen`,
    done: (leads) => `${leads} aus den Favoriten genommen`,
  },
  addTag: {
    action: "addTag",
    label: (leads, tag) => `${leads} den Tag „${tag}“ geben`,
    done: (leads, tag) => `${leads} den Tag „${tag}“ gegeben`,
  },
  removeTag: {
    action: "removeTag",
    label: (leads, tag) => `Tag „${tag}“ von ${leads} entfernen`,
    done: (leads, tag) => `Tag „${tag}“ von ${leads} entfernt`,
  },
  delete: {
    action: "delete",
    label: (leads) => `${leads} löschen`,
    done: (leads) => `${leads} in den Papierkorb gelegt`,
  },
  enrich: {
    action: "enrich",
    label: (leads) => `${leads} anreichern`,
    done: (leads) => `Anreicherung für ${leads} gestartet`,
  },
} satisfies Record<string, PageAction>;

export type PageActionName = keyof typeof PAGE_ACTIONS;

export function isPageAction(name: string): name is PageActionName {
  return Object.hasOwn(PAGE_ACTIONS, name);
}

export const PAGE_ACTION_NAMES = Object.keys(PAGE_ACTIONS).filter(isPageAction);
/** Besides the buttons of the list: what is done to leads of the Papierkorb, and to those of an import. */
export const BULK_NAMES = [...PAGE_ACTION_NAMES, "restore", "erase", "undo-import"] as const;
type BulkName = (typeof BULK_NAMES)[number];

export function isBulkName(name: string): name is BulkName {
  return BULK_NAMES.some((known) => known === name);
}

/** „120 Leads freigegeben“: what was done; leads that were so already are named. */
export function reportAction(
  name: PageActionName,
  { matched, changed }: { matched: number; changed: number },
  tag = "",
): string {
  if (matched === 0) return "Keinen dieser Leads gibt es noch. Nichts wurde geändert.";
  const done = PAGE_ACTIONS[name].done(formatCount(changed, "Lead", "Leads"), tag);
  const rest = matched - changed;
  if (rest === 0) return `${done}.`;
  const unchanged =
    name === "addTag"
      ? `${formatCount(rest, "Lead hat", "Leads haben")} ihn schon, oder schon ${MAX_TAGS} Tags`
      : `${formatCount(rest, "Lead war", "Leads waren")} schon so`;
  return changed === 0 ? `Nichts geändert: ${unchanged}.` : `${done}; ${unchanged}.`;
}

/** „12.345 Leads löschen“ */
export function bulkTitle(
  { name, tag = "", fileName }: { name: BulkName; tag?: string; fileName?: string },
  count: number,
): string {
  const leads = formatCount(count, "Lead", "Leads");
  if (isPageAction(name)) return PAGE_ACTIONS[name].label(leads, tag);
  if (name === "undo-import") return `Import „${fileName}“ rückgängig machen`;
  return `${leads} ${name === "erase" ? "endgültig löschen" : "wiederherstellen"}`;
}

/** „12.000 Leads freigegeben; 345 Leads waren schon so.“ */
export function reportBulk(
  { name, tag }: { name: BulkName; tag?: string },
  { matched, changed }: { matched: number; changed: number },
): string {
  if (isPageAction(name)) return reportAction(name, { matched, changed }, tag);
  const leads = formatCount(changed, "Lead", "Leads");
  if (name === "erase") return `${leads} endgültig gelöscht.`;
  if (name === "undo-import") return `Import bei ${leads} rückgängig gemacht.`;
  const kept = matched - changed;
  const left = `${formatCount(kept, "Lead bleibt", "Leads bleiben")} dort: auf der Sperrliste.`;
  return `${leads} wiederhergestellt.${kept === 0 ? "" : ` ${left}`}`;
}
