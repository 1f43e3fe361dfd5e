import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { z } from "zod";
import { ImprintReadingSchema } from "../../imprint/imprint";
import type { SiteDocument } from "./fetch-site.server";
import { SiteError } from "./site-error";

/** A page as it was fetched. */
export type DocumentSource = Pick<SiteDocument, "url" | "contentType" | "charset" | "bytes"> & {
  /** A link calls it an Impressum. */
  isImpressum?: boolean;
};

/** The facts of a page: plain data of bounded size. */
const DocumentFactsSchema = z.object({
  title: z.string(),
  /** The visible text, a line for each block. */
  text: z.string(),
  /** Pages of the web it points to, each once: absolute, http or https, without fragment. */
  links: z.array(z.object({ url: z.string(), text: z.string() })),
  /** A part of it is called the Impressum. */
  holdsImpressum: z.boolean(),
  /** It shows next to nothing before its scripts have run. */
  needsScripts: z.boolean(),
  /** Null where nothing of one stands there. */
  imprint: ImprintReadingSchema.nullable(),
});
export type DocumentFacts = z.infer<typeof DocumentFactsSchema>;
export type PageFacts = Omit<DocumentFacts, "imprint">;
export type DocumentLink = DocumentFacts["links"][number];

export type DocumentReader = ReturnType<typeof createDocumentReader>;

export interface DocumentReaderOptions {
  /** The thread's program. */
  worker?: URL;
  /** For one page, in milliseconds. */
  timeLimitMs?: number;
}

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/providers/website/read-document.worker.js"));
const MAX_WORKERS = 2;
/** An ordinary page of 1 MB takes up to half a second on a small machine, and several times that on a busy one. */
const TIME_LIMIT_MS = 6_000;
const MEMORY_LIMIT_MB = 128;

/** The next word of a thread. @throws once it ends or its time does where it has one, and ends it then */
async function nextMessage(worker: Worker, limitMs?: number): Promise<unknown> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  worker.once("exit", end);
  try {
    const [message]: unknown[] = await once(worker, "message", { signal: over.signal });
    return message;
  } catch (error) {
    // A late answer belongs to this page, never to the next one.
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    worker.off("exit", end);
  }
}

/** Makes a reader. Its threads start with the first pages, at most two, and hold no process that wants to end. */
export function createDocumentReader(options: DocumentReaderOptions = {}) {
  const { worker: file = WORKER, timeLimitMs = TIME_LIMIT_MS } = options;
  const queue = new PQueue({ concurrency: MAX_WORKERS });
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let isClosed = false;

  function createWorker(): Worker {
    const worker = new Worker(file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    all.add(worker);
    // A thread may still run out of memory after it was given up.
    worker.on("error", () => {});
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at !== -1) idle.splice(at, 1);
    });
    return worker;
  }

  async function startWorker(): Promise<Worker> {
    try {
      const worker = createWorker();
      // It starts or ends. A machine that slept meanwhile would use up any limit of time.
      await nextMessage(worker);
      return worker;
    } catch (error) {
      if (isClosed) throw SiteError.because("unreadable", error);
      throw new Error("the thread that reads pages does not start", { cause: error });
    }
  }

  async function readWith(worker: Worker, source: DocumentSource): Promise<DocumentFacts> {
    worker.ref();
    const { url, contentType, charset, bytes, isImpressum = false } = source;
    try {
      worker.postMessage({
        url,
        contentType,
        charset,
        bytes,
        isImpressum,
      } satisfies DocumentSource);
      return DocumentFactsSchema.parse(await nextMessage(worker, timeLimitMs));
    } catch (error) {
      throw SiteError.because("unreadable", error);
    } finally {
      worker.unref();
      // It may have died once it had answered.
      if (all.has(worker)) idle.push(worker);
    }
  }

  return {
    /**
     * Reads a page in a thread with a limit of time and memory, so that no page takes the server with it.
     *
     * @throws SiteError `unreadable` for a page that takes more than it gets, or once the reader is closed
     * @throws Error where no thread can be started
     */
    read: (source: DocumentSource) =>
      queue.add(async () => {
        if (isClosed) throw SiteError.because("unreadable");
        return readWith(idle.pop() ?? (await startWorker()), source);
      }),
    /** Ends the threads; pages that are being read, or wait for it, fail. */
    async close() {
      isClosed = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
      await queue.onIdle();
    },
  };
}
