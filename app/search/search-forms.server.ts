import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { v7 as uuid } from "uuid";
import { isRefusal } from "../refusal";
import { formText } from "../text/form-text";
import { outcomesOf, type PairRow, readRows, submitQueue } from "./queue/queue-form.server";
import { MAX_QUEUE } from "./queue/search-pair";
import { repeatSearch } from "./search-history.server";
import { SearchFormSchema, type SearchInput } from "./search-input";
import { jobAddress, queueAddress } from "./search-mode";
import { readTab } from "./search-page.server";
import { startSearch } from "./start-search.server";
import { submitDescription, typedDescription } from "./suggest/description-form.server";
import { type SupplementServices, startSupplement } from "./supplement/start-supplement.server";

/** The rows of suggested searches, told from those before them by an id: also the same ones may have come again. */
interface ShownPairs {
  id: string;
  rows: PairRow[];
  problem: string | null;
}

/** What the form of the direct search holds, as text. */
export interface SearchValues {
  query: string;
  region: string;
  count: string;
}

/** What the page shows after a form of it was sent and the page is not left. */
interface SearchReply {
  status: number;
  /** Of the form of the direct search. */
  submission?: SubmissionResult;
  /** What the form of the direct search is filled with anew. */
  values?: SearchValues;
  /** Of the description, with the searches suggested for it. */
  described?: { description: string; error: string | null; problem: string | null };
  pairs?: ShownPairs;
  /** Why something else could not be started. */
  problem?: string;
}

/** Where to go, what to show, or that there is nothing of that name. */
type SearchOutcome = { to: string } | { reply: SearchReply } | undefined;

interface Sent {
  form: FormData;
  /** The page's address, as the form names it. */
  url: URL;
  actor: string;
  signal: AbortSignal;
}

const INCOMPLETE = "Der Suche fehlt eine Angabe. Unten ergänzen und dann starten.";

type Answer = (services: SupplementServices, sent: Sent) => Promise<SearchOutcome>;

/** The end of a form that can't be answered while something is missing. */
function notReady(error: unknown): SearchOutcome {
  if (!isRefusal(error, 409)) throw error;
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
    if (!isRefusal(error, 409)) throw error;
    const reply = submission.reply({ formErrors: [error.message] });
    return { reply: { status: 409, submission: reply } };
  }
};

/** The rows as they were sent, no more than the form has. */
function keepRows(rows: readonly PairRow[]): ShownPairs {
  return { id: uuid(), rows: rows.slice(0, MAX_QUEUE), problem: null };
}

const suggest: Answer = async (services, { form, url, signal }) => {
  const mode = readTab(url.searchParams) ?? "custom";
  const outcome = await submitDescription(services, form, mode, signal);
  const described = { description: typedDescription(form), error: null, problem: null };
  if ("pairs" in outcome) {
    const rows = outcome.pairs.map((pair) => ({ ...pair, isDropped: false, errors: {} }));
    return { reply: { status: 200, described, pairs: { id: uuid(), rows, problem: null } } };
  }
  const { status, ...fault } = outcome;
  const reply: SearchReply = { status, described: { ...described, ...fault } };
  const rows = readRows(form);
  return { reply: rows.length === 0 ? reply : { ...reply, pairs: keepRows(rows) } };
};

const startQueue: Answer = async (services, { form, url, actor }) => {
  const mode = readTab(url.searchParams) ?? "custom";
  const outcome = await submitQueue(services, form, mode, actor);
  if ("queueId" in outcome) return { to: queueAddress(outcome.queueId) };
  const described = { description: typedDescription(form), error: null, problem: null };
  const { status, rows, problem } = outcome;
  return { reply: { status, described, pairs: { id: uuid(), rows, problem } } };
};

/** A search that lacks something, in the form of the direct search with a sentence at what is missing. */
function askDirectly({ query, region, count }: SearchInput): SearchReply {
  const values = { query, region, count: String(count) };
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const submission = parseWithZod(form, { schema: SearchFormSchema }).reply();
  return { status: 422, submission, values, problem: INCOMPLETE };
}

/** The same as a row of searches to start, where they are kept under a mode. */
function askInRow({ query, region }: SearchInput): SearchReply {
  const row: PairRow = { query, region, isDropped: false, errors: {} };
  const judged = outcomesOf([row]);
  const rows = "rows" in judged ? judged.rows : [row];
  return { status: 422, pairs: { id: uuid(), rows, problem: null }, problem: INCOMPLETE };
}

const repeat: Answer = async (services, { form, url, actor }) => {
  try {
    const started = await repeatSearch(services, formText(form, "searchId"), actor);
    if (started === undefined) return undefined;
    const tab = readTab(url.searchParams);
    if (!("incomplete" in started)) return { to: jobAddress(tab, started.job.id) };
    return { reply: tab === null ? askDirectly(started.incomplete) : askInRow(started.incomplete) };
  } catch (error) {
    return notReady(error);
  }
};

const supplement: Answer = async (services, { url, actor }) => {
  const jobId = url.searchParams.get("job") ?? "";
  try {
    const started = await startSupplement(services, jobId, { actor });
    if (started === undefined) return undefined;
    const queueId = url.searchParams.get("reihe");
    const tab = readTab(url.searchParams);
    return { to: queueId === null ? jobAddress(tab, jobId) : queueAddress(queueId) };
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
