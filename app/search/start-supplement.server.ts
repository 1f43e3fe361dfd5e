import { z } from "zod";
import type { Db } from "~db/client";
import { findJobResults } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import { wasModelAskedForSupplement } from "~db/queries/model-calls";
import { getSupplement, insertSupplement, type SupplementRow } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import { refuseUnknownJob } from "../jobs/api.server";
import { isFinished } from "../jobs/job";
import { searchParamsOf } from "../jobs/kinds/job-params.server";
import { JOB_KINDS, WEB_KEY } from "../jobs/kinds/registry";
import { countMissing, queueSupplement } from "../jobs/kinds/search-sources.server";
import { type StartServices, unavailableReason } from "../jobs/kinds/start-job.server";
import type { JobRun, Pipeline, PipelineServices } from "../jobs/runner/job-run.server";
import { askModel, isModelFailure } from "../language-model/ask-model.server";
import { brokenRules, type ReadAnswer } from "../language-model/model-answer";
import { conflict } from "../refusal";
import { withoutRegion } from "./read-suggestions.server";
import type { Supplement } from "./search-schema";
import { isSameQuery, MAX_SUGGESTED_TEXT, queryError } from "./search-words.server";

function readQuery(
  value: object,
  job: Pick<JobRow, "query" | "region">,
): ReadAnswer<z.infer<typeof AnswerSchema>> {
  const given = AnswerSchema.strip().safeParse(value).data?.query ?? "";
  const query = withoutRegion(given, job.region ?? "");
  const error = isSameQuery(query, job.query)
    ? "Der neue Suchbegriff ist der bisherige."
    : queryError(query);
  return error === null ? { answer: { query } } : { fault: brokenRules([error]) };
}

const INSTRUCTIONS = `Du hilfst einem deutschen Vertriebsteam bei der Firmensuche. Eine Suche auf der Landkarte hat weniger Firmen gefunden als verlangt. Nun wird mit einem besseren Suchbegriff im Web weitergesucht, in derselben Region.

Die Daten enthalten den bisherigen Suchbegriff („query“), die Region („region“), wie viele Firmen verlangt („requested“) und gefunden („stored“) wurden, und einige der gefundenen Firmen als Beispiele („examples“).

Antworte mit einem einzigen neuen Suchbegriff, der weitere Firmen derselben Art findet:
- die geläufigste andere Bezeichnung der Branche, ein Oberbegriff oder ein enger Nachbarbegriff; keine andere Branche,
- nicht der bisherige Suchbegriff, auch nicht in anderer Schreibweise oder mit vertauschten Wörtern,
- ohne den Namen einer einzelnen Firma und ohne die Region,
- höchstens ${MAX_SUGGESTED_TEXT} Zeichen: Buchstaben, Ziffern, Leerzeichen, & - und Punkt, keine Anführungszeichen und keine Suchoperatoren.`;

export interface SupplementServices extends StartServices {
  timeZone: string;
}

const AnswerSchema = z.strictObject({ query: z.string() });
const EXAMPLES = 10;
const MAX_EXAMPLE = 100;
/** A person waits; the original query is the fallback. */
const TIME_LIMIT_MS = 20_000;

/** Concurrent callers share one search and pay for one answer. */
const underWay = new Map<string, Promise<Supplement>>();

function toSupplement({ supplementId, query, generated }: SupplementRow): Supplement {
  return { jobId: supplementId, query, generated: generated === 1 };
}

function stateReason(job: JobRow): string | null {
  if (JOB_KINDS[job.kind].continuesAs === undefined)
    return "Nur eine Kartensuche lässt sich ergänzen.";
  if (!isFinished(job))
    return "Die Suche läuft noch. Ergänzen lässt sie sich, wenn sie fertig ist.";
  return job.status === "complete"
    ? null
    : "Diese Suche ist nicht zu Ende gelaufen. Statt sie zu ergänzen, die Suche erneut starten.";
}

const FOUND_ENOUGH = "Diese Suche hat so viele Firmen gefunden wie verlangt.";
const OPEN_PART =
  "Die Websuche dieser Suche läuft noch. Ergänzen lässt sie sich, wenn dann noch Firmen fehlen.";

type Wording = Pick<Supplement, "query" | "generated"> & { warnings: string[] };

function originalWording({ query }: JobRow, ...warnings: string[]): Wording {
  return { query, generated: false, warnings };
}

