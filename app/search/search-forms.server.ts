import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NotReadyError } from "../pipelines/not-ready-error";
import { formText } from "../text/form-text";
import { type PairRow, submitQueue } from "./queue/queue-form.server";
import { repeatSearch } from "./search-history.server";
import { SearchFormSchema } from "./search-input";
import { jobAddress } from "./search-mode";
import { readTab } from "./search-page.server";
import { startSearch } from "./start-search.server";
import { submitDescription, typedDescription } from "./suggest/description-form.server";
import { type SupplementServices, startSupplement } from "./supplement/start-supplement.server";

/** What the page shows after a form of it was sent and the page is not left. */
export interface SearchReply {
  status: number;
  /** Of the form of the direct search. */
  submission?: SubmissionResult;
  /** Of the description, with the searches suggested for it. */
  described?: { description: string; error: string | null; problem: string | null };
  pairs?: { rows: PairRow[]; problem: string | null };
  /** Why something else could not be started. */
  problem?: string;
}

/** Where to go, what to show, or that there is nothing of that name. */
export type SearchOutcome = { to: string } | { reply: SearchReply } | undefined;

interface Sent {
  form: FormData;
  /** The page's address, as the form names it. */
  url: URL;
  actor: string;
  signal: AbortSignal;
}

type Answer = (services: SupplementServices, sent: Sent) => Promise<SearchOutcome>;

/** The end of a form that can't be answered while something is missing. */
function notReady(error: unknown): SearchOutcome {
  if (!(error instanceof NotReadyError)) throw error;
  return { reply: { status: 409, problem: error.message } };
}

const search: Answer = async (services, { form, actor }) => {
  const submission = parseWithZod(form, { schema: SearchFormSchema });
  if (submission.status !== "success") {
    return { reply: { status: 422, submission: submission.reply() } };
  }
  try {
    const { job } = await startSearch(services, submission.value, actor);
    return { to: `/suche?job=${job.id}` };
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    const reply = submission.reply({ formErrors: [error.message] });
    return { reply: { status: 409, submission: reply } };
  }
};

const suggest: Answer = async (services, { form, url, signal }) => {
  const mode = readTab(url.searchParams) ?? "custom";
  const outcome = await submitDescription(services, form, mode, signal);
  const described = { description: typedDescription(form), error: null, problem: null };
  if ("pairs" in outcome) {
    const rows = outcome.pairs.map((pair) => ({ ...pair, isDropped: false, errors: {} }));
    return { reply: { status: 200, described, pairs: { rows, problem: null } } };
  }
  const { status, ...fault } = outcome;
  return { reply: { status, described: { ...described, ...fault } } };
};

const startQueue: Answer = async (services, { form, url, actor }) => {
  const mode = readTab(url.searchParams) ?? "custom";
  const outcome = await submitQueue(services, form, mode, actor);
  if ("queueId" in outcome) return { to: `/suche?reihe=${outcome.queueId}` };
  const described = { description: typedDescription(form), error: null, problem: null };
  return { reply: { status: outcome.status, described, pairs: outcome } };
};

const repeat: Answer = async (services, { form, url, actor }) => {
  try {
    const started = await repeatSearch(services, formText(form, "searchId"), actor);
    return started && { to: jobAddress(readTab(url.searchParams), started.job.id) };
  } catch (error) {
    return notReady(error);
  }
};

const supplement: Answer = async (services, { url, actor }) => {
  const jobId = url.searchParams.get("job") ?? "";
  try {
    const started = await startSupplement(services, jobId, { actor });
    return started && { to: jobAddress(readTab(url.searchParams), jobId) };
  } catch (error) {
    return notReady(error);
  }
};

const ANSWERS: ReadonlyMap<string, Answer> = new Map([
  ["", search],
  ["suggest", suggest],
  ["start-queue", startQueue],
  ["repeat", repeat],
  ["supplement", supplement],
]);

/** Does what a form of the search page asks for; undefined when it asks for something that is not there. */
export async function answerSearchForm(
  services: SupplementServices,
  sent: Sent,
): Promise<SearchOutcome> {
  return ANSWERS.get(formText(sent.form, "intent"))?.(services, sent);
}
