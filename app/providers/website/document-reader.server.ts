import PQueue from "p-queue";
import { z } from "zod";
import { ImprintReadingSchema } from "../../imprint/imprint";
import { runTask } from "../../threads/run-task.server";
import type { SiteDocument } from "./fetch-site.server";
import { SiteError } from "./site-error";

/** A page as it was fetched. */
export type DocumentSource = Pick<SiteDocument, "url" | "contentType" | "charset" | "bytes"> & {
  /** A link calls it an Impressum. */
  isImpressum?: boolean;
};

/** Facts of a page: plain data of bounded size. */
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

/** An ordinary page of 1 MB takes up to half a second on a small machine, and several times that on a busy one. */
const TIME_LIMIT_MS = 6_000;
const reading = new PQueue({ concurrency: 2 });

/**
 * Reads a page in a thread with a limit of time and memory, so that no page takes the server with it.
 *
 * @throws SiteError `unreadable` for a page that takes more than it gets
 */
export function readDocument({
  url,
  contentType,
  charset,
  bytes,
  isImpressum,
}: DocumentSource): Promise<DocumentFacts> {
  const source = { url, contentType, charset, bytes, isImpressum };
  return reading.add(async () => {
    try {
      const answer = await runTask("providers/website/read-document", source, {
        limitMs: TIME_LIMIT_MS,
      });
      return DocumentFactsSchema.parse(answer);
    } catch (error) {
      throw SiteError.because("unreadable", error);
    }
  });
}
