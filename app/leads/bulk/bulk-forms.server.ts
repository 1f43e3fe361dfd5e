import { z } from "zod";
import { getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import type { Flash } from "../../http/flash.server";
import { type PageForm, type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { Refusal } from "../../refusal";
import { LeadPatchSchema } from "../edit/lead-patch";
import { parsePageQuery } from "../list/parse-query.server";
import { TagSchema } from "../tag-schema.server";
import { countExactly, outcomeReply } from "./bulk-leads.server";
import { BulkParamsSchema } from "./bulk-params.server";
import { BlockReasonSchema } from "./bulk-request.server";
import {
  needsConfirmation,
  PAGE_ACTION_NAMES,
  type PageActionName,
  removesLeads,
  reportEnd,
  takesArgument,
} from "./page-actions";
import {
  type BulkActionServices,
  findSelectedSeqs,
  runBulkAction,
  type Selection,
} from "./run-bulk-action.server";

const UNKNOWN = "Diese Sammelaktion gibt es nicht. Nichts wurde geändert.";

const Fields = z.object({
  scope: z.enum(["page", "all"], UNKNOWN).default("page"),
  id: z.array(z.string(UNKNOWN), UNKNOWN).default([]),
  filter: z.string(UNKNOWN).default(""),
  /** Absent if the list has no exact count. */
  expectedCount: z.int(UNKNOWN).min(0, UNKNOWN).optional(),
  followUpAt: z.string(UNKNOWN).optional(),
  reason: z.string(UNKNOWN).optional(),
  isConfirmed: z.literal("1", UNKNOWN).optional(),
});

const NoTag = z.unknown().transform(() => undefined);

function selectedIds({ id }: z.infer<typeof Fields>): string[] {
  if (id.length > 0) return id;
  throw new Refusal(422, "Kein Lead ist ausgewählt. Nichts wurde geändert.");
}

function selectionOf(sent: z.infer<typeof Fields>, rowId: string): Selection {
  if (rowId !== "") return { ids: [rowId] };
  if (sent.scope === "page") return { ids: selectedIds(sent) };
  const { query, issues } = parsePageQuery(new URLSearchParams(sent.filter));
  // Dropping an unusable filter would select too many leads.
  if (issues.length === 0) return { filter: query, expectedCount: sent.expectedCount ?? 0 };
  throw new Refusal(422, "Ein Filter in der Adresse gilt nicht. Nichts wurde geändert.");
}

/**
 * Buttons of a row set `stay`: their form is sent without leaving the page. A list that shows the progress of jobs
 * sets `inPlace`.
 */
function backOf(form: FormData, isDeletion = false) {
  if (form.has("stay")) return { reply: {} };
  const back = safePath(form.get("back"), "/leadspeicher");
  if (!isDeletion) return { back };
  // The open lead may be among the deleted ones, and nothing is left of the selection.
  const list = back.replace(/^\/leadspeicher\/[^?]*/, "/leadspeicher");
  return { back: list.replace(/([?&])auswahl=alle&?/, "$1").replace(/[?&]$/, "") };
}

/** A list may have grown since its hits were counted; the question names the new number. */
async function mustAsk(
  { db, timeZone }: BulkActionServices,
  name: PageActionName,
  { filter }: Extract<Selection, { filter: unknown }>,
  { expectedCount, isConfirmed }: z.infer<typeof Fields>,
): Promise<boolean> {
  if (expectedCount === undefined) return true;
  if (!isConfirmed && needsConfirmation(name, expectedCount)) return true;
  return (await countExactly(db, filter, timeZone)) !== expectedCount;
}

function readDay(day: string | undefined): string {
  const read = LeadPatchSchema.shape.followUpAt.safeParse(day).data;
  if (read) return read;
  throw new Refusal(422, "Bitte einen Tag für die Wiedervorlage wählen. Nichts wurde geändert.");
}

function readReason(typed: string | undefined): string {
  const { data, error } = BlockReasonSchema.safeParse(typed);
  if (data !== undefined) return data;
  throw new Refusal(422, `${error.issues[0]?.message} Nichts wurde geändert.`);
}

function bulkForm(services: BulkActionServices, actor: string, name: PageActionName): PageForm {
  const takesTag = name === "addTag" || name === "removeTag";
  return pageForm({
    schema: Fields.extend({ tag: takesTag ? TagSchema : NoTag.optional() }),
    refusedTo: backOf,
    async run({ tag, ...sent }, { form, argument }) {
      const rowId = takesArgument(name) ? "" : argument;
      const owner = name === "assign" ? argument : undefined;
      if (owner === "") throw new Refusal(422, "Niemand ist genannt. Nichts wurde geändert.");
      const followUpAt = name === "followUp" ? readDay(argument || sent.followUpAt) : undefined;
      const reason = name === "block" ? readReason(argument || sent.reason) : undefined;
      const selection = selectionOf(sent, rowId);
      if ("filter" in selection && (await mustAsk(services, name, selection, sent))) {
        const question = new URLSearchParams(sent.filter);
        question.set("auswahl", "alle");
        question.set("aktion", name);
        question.set("mit", tag ?? owner ?? followUpAt ?? reason ?? "");
        const shown = new URLSearchParams(String(form.get("back")).split("?")[1]);
        for (const part of ["page", "pageSize"]) {
          const value = shown.get(part);
          if (value !== null) question.set(part, value);
        }
        return { to: `/leadspeicher?${question}` };
      }
      const done = { name, tag, owner };
      const request = { ...done, followUpAt, reason, selection };
      const outcome = await runBulkAction(services, request, actor);
      const isDone = outcome.changed > 0 || outcome.underWay !== undefined;
      const back = backOf(form, removesLeads(name) && isDone);
      if (rowId !== "") return back;
      return { ...back, ...outcomeReply(done, outcome, form.has("inPlace")) };
    },
  });
}

const exportForm = pageForm({
  schema: Fields,
  refusedTo: backOf,
  async run(sent) {
    const query = sent.scope === "all" ? sent.filter : { ids: selectedIds(sent).join(",") };
    return { to: `/leadspeicher/export?${new URLSearchParams(query)}` };
  },
});

function endOf(job: JobRow): { flash?: Flash } {
  if (job.kind !== "bulk") return {};
  const params = BulkParamsSchema.parse(JSON.parse(job.params));
  const report = reportEnd(params, job);
  const { actionId } = params;
  const undo = job.stored > 0 && actionId !== undefined ? { undo: { actionId } } : {};
  if (job.status === "complete") return { flash: { text: report, ...undo } };
  const text = [`${job.query}:`, job.error, report].filter(Boolean).join(" ");
  return { flash: { text, tone: "warn", ...undo } };
}

/** Buttons of a row append the lead's id: „favorite:<id>“. */
export function bulkForms(services: BulkActionServices, actor: string): PageForms {
  const actions = PAGE_ACTION_NAMES.map((name) => [name, bulkForm(services, actor, name)]);
  // That page says what the search costs, and starts it.
  const persons = pageForm({
    schema: Fields,
    refusedTo: backOf,
    async run(sent, { argument: rowId }) {
      const seqs = await findSelectedSeqs(services, selectionOf(sent, rowId));
      return { to: `/pipelines/csv?liste=${await services.listLeads(seqs, actor)}` };
    },
  });
  // Sent by a page that showed the progress of the job.
  const ended = pageForm({
    schema: z.object({}),
    async run(_, { argument: jobId }) {
      const job = await getJob(services.db, jobId);
      return { reply: {}, ...(job && endOf(job)) };
    },
  });
  return { ...Object.fromEntries(actions), export: exportForm, persons, ended };
}
