import { z } from "zod";
import { formatCount } from "../../format/german";
import { type PageForm, type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { Refusal } from "../../refusal";
import { parsePageQuery } from "../list/parse-query.server";
import { TagSchema } from "../tag-schema.server";
import { type BulkServices, countExactly } from "./bulk-leads.server";
import {
  isPageAction,
  PAGE_ACTION_NAMES,
  PAGE_ACTIONS,
  type PageActionName,
  reportAction,
} from "./page-actions";
import { type BulkActionServices, runBulkAction, type Selection } from "./run-bulk-action.server";

const UNKNOWN = "Diese Sammelaktion gibt es nicht. Nichts wurde geändert.";

const Fields = z.object({
  scope: z.enum(["page", "all"], UNKNOWN).default("page"),
  id: z.array(z.string(UNKNOWN), UNKNOWN).default([]),
  filter: z.string(UNKNOWN).default(""),
  /** The count that the question named; absent before it was asked. */
  expectedCount: z.int(UNKNOWN).min(0, UNKNOWN).optional(),
});

function tagOf(name: PageActionName) {
  const takesTag = name === "addTag" || name === "removeTag";
  return takesTag
    ? TagSchema
    : z
        .unknown()
        .transform(() => undefined)
        .optional();
}

function selectionOf(sent: z.infer<typeof Fields>, rowId: string): Selection {
  if (rowId !== "") return { ids: [rowId] };
  if (sent.scope === "page") {
    if (sent.id.length > 0) return { ids: sent.id };
    throw new Refusal(422, "Kein Lead ist ausgewählt. Nichts wurde geändert.");
  }
  const { query, issues } = parsePageQuery(new URLSearchParams(sent.filter));
  // Without the filter that can't be used, the others would match more than was meant.
  if (issues.length === 0) return { filter: query, expectedCount: sent.expectedCount ?? 0 };
  throw new Refusal(422, "Ein Filter in der Adresse gilt nicht. Nichts wurde geändert.");
}

/** Back to the list, or nowhere: a row's own button is sent beside the page. */
function backOf(form: FormData, isDeletion = false) {
  if (form.has("stay")) return { reply: {} };
  const back = safePath(form.get("back"), "/leadspeicher");
  // The lead whose panel was open may be among the deleted ones.
  return { back: isDeletion ? back.replace(/^\/leadspeicher\/[^?]*/, "/leadspeicher") : back };
}

function bulkForm(services: BulkActionServices, actor: string, name: PageActionName): PageForm {
  return pageForm({
    schema: Fields.extend({ tag: tagOf(name) }),
    refusedTo: backOf,
    async run({ tag, ...sent }, { form, argument: rowId }) {
      if (rowId === "" && sent.scope === "all" && sent.expectedCount === undefined) {
        const question = new URLSearchParams(sent.filter);
        question.set("aktion", name);
        question.set("mit", tag ?? "");
        return { to: `/leadspeicher/sammelaktion?${question}` };
      }
      const request = { name, tag, selection: selectionOf(sent, rowId) };
      const { deletionId, isUnderWay, ...outcome } = await runBulkAction(services, request, actor);
      if (isUnderWay) return { to: `/ergebnisse/${outcome.jobId}` };
      const isDeletion = deletionId !== undefined && outcome.changed > 0;
      const text = reportAction(name, outcome, tag);
      const flash = isDeletion ? { text, undo: { deletionId } } : { text };
      // A row's own button shows what it did.
      return { ...backOf(form, isDeletion), flash: rowId === "" ? flash : undefined };
    },
  });
}

/** The bulk actions of the list, and the buttons of single rows, which name their lead behind the colon. */
export function bulkForms(services: BulkActionServices, actor: string): PageForms {
  return Object.fromEntries(
    PAGE_ACTION_NAMES.map((name) => [name, bulkForm(services, actor, name)]),
  );
}

/** The question before an action on all hits of a filter; null when its address does not make one. */
export async function askBulk(
  { db, timeZone }: Pick<BulkServices, "db" | "timeZone">,
  searchParams: URLSearchParams,
) {
  const { aktion: name = "", mit = "" } = Object.fromEntries(searchParams);
  const filter = new URLSearchParams(searchParams);
  filter.delete("aktion");
  filter.delete("mit");
  const { query, issues } = parsePageQuery(filter);
  if (!isPageAction(name) || issues.length > 0) return null;
  const tag = tagOf(name).safeParse(mit);
  if (!tag.success) return null;
  const count = await countExactly(db, query, timeZone);
  const label = PAGE_ACTIONS[name].label(formatCount(count, "Lead", "Leads"), tag.data ?? "");
  return { action: name, tag: tag.data, count, label, filter: filter.toString() };
}
