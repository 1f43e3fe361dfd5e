import { z } from "zod";
import { formatCount, formatNumber } from "../../format/german";
import { CONTACTED_TAG, FAVORITE_TAG, MAX_TAGS, TagSchema } from "../tag";
import type { BulkAction } from "./bulk-action";

/** What the buttons of the page do, in the words of the API's bulk actions. */
export const PAGE_ACTIONS = [
  "approve",
  "unapprove",
  "contact",
  "uncontact",
  "favorite",
  "unfavorite",
  "addTag",
  "removeTag",
  "delete",
  "enrich",
] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** The action behind a button, with the tag that it is about. */
export function toBulkAction(
  action: PageAction,
  tag: string | undefined,
): { action: BulkAction; tag?: string | undefined } {
  switch (action) {
    case "contact":
      return { action: "addTag", tag: CONTACTED_TAG };
    case "uncontact":
      return { action: "removeTag", tag: CONTACTED_TAG };
    case "favorite":
      return { action: "addTag", tag: FAVORITE_TAG };
    case "unfavorite":
      return { action: "removeTag", tag: FAVORITE_TAG };
    case "addTag":
    case "removeTag":
      return { action, tag };
    default:
      return { action };
  }
}

/** „120 Leads freigeben“: what a button does to some leads. */
export function describeAction(action: PageAction, count: number, tag = ""): string {
  const leads = formatCount(count, "Lead", "Leads");
  switch (action) {
    case "approve":
      return `${leads} freigeben`;
    case "unapprove":
      return `Freigabe von ${leads} zurückziehen`;
    case "contact":
      return `${leads} als kontaktiert markieren`;
    case "uncontact":
      return `Bei ${count === 1 ? "1 Lead" : `${formatNumber(count)} Leads`} „kontaktiert“ entfernen`;
    case "favorite":
      return `${leads} zu Favoriten machen`;
    case "unfavorite":
      return `${leads} aus den Favoriten nehmen`;
    case "addTag":
      return `${leads} den Tag „${tag}“ geben`;
    case "removeTag":
      return `Tag „${tag}“ von ${leads} entfernen`;
    case "delete":
      return `${leads} löschen`;
    case "enrich":
      return `${leads} anreichern`;
  }
}

/** „120 Leads freigegeben“: what was done; leads that were so already are named. */
export function reportAction(
  action: PageAction,
  { matched, changed }: { matched: number; changed: number },
  tag = "",
): string {
  const leads = formatCount(changed, "Lead", "Leads");
  const done: Record<PageAction, string> = {
    approve: `${leads} freigegeben`,
    unapprove: `Freigabe von ${leads} zurückgezogen`,
    contact: `${leads} als kontaktiert markiert`,
    uncontact: `Bei ${leads} „kontaktiert“ entfernt`,
    favorite: `${leads} zu Favoriten gemacht`,
    unfavorite: `${leads} aus den Favoriten genommen`,
    addTag: `${leads} den Tag „${tag}“ gegeben`,
    removeTag: `Tag „${tag}“ von ${leads} entfernt`,
    delete: `${leads} in den Papierkorb gelegt`,
    enrich: `Anreicherung für ${leads} gestartet`,
  };
  const rest = matched - changed;
  if (matched === 0) return "Keinen dieser Leads gibt es noch. Nichts wurde geändert.";
  if (rest === 0) return `${done[action]}.`;
  const unchanged = describeUnchanged(action, rest);
  return changed === 0 ? `Nichts geändert: ${unchanged}.` : `${done[action]}; ${unchanged}.`;
}

function describeUnchanged(action: PageAction, count: number): string {
  const have = formatCount(count, "Lead hat", "Leads haben");
  if (action === "addTag") return `${have} ihn schon, oder schon ${MAX_TAGS} Tags`;
  return `${formatCount(count, "Lead war", "Leads waren")} schon so`;
}

/** What the form around the list asks for. */
export type BulkOrderForm =
  | { kind: "do"; action: PageAction; tag: string | undefined; ids: string[] }
  /** All that the filter matches: `expectedCount` is there once the person has confirmed it. */
  | { kind: "all"; action: PageAction; tag: string | undefined; expectedCount: number | null }
  | { kind: "fault"; message: string };

const FormSchema = z.object({
  /** A row's own button: „favorite:<id>“. */
  row: z
    .string()
    .regex(/^\w+:.+$/)
    .optional(),
  action: z.enum(PAGE_ACTIONS).optional(),
  tag: z.string().optional(),
  scope: z.enum(["page", "all"]).default("page"),
  expectedCount: z.coerce.number().int().min(0).optional(),
});

const UNKNOWN: BulkOrderForm = {
  kind: "fault",
  message: "Diese Sammelaktion gibt es nicht. Nichts wurde geändert.",
};

/** Reads the form around the list, or the address of the question that a filter-wide action asks first. */
export function parseBulkForm(fields: FormData | URLSearchParams): BulkOrderForm {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const parsed = FormSchema.safeParse({
    row: text("row"),
    action: text("action"),
    tag: text("tag"),
    scope: text("scope"),
    expectedCount: text("expectedCount"),
  });
  if (!parsed.success) return UNKNOWN;
  const { row, scope, expectedCount } = parsed.data;
  if (row !== undefined) return parseRow(row);
  const { action } = parsed.data;
  if (action === undefined) return UNKNOWN;
  const needsTag = action === "addTag" || action === "removeTag";
  const tag = needsTag ? TagSchema.safeParse(parsed.data.tag ?? "") : undefined;
  if (tag?.success === false) {
    return { kind: "fault", message: tag.error.issues[0]?.message ?? "Einen Tag eingeben." };
  }
  const order = { action, tag: tag?.data };
  if (scope === "all") return { kind: "all", ...order, expectedCount: expectedCount ?? null };
  const ids = fields.getAll("id").filter((id) => typeof id === "string");
  if (ids.length === 0) {
    return { kind: "fault", message: "Kein Lead ist ausgewählt. Nichts wurde geändert." };
  }
  return { kind: "do", ...order, ids };
}

/** A button of a row has no field for a tag. */
const RowActionSchema = z.enum(PAGE_ACTIONS).exclude(["addTag", "removeTag"]);

function parseRow(row: string): BulkOrderForm {
  const separator = row.indexOf(":");
  const action = RowActionSchema.safeParse(row.slice(0, separator));
  if (!action.success) return UNKNOWN;
  return { kind: "do", action: action.data, tag: undefined, ids: [row.slice(separator + 1)] };
}
