import PQueue from "p-queue";
import { z } from "zod";
import { ImprintReadingSchema } from "../../reading/imprint/imprint";
import { runTask } from "../../threads/run-task.server";
import type { SiteDocument } from "./fetch-site.server";
import { SiteError } from "./site-error";

export type DocumentSource = Pick<SiteDocument, "url" | "contentType" | "charset" | "bytes"> & {
  isImpressum?: boolean;
};

const DocumentFactsSchema = z.object({
  title: z.string(),
  text: z.string(),
  /** Absolute http(s) URLs without fragment or duplicates. */
  links: z.array(z.object({ url: z.string(), text: z.string() })),
  holdsImpressum: z.boolean(),
  /** The sentence that objects to advertising. */
  adObjection: z.string().nullable(),
  /** The page shows almost no text before its scripts run. */
  needsScripts: z.boolean(),
  imprint: ImprintReadingSchema.nullable(),
});
export type DocumentFacts = z.infer<typeof DocumentFactsSchema>;
export type PageFacts = Omit<DocumentFacts, "imprint">;
export type DocumentLink = DocumentFacts["links"][number];

/** A 1 MB page takes up to 0.5 s on a small machine, and several times that under load. */
const TIME_LIMIT_MS = 6_000;
const reading = new PQueue({ concurrency: 2 });

/** A thread limits time and memory against hostile pages. @throws SiteError `unreadable` beyond the limits */
export function readDocument(source: DocumentSource): Promise<DocumentFacts> {
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
