import { formatCount, formatNumber } from "../../format/german";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS } from "../tag";

/** A button's API action, texts and fixed tag. In texts, % stands for „1 Lead“ or „120 Leads“, # for tag, owner or day. */
function row<Action extends string>(action: Action, label: string, done: string, tag?: string) {
  return { action, label, done, ...(tag === undefined ? {} : { tag }) };
}

export const PAGE_ACTIONS = {
  approve: row("approve", "% freigeben", "Freigegeben"),
  unapprove: row("unapprove", "Freigabe von % zurückziehen", "Freigabe zurückgezogen"),
  contact: row("addTag", "% als kontaktiert markieren", "Als kontaktiert markiert", CONTACTED_TAG),
  uncontact: row(
    "removeTag",
    "% als nicht kontaktiert markieren",
    "Als nicht kontaktiert markiert",
    CONTACTED_TAG,
  ),
  favorite: row("addTag", "% als Favorit merken", "Als Favorit gemerkt", FAVORITE_TAG),
  unfavorite: row(
    "removeTag",
    "% aus den Favoriten nehmen",
    "Aus den Favoriten genommen",
    FAVORITE_TAG,
  ),
  addTag: row("addTag", "Tag „#“ bei % hinzufügen", "Tag „#“ hinzugefügt"),
  removeTag: row("removeTag", "Tag „#“ von % entfernen", "Tag „#“ entfernt"),
  assign: row("assign", "% an # geben", "An # gegeben"),
  unassign: row("assign", "Zuständigkeit für % aufheben", "Zuständigkeit aufgehoben"),
  followUp: row("followUp", "Wiedervorlage für % auf # setzen", "Wiedervorlage gesetzt"),
  unfollowUp: row("followUp", "Wiedervorlage für % entfernen", "Wiedervorlage entfernt"),
  delete: row("delete", "% löschen", "In den Papierkorb gelegt"),
  block: row("block", "% nicht mehr kontaktieren", "Auf die Sperrliste gesetzt"),
  enrich: row("enrich", "% anreichern", "Anreicherung gestartet"),
};

const fill = (text: string, { tag, owner, day }: Omit<BulkAction, "name">) =>
  text.replace("#", () => tag || owner || day || "");

export type PageActionName = keyof typeof PAGE_ACTIONS;

export function isPageAction(name: string): name is PageActionName {
  return Object.hasOwn(PAGE_ACTIONS, name);
}

/** The intent's argument is the value: „assign:Jana“, „followUp:2026-11-20“. Elsewhere it is a row's lead. */
export function takesArgument(name: PageActionName): boolean {
  return name === "assign" || name === "followUp" || name === "block";
}

const RESTORED = "Wiederhergestellt";

/** What undoing did, in the same form. */
const UNDONE: Partial<Record<PageActionName, string>> = {
  approve: "Freigabe von % zurückgezogen",
  unapprove: "% wieder freigegeben",
  contact: "% wieder als nicht kontaktiert markiert",
  uncontact: "% wieder als kontaktiert markiert",
  favorite: "% wieder aus den Favoriten genommen",
  unfavorite: "% wieder als Favorit gemerkt",
  addTag: "Tag „#“ bei % wieder entfernt",
  removeTag: "Tag „#“ bei % wieder hinzugefügt",
  assign: "% nicht mehr an # gegeben",
  unassign: "Zuständigkeit für % wiederhergestellt",
  followUp: "Wiedervorlage für % zurückgesetzt",
  unfollowUp: "Wiedervorlage für % wiederhergestellt",
  delete: "% aus dem Papierkorb zurückgeholt",
  block: "% wieder von der Sperrliste genommen",
};

/** „Tag ‚Messe‘ bei 10 Leads wieder entfernt“ */
function undoneText({ text = "", isRedo }: BulkAction, leads: string): string {
  if (isRedo) return `Wiederholt: ${text}, bei ${leads}`;
  if (text === RESTORED) return `Wiederherstellen von ${leads} rückgängig gemacht`;
  for (const name of PAGE_ACTION_NAMES) {
    const [before = "", after] = PAGE_ACTIONS[name].done.split("#");
    const isFilled = after !== undefined && text.startsWith(before) && text.endsWith(after);
    const value = isFilled ? text.slice(before.length, text.length - after.length) : "";
    const undone = isFilled || text === before ? UNDONE[name]?.replace("%", leads) : undefined;
    if (undone) return fill(undone, { tag: value });
  }
  return `Rückgängig: ${text}. ${leads} zurückgesetzt`;
}

