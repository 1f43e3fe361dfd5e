import {
  JOB_PARAMS,
  type ProfilesParams,
  type UploadedParams,
} from "../../jobs/kinds/job-params.server";
import { PROFILES_KEY } from "../../jobs/kinds/registry";
import {
  JobFailure,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import { loadUpload } from "../../jobs/uploads.server";
import type { ProfileOrder } from "../../providers/profile-search";
import type { FileTable } from "../../reading/tables/fields";
import { readTable } from "../../reading/tables/read-table.server";
import { isRefusal } from "../../refusal";
import { SEARCH_SHARE } from "../company-search/search-companies.server";
import { companyEmails, type EmailQuestion, personEmails } from "../emails/email-question";
import { findEmails } from "../emails/find-emails.server";
import { awaitFile, awaitProfiles } from "./await-order.server";
import {
  type Fetching,
  type ProfilesCheckpoint,
  placeOrder,
  readCheckpoint,
} from "./place-order.server";
import { storeProfiles } from "./store-profiles.server";

const FILE_PROVIDER = "datei";
const DOWNLOADED = 45;
const MOST_PROGRESS = 99;

const profileEmails: EmailQuestion = {
  wanted: personEmails.wanted,
  isPersonal: personEmails.isPersonal,
  about: (item) => personEmails.about(item) ?? companyEmails.about(item),
};

export function profilesPipeline(
  services: PipelineServices,
  readFile: (bytes: Uint8Array) => Promise<FileTable> = readTable,
): Pipeline {
  async function findFile(run: JobRun, params: ProfilesParams): Promise<FoundFile | null> {
    if ("uploadId" in params) return uploadedFile(run, params);
    const search = await services.providers.profiles();
    if (search === null) throw new JobFailure(PROFILES_KEY.missing, "missing_key");
    const { ledger, retrySpeed } = services;
    return fetchFile({ run, search, ledger, params, retrySpeed }, readFile);
  }

  return {
    async run(run) {
      const params = JOB_PARAMS.profiles.parse(JSON.parse(run.job.params));
      if (!readCheckpoint(run.job.checkpoint).isStored) {
        const file = await findFile(run, params);
        if (file === null) return;
        const { enrich } = params;
        const to = enrich ? SEARCH_SHARE : MOST_PROGRESS;
        const progress = { from: file.from, to };
        await readable(file.label, () => storeProfiles(run, { ...file, enrich, progress }));
      }
      if (params.enrich) await findEmails(run, services, SEARCH_SHARE, profileEmails);
    },
  };
}

interface FoundFile {
  table: FileTable;
  provider: string;
  label: string;
  from: number;
}

/** Null when the search brought nothing; the job then says so. */
async function fetchFile(
  fetching: Fetching,
  readFile: (bytes: Uint8Array) => Promise<FileTable>,
): Promise<FoundFile | null> {
  const { run, search } = fetching;
  const finished = await fetchOrder(fetching);
  if (finished === null) return null;
  if (finished.scraped === 0) {
    await run.warn(`${search.name} hat zu dieser Suche keine Profile geholt.`);
    return null;
  }
  const url = await awaitFile(fetching, finished);
  const bytes = await search.downloadFile(url, run.signal);
  const label = `Datei von ${search.name}: `;
  const table = await readable(label, () => readFile(bytes));
  return { table, provider: search.id, label, from: DOWNLOADED };
}

/** A lost order is forgotten, so that a restart orders anew. */
async function fetchOrder(fetching: Fetching): Promise<ProfileOrder | null> {
  const { run, search } = fetching;
  try {
    const order = await placeOrder(fetching);
    if (order === null) return null;
    const finished = await awaitProfiles(fetching, order);
    await closeOrder(fetching, finished);
    return finished;
  } catch (error) {
    const { orderId } = readCheckpoint(run.job.checkpoint);
    if (orderId !== null && error instanceof JobFailure) await closeOrder(fetching, null);
    const isCancelled = run.signal.aborted && run.signal.reason === "cancelled";
    if (orderId !== null && isCancelled) {
      await run.warn(
        `Beim Abbrechen lief der Auftrag bei ${search.name} weiter und wird dort bezahlt. „Erneut starten“ setzt den Lauf mit ihm fort.`,
      );
    }
    throw error;
  }
}

/** @param order null where it is lost */
async function closeOrder({ run, ledger }: Fetching, order: ProfileOrder | null): Promise<void> {
  await run.step(async (trx, job) => {
    const before = readCheckpoint(job.checkpoint);
    const { booked } = before;
    if (booked !== null && order !== null) await ledger.settle(trx, booked, order.scraped);
    if (booked !== null && order === null) await ledger.fail(trx, booked);
    const checkpoint: ProfilesCheckpoint = { ...before, booked: null, orderId: order?.id ?? null };
    return { change: { checkpoint: JSON.stringify(checkpoint) } };
  });
}

async function uploadedFile(run: JobRun, params: UploadedParams): Promise<FoundFile> {
  const upload = await loadUpload(run.db, params.uploadId);
  if (upload === undefined) {
    throw new JobFailure("Die hochgeladene Datei ist nicht mehr da. Bitte noch einmal hochladen.");
  }
  return { table: upload.table, provider: FILE_PROVIDER, label: "", from: 2 };
}

async function readable<Answer>(label: string, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!isRefusal(error, 422)) throw error;
    throw new JobFailure(`${label}${error.message}`);
  }
}