/** Falls back to the original query, with the reason. */
async function findWording(
  services: Pick<SupplementServices, "db" | "providers" | "timeZone">,
  job: JobRow,
  by: { signal: AbortSignal; jobId: string },
): Promise<Wording> {
  const model = await services.providers.languageModel();
  if (model === null) return originalWording(job);
  const { id, query, requested, stored } = job;
  const region = job.region ?? "";
  const { results } = await findJobResults(services.db, id, "stored", EXAMPLES, 0);
  const examples = results.flatMap(({ companyName }) => companyName?.slice(0, MAX_EXAMPLE) ?? []);
  try {
    const answer = await askModel(
      services,
      model,
      {
        purpose: "supplement",
        instructions: INSTRUCTIONS,
        data: { query, region, requested, stored, examples },
        schema: AnswerSchema,
        read: (value) => readQuery(value, job),
        timeLimitMs: TIME_LIMIT_MS,
      },
      by,
    );
    return { query: answer.query, generated: true, warnings: [] };
  } catch (error) {
    if (!isModelFailure(error)) throw error;
    return originalWording(job, `Kein besserer Suchbegriff: ${error.message}`);
  }
}

function saveTerm(
  trx: Db,
  { id: jobId }: JobRow,
  supplementId: string,
  { query, generated }: Pick<Wording, "query" | "generated">,
) {
  const row = { jobId, supplementId, query, generated: generated ? 1 : 0 } as const;
  return insertSupplement(trx, { ...row, createdAt: Date.now() });
}

const LOST_ANSWER =
  "Kein besserer Suchbegriff: Die Antwort des Sprachmodells ging verloren, als der Server anhielt.";

/** Asks the model once, so that a restart pays nothing twice. */
async function decideTerm(services: PipelineServices, run: JobRun): Promise<void> {
  const { id, parentId } = run.job;
  const params = searchParamsOf(run.job);
  const job = parentId === null ? undefined : await getJob(run.db, parentId);
  if (job === undefined || !params.supplement) return;
  const known = await getSupplement(run.db, job.id);
  if (known?.supplementId === id) return;
  const { warnings, ...term } =
    known !== undefined
      ? { ...toSupplement(known), warnings: [] }
      : (await wasModelAskedForSupplement(run.db, id))
        ? originalWording(job, LOST_ANSWER)
        : await findWording({ ...services, db: run.db }, job, { signal: run.signal, jobId: id });
  await run.step(async (trx) => {
    if (known === undefined) await saveTerm(trx, job, id, term);
    const { query } = term;
    const own = JSON.stringify({ ...params, query });
    return { change: { query, params: own, warnings: JSON.stringify(warnings) } };
  });
}

/** Decides the supplement's term before it searches. */
export function supplementingPipeline(services: PipelineServices, web: Pipeline): Pipeline {
  return {
    async run(run) {
      await decideTerm(services, run);
      await web.run(run);
    },
  };
}

async function begin(services: SupplementServices, job: JobRow, actor: string) {
  const jobId = job.id;
  const known = await getSupplement(services.db, jobId);
  if (known !== undefined) return toSupplement(known);
  const reason = stateReason(job) ?? (await unavailableReason(services, [WEB_KEY]));
  if (reason !== null) throw conflict(reason);
  const { missing, isOpen } = await countMissing(services.db, job);
  if (missing <= 0) throw conflict(isOpen ? OPEN_PART : FOUND_ENOUGH);
  // Not the caller's signal: others may wait for the answer.
  const { signal } = new AbortController();
  const { generated, ...wording } = await findWording(services, job, { signal, jobId });
  const row = await services.db.transaction().execute(async (trx) => {
    const begun = await getSupplement(trx, jobId);
    if (begun !== undefined) return begun;
    const input = { ...wording, count: missing };
    const search = await queueSupplement(trx, job, input, { actor, now: Date.now() });
    return saveTerm(trx, job, search.id, { ...wording, generated });
  });
  services.jobs.wake();
  return toSupplement(row);
}

/**
 * Further calls return the first one's result.
 * @throws Refusal for an unknown job, when it can't be supplemented, or a key is missing
 */
export async function startSupplement(
  services: SupplementServices,
  jobId: string,
  actor: string,
): Promise<Supplement> {
  const job = (await getJob(services.db, jobId)) ?? refuseUnknownJob();
  const begun = underWay.get(jobId);
  const call = begun ?? begin(services, job, actor).finally(() => underWay.delete(jobId));
  underWay.set(jobId, call);
  return call;
}