export const PAGE_ACTION_NAMES = Object.keys(PAGE_ACTIONS).filter(isPageAction);
export const BULK_NAMES = [
  ...PAGE_ACTION_NAMES,
  "restore",
  "erase",
  "undo-import",
  "undo",
] as const;
type BulkName = (typeof BULK_NAMES)[number];

export function isBulkName(name: string): name is BulkName {
  return BULK_NAMES.some((known) => known === name);
}

export const removesLeads = (name: string) => name === "delete" || name === "block";

/** Enriching may cost credit; 1,000 leads are too many to look through. */
export function needsConfirmation(name: string, count: number): boolean {
  return removesLeads(name) || name === "enrich" || count >= 1_000;
}

/** Fields as in `BulkParams`. */
interface BulkAction {
  name: BulkName;
  tag?: string | undefined;
  owner?: string | undefined;
  day?: string | undefined;
  text?: string | undefined;
  isRedo?: boolean | undefined;
  fileName?: string | undefined;
}

/** „Tag ‚Messe‘ hinzugefügt“ */
export function actionText({ name, text = RESTORED, ...values }: BulkAction): string {
  return isPageAction(name) ? fill(PAGE_ACTIONS[name].done, values) : text;
}

/** „12.345 Leads löschen“ */
export function bulkTitle(done: BulkAction, count: number): string {
  const { name, fileName } = done;
  const leads = formatCount(count, "Lead", "Leads");
  if (isPageAction(name)) return fill(PAGE_ACTIONS[name].label.replace("%", leads), done);
  if (name === "undo-import") return `Import „${fileName}“ rückgängig machen`;
  if (name === "undo") return `${done.isRedo ? "Wiederholt" : "Rückgängig"}: ${actionText(done)}`;
  return `${leads} ${name === "erase" ? "endgültig löschen" : "wiederherstellen"}`;
}

interface EndedJob {
  status: string;
  found: number;
  stored: number;
  requested: number;
}

/** „Abgebrochen nach 120 von 300 Leads. In den Papierkorb gelegt: 120 Leads.“ */
export function reportEnd(
  done: BulkAction,
  { status, found, stored: changed, requested }: EndedJob,
): string {
  // An undo skips leads deleted meanwhile.
  if (status === "complete")
    return reportBulk(done, { matched: done.name === "undo" ? requested : found, changed });
  if (found === 0) return "Abgebrochen, bevor etwas geändert war.";
  const reached = `${formatNumber(found)} von ${formatCount(requested, "Lead", "Leads")}`;
  return `Abgebrochen nach ${reached}. ${reportBulk(done, { matched: found, changed })}`;
}

/** „Freigegeben: 12.000 Leads; 345 Leads waren schon so.“ */
export function reportBulk(
  done: BulkAction,
  { matched, changed }: { matched: number; changed: number },
): string {
  const { name } = done;
  const leads = formatCount(changed, "Lead", "Leads");
  const rest = matched - changed;
  if (name === "undo") {
    const kept = `; ${formatNumber(rest)} hat inzwischen jemand geändert oder gesperrt, ${rest === 1 ? "er bleibt" : "sie bleiben"}`;
    return `${undoneText(done, leads)}${rest === 0 ? "" : kept}.`;
  }
  if (isPageAction(name)) {
    if (matched === 0) return "Keinen dieser Leads gibt es noch. Nichts wurde geändert.";
    const report = `${actionText(done)}: ${leads}`;
    if (rest === 0) return `${report}.`;
    const unchanged =
      name === "addTag"
        ? `${formatCount(rest, "Lead hat", "Leads haben")} ihn schon, oder schon ${MAX_TAGS} Tags`
        : `${formatCount(rest, "Lead war", "Leads waren")} schon so`;
    return changed === 0 ? `Nichts geändert: ${unchanged}.` : `${report}; ${unchanged}.`;
  }
  if (name === "erase") return `${leads} endgültig gelöscht.`;
  if (name === "undo-import") return `Import bei ${leads} rückgängig gemacht.`;
  const left = `${formatCount(rest, "Lead bleibt", "Leads bleiben")} dort: auf der Sperrliste.`;
  return `${leads} wiederhergestellt.${rest === 0 ? "" : ` ${left}`}`;
}
